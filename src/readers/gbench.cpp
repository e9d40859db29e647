// Google Benchmark's JSON: one value a repetition, wall and CPU time per iteration, in ns whatever
// unit the row has. Aggregates, fits (BigO, RMS), and rows that failed or were skipped are no
// samples.
#include <array>
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

bool is_repetition(const Node& row) {
  return text_at(row, "run_type").value_or("iteration") == "iteration" && !node_at(row, "rms") &&
         !node_at(row, "real_coefficient");
}

bool has_failed(const Node& row) {
  return is_true_at(row, "error_occurred") || is_true_at(row, "skipped");
}

Result<void> read_row(const Input& input, const Node& row, std::string_view name,
                      SampleSets& sets) {
  KAB_TRY(const auto ns, ns_per_unit(input, name, text_at(row, "time_unit").value_or("ns")));
  const auto wall = number_at(row, "real_time");
  const auto cpu = number_at(row, "cpu_time");
  if (!wall && !cpu) return fail_input(input.name + ": " + std::string(name) + " has no time");
  if (wall) sets.at(name, kWall).values.push_back(*wall * ns);
  if (cpu) sets.at(name, kCpu).values.push_back(*cpu * ns);
  return {};
}

Result<SampleFile> read(const Input& input, const Options& options) {
  static_cast<void>(options);
  KAB_TRY(const auto document, Document::parse(input));
  const auto rows = array_at(document.root(), "benchmarks");
  if (!rows) return fail_input(input.name + ": no benchmarks in it");
  SampleSets sets;
  SampleFile file{.reader = "gbench", .sets = {}, .remarks = {}};
  for (const Node row : *rows) {
    const auto name = text_at(row, "name");
    if (!name || !is_repetition(row)) continue;
    if (!has_failed(row)) {
      KAB_CHECK(read_row(input, row, *name, sets));
      continue;
    }
    file.remarks.push_back(
        {.code = "failed-runs",
         .text = input.name + ": a repetition of " + std::string(*name) + " failed (" +
                 std::string(text_at(row, "error_message").value_or("no reason given")) +
                 ") and is left out"});
  }
  file.sets = sets.take();
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
