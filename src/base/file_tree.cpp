#include "base/file_tree.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab {
namespace {

std::unexpected<Error> cannot(std::string_view what, const std::string& path,
                              const std::string& why) {
  return fail_unavailable("cannot " + std::string(what) + " " + path + ": " + why);
}

std::string padded(std::size_t number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// Lines of 31 letters; which letter comes first depends on `place`.
std::string content_of(std::size_t place, std::size_t bytes) {
  constexpr std::size_t kLine = 32;
  constexpr std::size_t kLetters = 26;
  std::string content(bytes, '\n');
  for (std::size_t i = 0; i < bytes; ++i)
    if (i % kLine != kLine - 1) content[i] = static_cast<char>('a' + (place + i) % kLetters);
  return content;
}

Result<void> make_file(const std::string& path, std::string_view content) {
  const Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!fd) return cannot("create", path, errno_text(errno));
  KAB_CHECK(write_all(fd.get(), content, path));
  constexpr timespec kLongAgo = {.tv_sec = 1'000'000'000, .tv_nsec = 0};
  const std::array times = {kLongAgo, kLongAgo};
  if (::futimens(fd.get(), times.data()) != 0) return cannot("date", path, errno_text(errno));
  return {};
}

Result<void> fill(const std::string& folder, std::size_t level, const TreeShape& shape,
                  std::size_t& place) {
  for (std::size_t i = 0; i < shape.files; ++i)
    KAB_CHECK(make_file(folder + "/" + file_name(i), content_of(place++, shape.file_bytes)));
  if (level >= shape.levels) return {};
  for (std::size_t i = 0; i < shape.folders; ++i) {
    const std::string inner = folder + "/" + folder_name(i);
    if (::mkdir(inner.c_str(), 0755) != 0) return cannot("create", inner, errno_text(errno));
    KAB_CHECK(fill(inner, level + 1, shape, place));
  }
  return {};
}

std::string temporary_pattern() {
  const char* const chosen = std::getenv("TMPDIR");
  const std::string folder = chosen == nullptr || *chosen == '\0' ? "/tmp" : chosen;
  return folder + "/kab-XXXXXX";
}

}  // namespace

std::size_t folders_in(const TreeShape& shape) {
  std::size_t all = 0;
  std::size_t of_level = 1;
  for (std::size_t level = 1; level <= shape.levels; ++level) {
    all += of_level;
    of_level *= shape.folders;
  }
  return all;
}

std::size_t files_in(const TreeShape& shape) { return folders_in(shape) * shape.files; }

std::string folder_name(std::size_t index) { return "folder-" + padded(index, 2); }

std::string file_name(std::size_t index) { return "file-" + padded(index, 4); }

Result<void> make_tree(const std::string& root, const TreeShape& shape) {
  std::size_t place = 0;
  return fill(root, 1, shape, place);
}

Result<void> remove_tree(const std::string& root) {
  std::error_code error;
  std::filesystem::remove_all(root, error);
  if (error) return cannot("remove", root, error.message());
  return {};
}

Result<std::string> make_temporary_folder() {
  std::string path = temporary_pattern();
  if (::mkdtemp(path.data()) == nullptr) return cannot("create", path, errno_text(errno));
  return path;
}

std::size_t temporary_folder_length() { return temporary_pattern().size(); }

}  // namespace kab
