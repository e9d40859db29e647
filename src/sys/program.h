// Where programs lie: in PATH, and beside the running kab.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kab::sys {

/// Where PATH finds `program` (or the path itself when it holds a slash), executable; nothing if
/// not.
std::optional<std::string> find_program(const std::string& program);

/// The same with a search path given: folders between colons, an empty one is the current folder.
std::optional<std::string> find_program_in(const std::string& program, std::string_view path);

/// The directory of the running kab: where kab-worker lies beside it.
std::string own_directory();

}  // namespace kab::sys
