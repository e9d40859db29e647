// Tallies, profiles and counts by function from rows; recordings older than these tables have none.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

/// Samples by their ids: they were read in that order, session by session.
class SamplePlaces {
 public:
  SamplePlaces(soci::session& sql, const std::vector<StoredSession>& sessions) {
    long long id = 0;
    long long session_id = 0;
    std::vector<std::uint32_t> next(sessions.size(), 0);
    soci::statement rows = (sql.prepare << "select sample, session from sample order by sample",
                            into(id), into(session_id));
    rows.execute();
    while (rows.fetch()) {
      const auto at = std::ranges::lower_bound(sessions, session_id, {}, &StoredSession::id);
      const auto session = static_cast<std::size_t>(at - sessions.begin());
      places_.push_back({id, {.session = session, .sample = next[session]++}});
    }
  }

  Result<Place> at(long long sample, const std::string& what) const {
    const auto place =
        std::ranges::lower_bound(places_, sample, {}, &std::pair<long long, Place>::first);
    if (place != places_.end() && place->first == sample) return place->second;
    return fail_input(what + " belongs to sample " + std::to_string(sample) +
                      ", which does not exist");
  }

 private:
  std::vector<std::pair<long long, Place>> places_;
};

bool has_rows(soci::session& sql, const std::string& table) {
  int some = 0;
  sql << "select exists (select 1 from " + table + ")", into(some);
  return some != 0;
}

struct BatchRow {
  long long sample = 0;
  long long iterations = 0;
  long long user = 0;
  long long kernel = 0;
  long long strings = 0;
  long long clock_ns = 0;
  long long switches = 0;
  long long faults = 0;
  long long interrupts = 0;
  soci::indicator switches_known = soci::i_null;
  soci::indicator faults_known = soci::i_null;
  soci::indicator interrupts_known = soci::i_null;
};

std::optional<std::uint64_t> known(long long value, soci::indicator indicator) {
  if (indicator != soci::i_ok) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

Result<model::CountedBatch> batch_from(const BatchRow& row, std::uint32_t sample) {
  if (row.iterations <= 0)
    return fail_input("the counted batch of sample " + std::to_string(row.sample) + " has " +
                      std::to_string(row.iterations) + " iterations");
  return model::CountedBatch{
      .sample = sample,
      .iterations = static_cast<std::uint64_t>(row.iterations),
      .user = static_cast<std::uint64_t>(row.user),
      .kernel = static_cast<std::uint64_t>(row.kernel),
      .string_iterations = static_cast<std::uint64_t>(row.strings),
      .clock_ns = row.clock_ns,
      .functions = {},
      .happened = {.context_switches = known(row.switches, row.switches_known),
                   .page_faults = known(row.faults, row.faults_known),
                   .interrupts = known(row.interrupts, row.interrupts_known)}};
}

Result<void> read_batches(soci::session& sql, const SamplePlaces& places,
                          std::vector<StoredSession>& sessions) {
  BatchRow row;
  soci::statement rows =
      (sql.prepare << "select sample, iterations, user_instructions, kernel_instructions,"
                      " string_iterations, clock_ns, context_switches, page_faults, interrupts "
                      "from counted_batch"
                      " order by sample",
       into(row.sample), into(row.iterations), into(row.user), into(row.kernel), into(row.strings),
       into(row.clock_ns), into(row.switches, row.switches_known),
       into(row.faults, row.faults_known), into(row.interrupts, row.interrupts_known));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(const auto place, places.at(row.sample, "a counted batch"));
    KAB_TRY(auto batch, batch_from(row, place.sample));
    sessions[place.session].session.counted.push_back(std::move(batch));
  }
  return {};
}

Result<void> read_functions(soci::session& sql, const SamplePlaces& places,
                            std::vector<StoredSession>& sessions) {
  long long sample = 0;
  long long instructions = 0;
  long long calls = 0;
  long long strings = 0;
  model::FunctionCount function;
  soci::statement rows = (sql.prepare << "select sample, name, module, instructions, calls,"
                                         " string_iterations from counted_function"
                                         " order by counted_function",
                          into(sample), into(function.name), into(function.module),
                          into(instructions), into(calls), into(strings));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(const auto place, places.at(sample, "a counted function"));
    auto& batches = sessions[place.session].session.counted;
    const auto batch =
        std::ranges::lower_bound(batches, place.sample, {}, &model::CountedBatch::sample);
    if (batch == batches.end() || batch->sample != place.sample)
      return fail_input("a counted function belongs to sample " + std::to_string(sample) +
                        ", of which no batch was counted");
    function.instructions = static_cast<std::uint64_t>(instructions);
    function.calls = static_cast<std::uint64_t>(calls);
    function.string_iterations = static_cast<std::uint64_t>(strings);
    batch->functions.push_back(function);
  }
  return {};
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
  if (!has_counted_tables(sql) || !has_rows(sql, "profile")) return {};
  const SamplePlaces places(sql, sessions);
  long long sample = 0;
  long long count = 0;
  model::ProfileRow row;
  soci::statement rows = (sql.prepare << "select sample, dso, symbol, count from profile"
                                         " order by profile",
                          into(sample), into(row.dso), into(row.symbol), into(count));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(const auto place, places.at(sample, "a profile"));
    row.sample = place.sample;
    row.count = static_cast<std::uint64_t>(count);
    sessions[place.session].session.profile.push_back(row);
  }
  return {};
}

Result<void> read_counted(soci::session& sql, std::vector<StoredSession>& sessions) {
  if (!has_function_tables(sql) || !has_rows(sql, "counted_batch")) return {};
  const SamplePlaces places(sql, sessions);
  KAB_CHECK(read_batches(sql, places, sessions));
  return read_functions(sql, places, sessions);
}

}  // namespace kab::store
