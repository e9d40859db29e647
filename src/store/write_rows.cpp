#include "store/write_rows.h"

#include <string>
#include <vector>

#include "store/text_columns.h"

namespace kab::store {
namespace {

using soci::use;
using Integers = std::vector<long long>;
using Texts = std::vector<std::string>;

// SQLite's integers are signed; a count beyond 2^63 comes back the same through the same cast.
template <class T>
long long as_integer(T value) {
  return static_cast<long long>(value);
}

// As many readings as are bound and sent at a time: enough for full speed, little memory.
constexpr std::size_t kReadingsAtOnce = 8192;

std::string text_of_thresholds(const std::vector<model::Threshold>& thresholds) {
  std::string text;
  for (const auto& threshold : thresholds) {
    if (!text.empty()) text += ',';
    text += threshold.text;
  }
  return text;
}

void insert_metrics(soci::session& sql, long long session, long long subject,
                    const std::vector<model::Metric>& metrics) {
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const auto metric = as_integer(i);
    const std::string better(text_of(metrics[i].better));
    sql << "insert into metric (session, subject, metric, name, unit, better)"
           " values (:session, :subject, :metric, :name, :unit, :better)",
        use(session), use(subject), use(metric), use(metrics[i].name), use(metrics[i].unit),
        use(better);
  }
}

class ReadingRows {
 public:
  explicit ReadingRows(soci::session& sql) : sql_(sql) {}

  void add(long long sample, const model::Reading& reading) {
    samples_.push_back(sample);
    metrics_.push_back(as_integer(reading.metric));
    batches_.push_back(as_integer(reading.batch));
    iterations_.push_back(as_integer(reading.iterations));
    totals_.push_back(reading.total);
    if (samples_.size() == kReadingsAtOnce) flush();
  }

  void flush() {
    if (samples_.empty()) return;  // SOCI refuses to bind empty vectors
    sql_ << "insert into reading (sample, metric, batch, iterations, total)"
            " values (:sample, :metric, :batch, :iterations, :total)",
        use(samples_), use(metrics_), use(batches_), use(iterations_), use(totals_);
    for (auto* column : {&samples_, &metrics_, &batches_, &iterations_}) column->clear();
    totals_.clear();
  }

 private:
  soci::session& sql_;
  Integers samples_, metrics_, batches_, iterations_;
  std::vector<double> totals_;
};

struct SampleRows {
  Integers ids, subjects, arms, blocks, positions, starts, durations;
  Texts slots, statuses, failures, cpus;

  void add(long long id, const model::Sample& sample) {
    ids.push_back(id);
    subjects.push_back(as_integer(sample.subject));
    arms.push_back(as_integer(sample.arm));
    blocks.push_back(as_integer(sample.block));
    positions.push_back(as_integer(sample.position));
    starts.push_back(as_integer(sample.started_ns));
    durations.push_back(as_integer(sample.duration_ns));
    slots.emplace_back(text_of(sample.slot));
    statuses.emplace_back(text_of(sample.status));
    failures.push_back(sample.failure);
    cpus.push_back(text_of_cpus(sample.cpus));
  }
};

}  // namespace

void insert_session(soci::session& sql, long long id, const model::Session& session,
                    const WriterProcess& writer) {
  const std::string kind(text_of(session.kind));
  const std::string lane(text_of(session.lane));
  const std::string seed = std::to_string(session.seed);
  const std::string argv = text_of_words(session.argv);
  const std::string thresholds = text_of_thresholds(session.thresholds);
  const long long with_aa = session.with_aa ? 1 : 0;
  const long long planned = as_integer(session.planned_blocks);
  const long long pid = writer.pid;
  const long long start_ticks = writer.start_ticks;
  sql << "insert into session (session, kind, label, lane, seed, kab_version, worker_build,"
         " boot_id, started, argv, with_aa, planned_blocks, thresholds, confidence, writer_pid,"
         " writer_start_ticks) values (:session, :kind, :label, :lane, :seed, :kab_version,"
         " :worker_build, :boot_id, :started, :argv, :with_aa, :planned_blocks, :thresholds,"
         " :confidence, :writer_pid, :writer_start_ticks)",
      use(id), use(kind), use(session.label), use(lane), use(seed), use(session.kab_version),
      use(session.worker_build), use(session.boot_id), use(session.started), use(argv),
      use(with_aa), use(planned), use(thresholds), use(session.confidence), use(pid),
      use(start_ticks);
}

