#include "store/load.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "store/database.h"
#include "store/file_check.h"
#include "store/read_rows.h"
#include "store/schema.h"

namespace kab::store {
namespace {

Result<std::vector<StoredSession>> read_all_sessions(soci::session& sql) {
  KAB_TRY(auto sessions, read_sessions(sql));
  for (auto& stored : sessions) {
    KAB_CHECK(read_arms(sql, stored));
    KAB_CHECK(read_subjects(sql, stored));
    read_events(sql, stored);
    read_looks(sql, stored);
    KAB_CHECK(read_tally(sql, stored));
  }
  KAB_CHECK(read_samples(sql, sessions));
  KAB_CHECK(read_profiles(sql, sessions));
  KAB_CHECK(read_counted(sql, sessions));
  return sessions;
}

// SQLite takes a file whose last page is cut short, and reads zeros there.
Result<void> check_size(soci::session& sql, const std::string& path) {
  long long pages = 0;
  long long page_bytes = 0;
  sql << "pragma page_count", soci::into(pages);
  sql << "pragma page_size", soci::into(page_bytes);
  return check_is_whole(path, static_cast<std::uint64_t>(pages * page_bytes));
}

Result<void> read_recording(soci::session& sql, model::Recording& recording) {
  KAB_CHECK(check_schema(sql, recording.path));
  KAB_CHECK(check_size(sql, recording.path));
  auto sessions = read_all_sessions(sql);
  if (!sessions) return fail_input(recording.path + " is damaged: " + sessions.error().message);
  for (auto& stored : *sessions) recording.sessions.push_back(std::move(stored.session));
  return {};
}

}  // namespace

bool looks_like_recording(const std::string& path) { return starts_as_database(path); }

Result<model::Recording> load(const std::string& path) {
  KAB_CHECK(check_is_database(path));
  KAB_TRY(auto database, Database::open(path, Access::kRead));
  model::Recording recording{.path = path, .sessions = {}};
  KAB_CHECK(database.transact([&](auto& sql) { return read_recording(sql, recording); }));
  return recording;
}

}  // namespace kab::store
