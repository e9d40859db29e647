#include "guest/kernel.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/text.h"
#include "elf/image.h"
#include "elf/kernel_image.h"
#include "elf/notes.h"
#include "guest/debian_package.h"

namespace kab::guest {
namespace {

namespace fs = std::filesystem;

/// FNV-1a, 64 bit, over words of eight bytes: a name for a content, not a defence.
std::string hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U ^ bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    for (const char c : bytes.substr(at, 8)) word = word << 8 | static_cast<unsigned char>(c);
    hash = (hash ^ word) * 0x100000001b3U;
    hash ^= hash >> 29;
  }
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += "0123456789abcdef"[hash >> shift & 15];
  return hex;
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

Result<std::string> found(const std::string& given) {
  if (exists(given)) return given;
  if (given.find('/') == given.npos)
    for (const auto& place : {"/boot/vmlinuz-" + given, "/lib/modules/" + given + "/vmlinuz"})
      if (exists(place)) return place;
  return fail_input("kernel=" + given +
                    " is neither a file nor the release of an installed kernel "
                    "(/boot/vmlinuz-<release>); tools/get-kernel fetches one of Debian's");
}

/// "config-X" beside "vmlinuz-X", as distributions have it; empty where there is none.
std::string config_beside(const std::string& kernel) {
  const auto slash = kernel.rfind('/');
  const auto name = kernel.substr(slash == kernel.npos ? 0 : slash + 1);
  const auto dash = name.find('-');
  if (dash == name.npos) return {};
  const auto config = (slash == kernel.npos ? std::string() : kernel.substr(0, slash + 1)) +
                      "config" + name.substr(dash);
  auto text = read_file(config);
  return text ? std::move(*text) : std::string();
}

constexpr std::uint32_t kPvhEntry = 18;  // XEN_ELFNOTE_PHYS32_ENTRY

bool boots_as_it_is(const elf::Image& image) {
  return std::ranges::any_of(elf::notes_of(image), [](const elf::Note& note) {
    return note.owner == "Xen" && note.type == kPvhEntry;
  });
}

/// A kernel file, and its configuration where that came with it.
struct Unpacked {
  std::string bytes;
  std::string config;
};

Result<Unpacked> kernel_bytes(std::string bytes, const std::string& path) {
  if (!is_debian_package(bytes))
    return Unpacked{.bytes = std::move(bytes), .config = config_beside(path)};
  KAB_TRY(auto package, kernel_in_package(bytes, path));
  return Unpacked{.bytes = std::move(package.kernel), .config = std::move(package.config)};
}

Result<void> unpack_into(const Kernel& kernel, std::string bytes, const std::string& path) {
  KAB_TRY(auto unpacked, kernel_bytes(std::move(bytes), path));
  const bool elf = unpacked.bytes.starts_with("\177ELF");
  std::string original = elf ? std::string() : unpacked.bytes;
  KAB_TRY(auto file, elf::unpack_kernel(std::move(unpacked.bytes), path));
  KAB_TRY(const auto image, elf::Image::from_bytes(std::move(file.content), path));
  const bool pvh = boots_as_it_is(image);
  if (!pvh && elf)
    return fail_input(path +
                      " is a vmlinux without an entry for PVH, which QEMU needs; build it "
                      "with CONFIG_PVH=y, or give the bzImage");
  std::error_code failed;
  fs::create_directories(kernel.folder, failed);
  if (failed)
    return fail_unavailable("cannot make " + kernel.folder + " for unpacked kernels: " +
                            failed.message() + "; set XDG_CACHE_HOME to a folder that is yours");
  KAB_CHECK(keep(kernel.folder + "/config", unpacked.config));
  KAB_CHECK(keep(kernel.folder + "/release", file.release));
  return keep(kernel.path, pvh ? image.bytes() : std::string_view(original));
}

}  // namespace

Result<std::string> cache_folder() {
  const char* own = std::getenv("XDG_CACHE_HOME");
  if (own != nullptr && *own == '/') return std::string(own) + "/kab";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return std::string(home) + "/.cache/kab";
  return fail_unavailable(
      "there is no place for unpacked kernels: neither XDG_CACHE_HOME nor HOME is set");
}

Result<void> keep(const std::string& path, std::string_view content) {
  const auto folder = fs::path(path).parent_path().string();
  // Without a name until it is whole.
  const Fd file(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644));
  if (!file)
    return fail_unavailable("cannot write into " + folder + ": " + errno_text(errno) +
                            "; set XDG_CACHE_HOME to a folder that is yours");
  KAB_CHECK(write_all(file.get(), content, path));
  const std::string from = "/proc/self/fd/" + std::to_string(file.get());
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0 ||
      errno == EEXIST)
    return {};
  return fail_unavailable("cannot write " + path + ": " + errno_text(errno));
}

Result<Kernel> prepare_kernel(const std::string& given) {
  KAB_TRY(const auto path, found(given));
  KAB_TRY(auto bytes, read_file(path));
  KAB_TRY(const auto cache, cache_folder());
  Kernel kernel{.given = given, .path = {}, .hash = hash_of(bytes), .folder = {}};
  kernel.folder = cache + "/kernels/" + kernel.hash;
  kernel.path = kernel.folder + "/kernel";
  if (!exists(kernel.path)) KAB_CHECK(unpack_into(kernel, std::move(bytes), path));
  kernel.release = read_line_or_empty(kernel.folder + "/release");
  if (auto config = read_file(kernel.folder + "/config")) kernel.config = std::move(*config);
  return kernel;
}

}  // namespace kab::guest
