// The two big tables, fetched thousands of rows at a time.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "store/read_rows.h"
#include "store/text_columns.h"

namespace kab::store {
namespace {

using soci::into;
using Integers = std::vector<long long>;
using Texts = std::vector<std::string>;

constexpr std::size_t kRowsAtOnce = 4096;

// SOCI shrinks the vectors to what it fetched; they must be full length before the next fetch.
template <class... Columns>
void lengthen(Columns&... columns) {
  (columns.resize(kRowsAtOnce), ...);
}

// Where the sample with this id went: its session and its place in that session's list.
struct Place {
  long long id = 0;
  std::size_t session = 0;
  std::size_t sample = 0;
};

std::unexpected<Error> out_of_range(const char* column, long long value, long long sample) {
  return fail_input(std::string(column) + " " + std::to_string(value) + " of sample " +
                    std::to_string(sample) + " is out of range");
}

struct SampleRows {
  Integers ids, sessions, subjects, arms, blocks, positions, starts, durations;
  Texts slots, statuses, failures, cpus;

  void lengthen_all() {
    lengthen(ids, sessions, subjects, arms, blocks, positions, starts, durations, slots, statuses,
             failures, cpus);
  }

  Result<model::Sample> sample(std::size_t i, const model::Session& session) const {
    if (subjects[i] < 0 || static_cast<std::size_t>(subjects[i]) >= session.subjects.size())
      return out_of_range("subject", subjects[i], ids[i]);
    if (arms[i] < 0 || static_cast<std::size_t>(arms[i]) >= session.arms.size())
      return out_of_range("arm", arms[i], ids[i]);
    if (blocks[i] < 0 || blocks[i] > UINT32_MAX) return out_of_range("block", blocks[i], ids[i]);
    if (positions[i] < 0 || positions[i] > UINT32_MAX)
      return out_of_range("position", positions[i], ids[i]);
    KAB_TRY(auto cpu_list, cpus_from(cpus[i]));
    using model::SampleStatus;
    using model::Slot;
    return model::Sample{
        .subject = static_cast<std::uint32_t>(subjects[i]),
        .arm = static_cast<std::uint32_t>(arms[i]),
        .slot = slots[i] == text_of(Slot::kAA) ? Slot::kAA : Slot::kArm,
        .block = static_cast<std::uint32_t>(blocks[i]),
        .position = static_cast<std::uint32_t>(positions[i]),
        .started_ns = starts[i],
        .duration_ns = durations[i],
        .status =
            statuses[i] == text_of(SampleStatus::kOk) ? SampleStatus::kOk : SampleStatus::kFailed,
        .failure = failures[i],
        .cpus = std::move(cpu_list),
        .readings = {},
    };
  }
};

Result<std::vector<Place>> read_sample_rows(soci::session& sql,
                                            std::vector<StoredSession>& sessions) {
  std::vector<Place> places;
  SampleRows rows;
  rows.lengthen_all();
  soci::statement statement =
      (sql.prepare << "select sample, session, subject, arm, slot, block, position, started_ns,"
                      " duration_ns, status, failure, cpus from sample order by sample",
       into(rows.ids), into(rows.sessions), into(rows.subjects), into(rows.arms), into(rows.slots),
       into(rows.blocks), into(rows.positions), into(rows.starts), into(rows.durations),
       into(rows.statuses), into(rows.failures), into(rows.cpus));
  statement.execute();
  for (; statement.fetch(); rows.lengthen_all()) {
    for (std::size_t i = 0; i < rows.ids.size(); ++i) {
      const auto at = std::ranges::lower_bound(sessions, rows.sessions[i], {}, &StoredSession::id);
      if (at == sessions.end() || at->id != rows.sessions[i])
        return out_of_range("session", rows.sessions[i], rows.ids[i]);
      KAB_TRY(auto sample, rows.sample(i, at->session));
      places.push_back({.id = rows.ids[i],
                        .session = static_cast<std::size_t>(at - sessions.begin()),
                        .sample = at->session.samples.size()});
      at->session.samples.push_back(std::move(sample));
    }
  }
  return places;
}

struct ReadingRows {
  Integers samples, metrics, batches, iterations;
  std::vector<double> totals;

  void lengthen_all() { lengthen(samples, metrics, batches, iterations, totals); }

  Result<void> append(std::size_t i, const model::Session& session, model::Sample& sample) const {
    const auto count = static_cast<long long>(session.subjects[sample.subject].metrics.size());
    if (metrics[i] < 0 || metrics[i] >= count)
      return out_of_range("metric", metrics[i], samples[i]);
    if (batches[i] < 0 || batches[i] > UINT32_MAX)
      return out_of_range("batch", batches[i], samples[i]);
    if (iterations[i] == 0) return out_of_range("iterations", iterations[i], samples[i]);
    sample.readings.push_back({.metric = static_cast<std::uint32_t>(metrics[i]),
                               .batch = static_cast<std::uint32_t>(batches[i]),
                               .iterations = static_cast<std::uint64_t>(iterations[i]),
                               .total = totals[i]});
    return {};
  }
};

// Readings stand behind each other as their samples do, so the place is nearly always the last
// one or the next; a search is for files that somebody edited.
std::vector<Place>::const_iterator place_of(const std::vector<Place>& places,
                                            std::vector<Place>::const_iterator last, long long id) {
  for (int step = 0; step < 2 && last != places.end(); ++step, ++last)
    if (last->id == id) return last;
  const auto found = std::ranges::lower_bound(places, id, {}, &Place::id);
  return found != places.end() && found->id == id ? found : places.end();
}

}  // namespace

Result<void> read_samples(soci::session& sql, std::vector<StoredSession>& sessions) {
  KAB_TRY(const auto places, read_sample_rows(sql, sessions));
  ReadingRows rows;
  rows.lengthen_all();
  soci::statement statement =
      (sql.prepare << "select sample, metric, batch, iterations, total from reading order by rowid",
       into(rows.samples), into(rows.metrics), into(rows.batches), into(rows.iterations),
       into(rows.totals));
  statement.execute();
  auto place = places.begin();
  for (; statement.fetch(); rows.lengthen_all()) {
    for (std::size_t i = 0; i < rows.samples.size(); ++i) {
      place = place_of(places, place, rows.samples[i]);
      if (place == places.end())
        return fail_input("a reading belongs to sample " + std::to_string(rows.samples[i]) +
                          ", which does not exist");
      auto& session = sessions[place->session].session;
      KAB_CHECK(rows.append(i, session, session.samples[place->sample]));
    }
  }
  return {};
}

}  // namespace kab::store
