// What can be said of a file before SQLite opens it, or after SQLite gave it up.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace kab::store {

/// kInput with the reason and the way out when `path` does not exist, may not be read, is not a
/// regular file, is empty, or does not start as an SQLite database does.
Result<void> check_is_database(const std::string& path);

/// Whether the first bytes are those of an SQLite database; false for what cannot be read.
bool starts_as_database(const std::string& path);

/// kInput when `path` is shorter than the `promised_bytes` that its database says it has. Opens
/// nothing, so it may be called while SQLite holds locks on the file.
Result<void> check_is_whole(const std::string& path, std::uint64_t promised_bytes);

/// The message for a database that SQLite calls malformed: truncated (with both sizes) or damaged.
std::string damage_of(const std::string& path);

}  // namespace kab::store
