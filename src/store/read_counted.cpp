// Tallies and profiles from rows; recordings older than these tables have none.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "store/read_rows.h"
#include "store/schema.h"

namespace kab::store {
namespace {

using soci::into;
using soci::use;

struct TallyRow {
  long long subject = 0;
  long long arm = 0;
  long long calls = 0;
  long long errors = 0;
  long long operations = 0;
  model::TalliedCall call;
  double seconds = 0;
  soci::indicator timed = soci::i_null;
};

Result<model::TalliedCall> call_from(const TallyRow& row, const model::Session& session) {
  if (row.subject < 0 || static_cast<std::size_t>(row.subject) >= session.subjects.size())
    return fail_input("a tally belongs to subject " + std::to_string(row.subject) +
                      ", which does not exist");
  if (row.arm < 0 || static_cast<std::size_t>(row.arm) >= session.arms.size())
    return fail_input("a tally belongs to arm " + std::to_string(row.arm) +
                      ", which does not exist");
  if (row.operations == 0) return fail_input("a tally belongs to 0 operations");
  auto call = row.call;
  call.subject = static_cast<std::uint32_t>(row.subject);
  call.arm = static_cast<std::uint32_t>(row.arm);
  call.calls = static_cast<std::uint64_t>(row.calls);
  call.errors = static_cast<std::uint64_t>(row.errors);
  call.operations = static_cast<std::uint64_t>(row.operations);
  if (row.timed == soci::i_ok) call.seconds = row.seconds;
  return call;
}

/// A sample's place: which of `sessions`, and which of its samples.
struct Place {
  std::size_t session = 0;
  std::uint32_t sample = 0;
};

// Samples were read in the order of their ids, session by session.
std::vector<std::pair<long long, Place>> places_of_samples(
    soci::session& sql, const std::vector<StoredSession>& sessions) {
  std::vector<std::pair<long long, Place>> places;
  long long id = 0;
  long long session_id = 0;
  std::vector<std::uint32_t> next(sessions.size(), 0);
  soci::statement rows = (sql.prepare << "select sample, session from sample order by sample",
                          into(id), into(session_id));
  rows.execute();
  while (rows.fetch()) {
    const auto at = std::ranges::lower_bound(sessions, session_id, {}, &StoredSession::id);
    const auto session = static_cast<std::size_t>(at - sessions.begin());
    places.push_back({id, {.session = session, .sample = next[session]++}});
  }
  return places;
}

int count_of_profile_rows(soci::session& sql) {
  int count = 0;
  sql << "select count(*) from profile", into(count);
  return count;
}

}  // namespace

Result<void> read_tally(soci::session& sql, StoredSession& stored) {
  if (!has_counted_tables(sql)) return {};
  TallyRow row;
  soci::statement rows =
      (sql.prepare << "select subject, arm, method, abi, name, calls, errors, operations, seconds"
                      " from tally where session = :session order by tally",
       into(row.subject), into(row.arm), into(row.call.method), into(row.call.abi),
       into(row.call.name), into(row.calls), into(row.errors), into(row.operations),
       into(row.seconds, row.timed), use(stored.id));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(auto call, call_from(row, stored.session));
    stored.session.tally.push_back(std::move(call));
  }
  return {};
}

Result<void> read_profiles(soci::session& sql, std::vector<StoredSession>& sessions) {
  if (!has_counted_tables(sql) || count_of_profile_rows(sql) == 0) return {};
  const auto places = places_of_samples(sql, sessions);
  long long sample = 0;
  long long count = 0;
  model::ProfileRow row;
  soci::statement rows = (sql.prepare << "select sample, dso, symbol, count from profile"
                                         " order by profile",
                          into(sample), into(row.dso), into(row.symbol), into(count));
  rows.execute();
  while (rows.fetch()) {
    const auto place =
        std::ranges::lower_bound(places, sample, {}, &std::pair<long long, Place>::first);
    if (place == places.end() || place->first != sample)
      return fail_input("a profile belongs to sample " + std::to_string(sample) +
                        ", which does not exist");
    row.sample = place->second.sample;
    row.count = static_cast<std::uint64_t>(count);
    sessions[place->second.session].session.profile.push_back(row);
  }
  return {};
}

}  // namespace kab::store
