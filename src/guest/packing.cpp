#include "guest/packing.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "elf/image.h"
#include "sys/process.h"
#include "sys/program.h"

namespace kab::guest {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 20'000;

Result<PackedFile> packed_file(const std::string& path) {
  struct stat facts{};
  const bool known = ::stat(path.c_str(), &facts) == 0;
  KAB_TRY(auto content, read_file(path));
  return PackedFile{
      .path = path, .content = std::move(content), .mode = known ? facts.st_mode & 0777 : 0755};
}

/// The loader that a dynamically linked program names; nothing for a static one.
std::optional<std::string> loader_of(const elf::Image& image) {
  for (const auto& segment : image.segments())
    if (segment.type == PT_INTERP)
      if (const auto text = image.text_at_offset(segment.offset)) return std::string(*text);
  return std::nullopt;
}

/// The program that a script names in its first line; nothing for what is no script.
std::optional<std::string> interpreter_of(std::string_view content) {
  if (!content.starts_with("#!")) return std::nullopt;
  const auto line = words(content.substr(2, content.find('\n') - 2));
  if (line.empty()) return std::nullopt;
  const bool by_env = line[0].ends_with("/env") && line.size() > 1;
  return std::string(by_env ? line[1] : line[0]);
}

Result<std::vector<std::string>> libraries_of(const std::string& loader,
                                              const std::string& program) {
  KAB_TRY(const auto listed,
          sys::run({.argv = {loader, "--list", program}, .deadline_ns = 20'000'000'000}));
  if (!listed.succeeded())
    return fail_unavailable("cannot list the libraries of " + program + ": " + loader + " " +
                            sys::description_of(listed) + ": " +
                            std::string(trimmed(listed.errors)));
  return libraries_in(listed.output);
}

class Packing {
 public:
  Result<void> add_program(const std::string& path) {
    if (!taken_.insert(path).second) return {};
    KAB_TRY(auto file, packed_file(path));
    const auto script = interpreter_of(file.content);
    const bool is_elf = file.content.starts_with("\177ELF");
    std::string content = is_elf ? file.content : std::string();
    files_.push_back(std::move(file));
    if (script) return add_named(*script);
    if (!is_elf) return {};
    KAB_TRY(const auto image, elf::Image::from_bytes(std::move(content), path));
    const auto loader = loader_of(image);
    if (!loader) return {};
    KAB_CHECK(add_file(*loader));
    KAB_TRY(const auto libraries, libraries_of(*loader, path));
    for (const auto& library : libraries) KAB_CHECK(add_file(library));
    return {};
  }

  Result<void> add_named(const std::string& name) {
    const auto path = sys::find_program(name);
    if (!path)
      return fail_input("command " + in_quotes(name) +
                        " is not found or not executable; check its name and PATH");
    return add_program(fs::absolute(*path).lexically_normal().string());
  }

  Result<void> add_file(const std::string& path) {
    if (!taken_.insert(path).second) return {};
    KAB_TRY(auto file, packed_file(path));
    files_.push_back(std::move(file));
    return {};
  }

  std::vector<PackedFile> take() { return std::move(files_); }

 private:
  std::set<std::string> taken_;
  std::vector<PackedFile> files_;
};

}  // namespace

Result<std::vector<std::string>> libraries_in(std::string_view listed) {
  std::vector<std::string> libraries;
  for (const auto line : split(listed, '\n')) {
    const auto arrow = line.find("=> ");
    if (arrow == line.npos) continue;
    const auto name = trimmed(line.substr(0, arrow));
    const auto path = words(line.substr(arrow + 3));
    if (path.empty() || !path[0].starts_with('/'))
      return fail_input("library " + in_quotes(name) + " is not found on this machine");
    libraries.emplace_back(path[0]);
  }
  return libraries;
}

Result<std::vector<PackedFile>> packed_command(const std::string& program) {
  Packing packing;
  KAB_CHECK(packing.add_named(program));
  return packing.take();
}

Result<std::vector<PackedFile>> packed_path(const std::string& path) {
  const auto absolute = fs::absolute(path).lexically_normal().string();
  std::error_code failed;
  if (!fs::is_directory(absolute, failed)) {
    Packing packing;
    KAB_CHECK(::access(absolute.c_str(), X_OK) == 0 ? packing.add_program(absolute)
                                                    : packing.add_file(absolute));
    return packing.take();
  }
  std::vector<PackedFile> files;
  for (fs::recursive_directory_iterator it(absolute, failed), end; !failed && it != end;
       it.increment(failed)) {
    if (!it->is_regular_file(failed)) continue;
    if (files.size() == kMostFiles)
      return fail_input(path + " holds more than " + std::to_string(kMostFiles) +
                        " files, too many for a guest's memory");
    KAB_TRY(auto file, packed_file(it->path().string()));
    files.push_back(std::move(file));
  }
  if (failed) return fail_input("cannot read " + path + ": " + failed.message());
  return files;
}

}  // namespace kab::guest
