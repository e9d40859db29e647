#include "readers/argument.h"

#include <filesystem>
#include <system_error>

namespace kab::readers {
namespace {

bool is_there(std::string_view path) {
  std::error_code ignored;
  return path == "-" || std::filesystem::exists(std::filesystem::path(path), ignored);
}

FileArgument split_at(std::string_view text, std::size_t colon) {
  return {.path = std::string(text.substr(0, colon)), .part = std::string(text.substr(colon + 1))};
}

}  // namespace

FileArgument split_argument(std::string_view text) {
  const FileArgument whole{.path = std::string(text), .part = ""};
  if (is_there(text)) return whole;
  for (auto colon = text.rfind(':'); colon != std::string_view::npos && colon > 0;
       colon = text.rfind(':', colon - 1))
    if (is_there(text.substr(0, colon))) return split_at(text, colon);
  const auto colon = text.rfind(':');
  const auto slash = text.rfind('/');
  const bool has_part = colon != std::string_view::npos && colon > 0 &&
                        (slash == std::string_view::npos || colon > slash);
  return has_part ? split_at(text, colon) : whole;
}

}  // namespace kab::readers