void insert_arm(soci::session& sql, long long session, std::size_t arm, const model::Arm& row) {
  const auto number = as_integer(arm);
  const std::string settings = text_of_settings(row.settings);
  sql << "insert into arm (session, arm, name, settings) values (:session, :arm, :name, :settings)",
      use(session), use(number), use(row.name), use(settings);
}

void replace_environment(soci::session& sql, long long session, std::size_t arm,
                         const model::Environment& environment) {
  const auto number = as_integer(arm);
  sql << "delete from arm_environment where session = :session and arm = :arm", use(session),
      use(number);
  for (std::size_t i = 0; i < environment.size(); ++i) {
    const auto position = as_integer(i);
    sql << "insert into arm_environment (session, arm, position, key, value)"
           " values (:session, :arm, :position, :key, :value)",
        use(session), use(number), use(position), use(environment[i].first),
        use(environment[i].second);
  }
}

void replace_subject(soci::session& sql, long long session, std::size_t subject,
                     const model::Subject& row) {
  const auto number = as_integer(subject);
  const std::string params = text_of_params(row.params);
  const std::string command = text_of_words(row.command);
  const auto& calibration = row.calibration;
  const auto iterations = as_integer(calibration.iterations);
  const auto batches = as_integer(calibration.batches);
  const auto warmup = as_integer(calibration.warmup_iterations);
  sql << "insert or replace into subject (session, subject, name, abi, params, command,"
         " bytes_per_operation, iterations, batches, warmup_iterations, timer_resolution_ns,"
         " timer_cost_ns, empty_loop_ns, copies, copied_bytes, checked_copies, checked_bytes)"
         " values (:session, :subject, :name, :abi, :params,"
         " :command, :bytes_per_operation, :iterations, :batches, :warmup_iterations,"
         " :timer_resolution_ns, :timer_cost_ns, :empty_loop_ns, :copies, :copied_bytes,"
         " :checked_copies, :checked_bytes)",
      use(session), use(number), use(row.name), use(row.abi), use(params), use(command),
      use(row.bytes_per_operation), use(iterations), use(batches), use(warmup),
      use(calibration.timer_resolution_ns), use(calibration.timer_cost_ns),
      use(calibration.empty_loop_ns), use(row.copies.copies), use(row.copies.bytes),
      use(row.copies.checked_copies), use(row.copies.checked_bytes);
  sql << "delete from metric where session = :session and subject = :subject", use(session),
      use(number);
  insert_metrics(sql, session, number, row.metrics);
}

void insert_samples(soci::session& sql, long long session, long long first_id,
                    std::span<const model::Sample> samples) {
  if (samples.empty()) return;  // SOCI refuses to bind empty vectors
  SampleRows rows;
  ReadingRows readings(sql);
  for (std::size_t i = 0; i < samples.size(); ++i) rows.add(first_id + as_integer(i), samples[i]);
  const Integers sessions(samples.size(), session);
  sql << "insert into sample (sample, session, subject, arm, slot, block, position, started_ns,"
         " duration_ns, status, failure, cpus) values (:sample, :session, :subject, :arm, :slot,"
         " :block, :position, :started_ns, :duration_ns, :status, :failure, :cpus)",
      use(rows.ids), use(sessions), use(rows.subjects), use(rows.arms), use(rows.slots),
      use(rows.blocks), use(rows.positions), use(rows.starts), use(rows.durations),
      use(rows.statuses), use(rows.failures), use(rows.cpus);
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (const auto& reading : samples[i].readings) readings.add(first_id + as_integer(i), reading);
  readings.flush();
}

}  // namespace kab::store
