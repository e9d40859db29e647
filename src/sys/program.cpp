#include "sys/program.h"

#include <array>
#include <climits>
#include <cstddef>
#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace kab::sys {
namespace {

bool is_executable_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<std::string> find_program_in(const std::string& program, std::string_view path) {
  if (program.empty()) return {};
  if (program.find('/') != std::string::npos) {
    if (is_executable_file(program)) return program;
    return {};
  }
  for (const auto folder : split(path, ':')) {
    const std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + program;
    if (is_executable_file(candidate)) return candidate;
  }
  return {};
}

std::optional<std::string> find_program(const std::string& program) {
  const char* path = std::getenv("PATH");
  return find_program_in(program, path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
}

std::string own_directory() {
  std::array<char, PATH_MAX> target{};
  const ssize_t length = ::readlink("/proc/self/exe", target.data(), target.size());
  if (length <= 0) return ".";
  const std::string_view path(target.data(), static_cast<std::size_t>(length));
  return std::string(path.substr(0, path.rfind('/')));
}

}  // namespace kab::sys
