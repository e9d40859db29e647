// Google Benchmark's JSON: one value a repetition, wall and CPU time per iteration, in ns whatever
// unit the row has. Aggregates, fits (BigO, RMS), and rows that failed or were skipped are no
// samples.
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/text.h"
#include "readers/json.h"
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
  std::string_view run_type = "iteration";
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
  static_cast<void>(options);
  KAB_TRY(const auto document, Document::parse(input));
  const auto benchmarks = array_at(document.root(), "benchmarks");
  if (!benchmarks) return fail_input(input.name + ": no benchmarks in it");
  Rows rows(input);
  SampleFile file{.reader = "gbench", .sets = {}, .remarks = {}};
  for (const Node node : *benchmarks) {
    simdjson::dom::object members;
    if (node.get(members) != simdjson::SUCCESS) continue;
    const Row row = row_of(members);
    if (!row.name || row.run_type != "iteration" || row.is_fit) continue;
    if (!row.has_failed) {
      KAB_CHECK(rows.add(row));
      continue;
    }
    file.remarks.push_back({.code = "failed-runs",
                            .text = input.name + ": a repetition of " + std::string(*row.name) +
                                    " failed (" + std::string(row.why_failed) +
                                    ") and is left out"});
  }
  file.sets = rows.take();
  if (file.sets.empty() && file.remarks.empty())
    return fail_input(input.name +
                      " holds aggregates only; run without --benchmark_report_aggregates_only");
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
