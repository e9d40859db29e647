#include "sys/settings.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/text.h"

namespace kab::sys {
namespace {

constexpr std::string_view kRoot = "/proc/sys";
constexpr std::size_t kLongestValue = 1u << 20;

/// The path below /proc/sys: the first separator of the name is the one that separates; the other
/// of the two characters then stands for itself, or for "/" inside a part, as with sysctl(8).
std::string relative_path_of(std::string_view name) {
  std::string path(name);
  const auto first = path.find_first_of("./");
  if (first == std::string::npos || path[first] == '/') return path;
  for (char& c : path) c = c == '.' ? '/' : c == '/' ? '.' : c;
  return path;
}

std::string name_of(std::string_view relative_path) {
  std::string name(relative_path);
  for (char& c : name) c = c == '/' ? '.' : c == '.' ? '/' : c;
  return name;
}

bool stays_below(std::string_view relative_path) {
  const auto parts = split(relative_path, '/');
  return std::none_of(parts.begin(), parts.end(), [](std::string_view part) {
    return part.empty() || part == "." || part == "..";
  });
}

std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// "; did you mean net.unix.max_dgram_qlen?", looked for where the path leaves what exists.
std::string suggestion_for(std::string_view relative_path) {
  std::string known;
  for (const auto part : split(relative_path, '/')) {
    const std::string folder = std::string(kRoot) + "/" + known;
    const std::string next = known + (known.empty() ? "" : "/") + std::string(part);
    std::error_code failed;
    if (std::filesystem::exists(std::string(kRoot) + "/" + next, failed)) {
      known = next;
      continue;
    }
    const auto names = entries_of(folder);
    const auto near = nearest(part, {names.begin(), names.end()});
    if (near.empty()) return "";
    const auto rest = relative_path.substr(next.size());
    return "; did you mean " + name_of(known + (known.empty() ? "" : "/") + std::string(near)) +
           name_of(rest) + "?";
  }
  return "";
}

bool is_kernel_file(int fd) {
  constexpr std::array<unsigned long, 8> kKernelFileSystems = {
      PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,       TRACEFS_MAGIC,
      SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, BINFMTFS_MAGIC};
  struct statfs status{};
  return ::fstatfs(fd, &status) == 0 &&
         std::find(kKernelFileSystems.begin(), kKernelFileSystems.end(),
                   static_cast<unsigned long>(status.f_type)) != kKernelFileSystems.end();
}

/// Why a value could not be written, with the way out where there is one.
Error write_failure(const Setting& setting, int error_number) {
  const std::string message = "cannot set " + setting.path + " to " +
                              kab::in_quotes(setting.value) + ": " + errno_text(error_number);
  switch (error_number) {
    case EINVAL:
    case ERANGE:
      return {ErrorKind::kInput,
              message + "; the kernel takes no such value, give one that it does"};
    case ENOENT:
    case EISDIR:
    case ENOTDIR:
      return {ErrorKind::kInput, message};
    case EACCES:
    case EPERM:
      return {ErrorKind::kUnavailable,
              message + (::geteuid() == 0 ? "; it is read-only here" : "; run as root")};
    default:
      return {ErrorKind::kUnavailable, message};
  }
}

}  // namespace

Result<std::string> sysctl_path(std::string_view name) {
  const std::string relative = relative_path_of(name);
  const std::string path = std::string(kRoot) + "/" + relative;
  const std::string start = "there is no sysctl " + kab::in_quotes(name);
  if (!stays_below(relative)) return fail_input(start);
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return fail_input(start + suggestion_for(relative));
  if (S_ISDIR(status.st_mode)) return fail_input(start + ": it is a group of sysctls");
  return path;
}

Scope scope_of_sysctl(std::string_view name) {
  return relative_path_of(name).starts_with("net/") ? Scope::kNetworkNamespace : Scope::kHost;
}

Result<std::string> current_value(const std::string& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return fail_input("cannot open " + path + ": " + errno_text(errno));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return fail_input(path + " is not a file with a value");
  const std::string too_long = path + " is too long to be put back (over 1 MiB)";
  if (status.st_size > static_cast<off_t>(kLongestValue)) return fail_input(too_long);
  KAB_TRY(const std::string content, read_all(file.get(), path));
  if (content.size() > kLongestValue) return fail_input(too_long);
  return is_kernel_file(file.get()) ? value_shown_by(content) : content;
}

std::string value_shown_by(std::string_view content) {
  if (content.ends_with('\n')) content.remove_suffix(1);
  for (const auto word : words(content))
    if (word.size() > 2 && word.front() == '[' && word.back() == ']')
      return std::string(word.substr(1, word.size() - 2));
  return std::string(content);
}

bool same_value(std::string_view left, std::string_view right) {
  return words(left) == words(right);
}

Result<void> write_value(const Setting& setting) {
  const Fd file(::open(setting.path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NONBLOCK));
  if (!file) return std::unexpected(write_failure(setting, errno));
  std::string_view bytes = setting.value;
  // The kernel does not see a write of nothing; an empty line is how it is told.
  if (bytes.empty() && is_kernel_file(file.get())) bytes = "\n";
  while (!bytes.empty()) {
    const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return std::unexpected(write_failure(setting, errno));
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

}  // namespace kab::sys
