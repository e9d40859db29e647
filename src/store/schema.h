// The tables of a recording and their version. docs/recording.md explains every column.
#pragma once

#include <string>

#include <soci/soci.h>

#include "base/result.h"

namespace kab::store {

inline constexpr int kSchemaVersion = 1;

/// Creates all tables in an empty database; `kab_version` is noted as their creator's.
void create_schema(soci::session& sql, const std::string& kab_version);

/// kInput when the database is not kab's, or of a newer schema than this kab reads.
Result<void> check_schema(soci::session& sql, const std::string& path);

}  // namespace kab::store
