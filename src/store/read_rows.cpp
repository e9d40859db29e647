#include "store/read_rows.h"

#include <cstdint>
#include <string>

#include "base/number.h"
#include "base/text.h"
#include "store/schema.h"
#include "store/text_columns.h"

namespace kab::store {
namespace {

using soci::into;
using soci::use;

Result<std::uint32_t> small(long long value, const char* column) {
  if (value < 0 || value > UINT32_MAX)
    return fail_input(std::string(column) + " " + std::to_string(value) + " is out of range");
  return static_cast<std::uint32_t>(value);
}

struct SessionRow {
  long long id = 0;
  std::string kind, label, lane, seed, kab_version, worker_build, boot_id, started, argv;
  long long with_aa = 0;
  long long planned_blocks = 0;
  std::string thresholds;
  double confidence = 0;
  std::string stopped;
};

Result<StoredSession> session_from(const SessionRow& row) {
  StoredSession stored{.id = row.id, .session = {}};
  auto& session = stored.session;
  KAB_TRY(session.kind, model::parse_session_kind(row.kind));
  KAB_TRY(session.lane, model::parse_lane(row.lane));
  const auto seed = parse_uint(row.seed);
  if (!seed) return fail_input("seed " + in_quotes(row.seed) + " is not a number");
  session.seed = *seed;
  KAB_TRY(session.argv, words_from(row.argv));
  KAB_TRY(session.planned_blocks, small(row.planned_blocks, "planned_blocks"));
  session.thresholds.clear();
  if (!row.thresholds.empty()) {
    KAB_TRY(session.thresholds, model::parse_thresholds(row.thresholds));
  }
  if (!row.stopped.empty()) {
    KAB_TRY(session.stopped, model::parse_stopped(row.stopped));
  }
  session.label = row.label;
  session.kab_version = row.kab_version;
  session.worker_build = row.worker_build;
  session.boot_id = row.boot_id;
  session.started = row.started;
  session.with_aa = row.with_aa != 0;
  session.confidence = row.confidence;
  return stored;
}

Result<void> read_environments(soci::session& sql, StoredSession& stored) {
  long long arm = 0;
  std::string key;
  std::string value;
  soci::statement rows = (sql.prepare << "select arm, key, value from arm_environment"
                                         " where session = :session order by arm, position",
                          into(arm), into(key), into(value), use(stored.id));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(const auto index, small(arm, "arm"));
    if (index >= stored.session.arms.size())
      return fail_input("an environment belongs to arm " + std::to_string(arm) +
                        ", which does not exist");
    stored.session.arms[index].environment.emplace_back(key, value);
  }
  return {};
}

struct SubjectRow {
  model::Subject subject;
  std::string params, command;
  long long iterations = 0;
  long long batches = 0;
  long long warmup = 0;
};

Result<model::Subject> subject_from(const SubjectRow& row) {
  model::Subject subject = row.subject;
  KAB_TRY(subject.params, params_from(row.params));
  KAB_TRY(subject.command, words_from(row.command));
  subject.calibration.iterations = static_cast<std::uint64_t>(row.iterations);
  KAB_TRY(subject.calibration.batches, small(row.batches, "batches"));
  subject.calibration.warmup_iterations = static_cast<std::uint64_t>(row.warmup);
  return subject;
}

Result<void> read_metrics(soci::session& sql, StoredSession& stored) {
  long long subject = 0;
  std::string name;
  std::string unit;
  std::string better;
  soci::statement rows = (sql.prepare << "select subject, name, unit, better from metric"
                                         " where session = :session order by subject, metric",
                          into(subject), into(name), into(unit), into(better), use(stored.id));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(const auto index, small(subject, "subject"));
    if (index >= stored.session.subjects.size())
      return fail_input("a metric belongs to subject " + std::to_string(subject) +
                        ", which does not exist");
    KAB_TRY(const auto direction, model::parse_better(better));
    stored.session.subjects[index].metrics.push_back(
        {.name = name, .unit = unit, .better = direction});
  }
  return {};
}

}  // namespace

Result<std::vector<StoredSession>> read_sessions(soci::session& sql) {
  std::vector<StoredSession> sessions;
  SessionRow row;
  soci::statement rows =
      (sql.prepare << "select session, kind, label, lane, seed, kab_version, worker_build, boot_id,"
                      " started, argv, with_aa, planned_blocks, thresholds, confidence,"
                      " coalesce(stopped, '') from session order by session",
       into(row.id), into(row.kind), into(row.label), into(row.lane), into(row.seed),
       into(row.kab_version), into(row.worker_build), into(row.boot_id), into(row.started),
       into(row.argv), into(row.with_aa), into(row.planned_blocks), into(row.thresholds),
       into(row.confidence), into(row.stopped));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(auto stored, session_from(row));
    sessions.push_back(std::move(stored));
  }
  return sessions;
}

Result<void> read_arms(soci::session& sql, StoredSession& stored) {
  std::string name;
  std::string settings;
  soci::statement rows =
      (sql.prepare << "select name, settings from arm where session = :session order by arm",
       into(name), into(settings), use(stored.id));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(auto parsed, settings_from(settings));
    stored.session.arms.push_back(
        {.arm = {.name = name, .settings = std::move(parsed)}, .environment = {}});
  }
  return read_environments(sql, stored);
}

Result<void> read_subjects(soci::session& sql, StoredSession& stored) {
  SubjectRow row;
  auto& calibration = row.subject.calibration;
  auto& copies = row.subject.copies;
  const std::string copy_columns =
      has_user_copies(sql) ? "copies, copied_bytes, checked_copies, checked_bytes" : "0, 0, 0, 0";
  soci::statement rows =
      (sql.prepare << "select name, abi, params, command, bytes_per_operation, iterations, batches,"
                      " warmup_iterations, timer_resolution_ns, timer_cost_ns, empty_loop_ns, "
                   << copy_columns << " from subject where session = :session order by subject",
       into(row.subject.name), into(row.subject.abi), into(row.params), into(row.command),
       into(row.subject.bytes_per_operation), into(row.iterations), into(row.batches),
       into(row.warmup), into(calibration.timer_resolution_ns), into(calibration.timer_cost_ns),
       into(calibration.empty_loop_ns), into(copies.copies), into(copies.bytes),
       into(copies.checked_copies), into(copies.checked_bytes), use(stored.id));
  rows.execute();
  while (rows.fetch()) {
    KAB_TRY(auto subject, subject_from(row));
    stored.session.subjects.push_back(std::move(subject));
  }
  return read_metrics(sql, stored);
}

void read_events(soci::session& sql, StoredSession& stored) {
  long long at_ns = 0;
  std::string code;
  std::string text;
  soci::statement rows =
      (sql.prepare << "select at_ns, code, text from event where session = :session order by event",
       into(at_ns), into(code), into(text), use(stored.id));
  rows.execute();
  while (rows.fetch())
    stored.session.events.push_back({.at_ns = at_ns, .code = code, .text = text});
}

void read_looks(soci::session& sql, StoredSession& stored) {
  long long blocks = 0;
  soci::statement rows =
      (sql.prepare << "select blocks from look where session = :session order by look",
       into(blocks), use(stored.id));
  rows.execute();
  while (rows.fetch()) stored.session.looks.push_back(static_cast<std::uint32_t>(blocks));
}

}  // namespace kab::store
