// Google Benchmark's JSON: one value a repetition, wall and CPU time per iteration, in ns whatever
// unit the row has. Aggregates, fits (BigO, RMS), and rows that failed or were skipped are no
// samples.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "readers/json.h"
#include "readers/part.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader gbench_reader();

namespace {

const model::Metric kWall{.name = "wall", .unit = "ns/op", .better = model::Better::kLower};
const model::Metric kCpu{.name = "cpu", .unit = "ns/op", .better = model::Better::kLower};

Confidence recognises(const Input& input) {
  return is_json_with(input, {"benchmarks", "real_time", "cpu_time"}) ? Confidence::kCertain
                                                                      : Confidence::kNo;
}

// Rows without a unit are of versions that knew only ns.
Result<double> ns_per_unit(const Input& input, std::string_view name, std::string_view unit) {
  using Unit = std::pair<std::string_view, double>;
  constexpr std::array kUnits = {Unit{"ns", 1}, Unit{"us", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}};
  for (const auto& [known, ns] : kUnits)
    if (unit == known) return ns;
  return fail_input(input.name + ": time unit " + in_quotes(unit) + " of " + std::string(name) +
                    " is not known");
}

// What is wanted of a row, by one walk over its members: to ask for each by name is slow where a
// file has a million rows.
struct Row {
  std::optional<std::string_view> name;
  std::optional<std::string_view> run_type;
  std::string_view unit = "ns";
  std::string_view why_failed = "no reason given";
  std::optional<double> wall;
  std::optional<double> cpu;
  bool is_fit = false;  // BigO, RMS
  bool has_failed = false;
};

template <class T, class Into>
void take(const Node& value, Into& into) {
  T taken;
  if (value.get(taken) == simdjson::SUCCESS) into = taken;
}

bool is_true(const Node& value) {
  bool taken = false;
  return value.get(taken) == simdjson::SUCCESS && taken;
}

Row row_of(const simdjson::dom::object& members) {
  Row row;
  for (const auto [key, value] : members) {
    if (key == "name") take<std::string_view>(value, row.name);
    if (key == "run_type") take<std::string_view>(value, row.run_type);
    if (key == "time_unit") take<std::string_view>(value, row.unit);
    if (key == "error_message") take<std::string_view>(value, row.why_failed);
    if (key == "real_time") take<double>(value, row.wall);
    if (key == "cpu_time") take<double>(value, row.cpu);
    if (key == "rms" || key == "real_coefficient") row.is_fit = true;
    if (key == "error_occurred" || key == "skipped")
      row.has_failed = row.has_failed || is_true(value);
  }
  return row;
}

// Versions without "run_type" name their aggregates by a suffix only.
bool is_repetition(const Row& row) {
  if (!row.name || row.is_fit) return false;
  if (row.run_type) return *row.run_type == "iteration";
  constexpr std::array<std::string_view, 4> kAggregates = {"_mean", "_median", "_stddev", "_cv"};
  return std::ranges::none_of(kAggregates,
                              [&](auto suffix) { return row.name->ends_with(suffix); });
}

// What failed, by benchmark, with the first reason.
class Failures {
 public:
  void add(const Row& row) {
    auto& failure = all_[std::string(*row.name)];
    if (failure.count++ == 0) failure.why = row.why_failed;
  }

  std::vector<model::Remark> remarks(const Input& input) const {
    std::vector<model::Remark> out;
    for (const auto& [name, failure] : all_)
      out.push_back({.code = "failed-runs",
                     .text = input.name + ": " + std::to_string(failure.count) +
                             (failure.count == 1 ? " repetition of " : " repetitions of ") + name +
                             " left out, failed: " + failure.why});
    return out;
  }

 private:
  struct Failure {
    std::size_t count = 0;
    std::string why;
  };
  std::map<std::string, Failure> all_;
};

// Rows of one benchmark follow each other: its sets are looked up once.
class Rows {
 public:
  explicit Rows(const Input& input) : input_(input) {}

  Result<void> add(const Row& row) {
    KAB_TRY(const auto ns, ns_per_unit(input_, *row.name, row.unit));
    if (!row.wall && !row.cpu)
      return fail_input(input_.name + ": " + std::string(*row.name) + " has no time");
    if (row.wall) append(wall_, kWall, *row.name, *row.wall * ns);
    if (row.cpu) append(cpu_, kCpu, *row.name, *row.cpu * ns);
    return {};
  }

  std::vector<SampleSet> take() { return sets_.take(); }

 private:
  void append(std::size_t& known, const model::Metric& metric, std::string_view name,
              double value) {
    if (known >= sets_.size() || sets_[known].benchmark != name)
      known = sets_.index_of(name, metric);
    sets_[known].values.push_back(value);
  }

  const Input& input_;
  SampleSets sets_;
  std::size_t wall_ = SIZE_MAX;
  std::size_t cpu_ = SIZE_MAX;
};

Result<SampleFile> read(const Input& input, const Options& options) {
  KAB_TRY(const auto document, Document::parse(input));
  const auto benchmarks = array_at(document.root(), "benchmarks");
  if (!benchmarks) return fail_input(input.name + ": no benchmarks in it");
  Rows rows(input);
  Failures failures;
  for (const Node node : *benchmarks) {
    simdjson::dom::object members;
    if (node.get(members) != simdjson::SUCCESS) continue;
    const Row row = row_of(members);
    if (!is_repetition(row)) continue;
    if (row.has_failed) {
      failures.add(row);
    } else {
      KAB_CHECK(rows.add(row));
    }
  }
  SampleFile file{.reader = "gbench", .sets = rows.take(), .remarks = failures.remarks(input)};
  if (file.sets.empty() && file.remarks.empty())
    return fail_input(input.name +
                      " holds aggregates only; run without --benchmark_report_aggregates_only");
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader gbench_reader() {
  return {.name = "gbench",
          .summary = "Google Benchmark's JSON: repetitions, wall and CPU time per iteration",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
