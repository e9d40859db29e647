// The journal as a file: written whole and renamed into place, so that a crash leaves the old or
// the new one; read line by line, so that a damaged one still gives what it holds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sys/journal.h"

namespace kab::sys {

struct Journal {
  std::string boot = {};
  std::vector<Change> changes = {};  // oldest first
  std::size_t unreadable = 0;        // lines
};

/// Replaces the journal of `folder`; on return it is on the disk.
Result<void> save_journal(const std::string& folder, const Journal& journal);

/// The journal of `folder`; nothing if there is none. kInput when it is of an unknown version.
Result<std::optional<Journal>> load_journal(const std::string& folder);

void remove_journal(const std::string& folder);

}  // namespace kab::sys
