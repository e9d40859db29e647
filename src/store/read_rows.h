// Rows into model records: one function a table. Everything here runs inside a transaction of the
// caller's and throws what SOCI throws; what is out of range is an Error (kInput).
#pragma once

#include <vector>

#include <soci/soci.h>

#include "base/result.h"
#include "model/recording.h"

namespace kab::store {

/// A session without its lists, and the id that its rows carry.
struct StoredSession {
  long long id = 0;
  model::Session session;
};

Result<std::vector<StoredSession>> read_sessions(soci::session& sql);

/// Each fills a list of `stored.session`.
Result<void> read_arms(soci::session& sql, StoredSession& stored);
Result<void> read_subjects(soci::session& sql, StoredSession& stored);
void read_events(soci::session& sql, StoredSession& stored);
void read_looks(soci::session& sql, StoredSession& stored);

/// Empty where the recording is older than tallies.
Result<void> read_tally(soci::session& sql, StoredSession& stored);

/// The samples of all `sessions`, with their readings. Arms and subjects must be there already.
Result<void> read_samples(soci::session& sql, std::vector<StoredSession>& sessions);

/// The profiles of all `sessions`, whose samples must be there already; none where the recording is
/// older than profiles.
Result<void> read_profiles(soci::session& sql, std::vector<StoredSession>& sessions);

/// Instructions by function of all `sessions`, likewise.
Result<void> read_counted(soci::session& sql, std::vector<StoredSession>& sessions);

}  // namespace kab::store
