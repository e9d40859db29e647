// The tables of a recording and their version. docs/recording.md explains every column.
#pragma once

#include <string>

#include <soci/soci.h>

#include "base/result.h"

namespace kab::store {

inline constexpr int kSchemaVersion = 4;

/// Creates all tables in an empty database; `kab_version` is noted as their creator's.
void create_schema(soci::session& sql, const std::string& kab_version);

/// Brings the tables of an older schema up to this one, before something is added to them.
void upgrade_schema(soci::session& sql);

/// Whether the recording's subjects have columns for user copies: those of schema 1 have none.
bool has_user_copies(soci::session& sql);

/// Whether the recording has tables for tallies and profiles: those of schema 1 and 2 have none.
bool has_counted_tables(soci::session& sql);

/// Whether it has tables for instructions by function: those of schema 1 to 3 have none.
bool has_function_tables(soci::session& sql);

/// kInput when the database is not kab's, or of a newer schema than this kab reads.
Result<void> check_schema(soci::session& sql, const std::string& path);

}  // namespace kab::store
