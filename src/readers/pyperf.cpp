// pyperf's JSON: values are already per loop; warm-ups and calibration runs are no samples. Each
// run is a process of its own and so a group.
#include "base/text.h"
#include "readers/json.h"
#include "readers/part.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader pyperf_reader();

namespace {

Confidence recognises(const Input& input) {
  return is_json_with(input, {"benchmarks", "runs", "warmups"}) ||
                 is_json_with(input, {"benchmarks", "runs", "values"})
             ? Confidence::kCertain
             : Confidence::kNo;
}

// A benchmark's own metadata come before those of the file.
std::string_view metadata_at(const Node& root, const Node& benchmark, std::string_view key,
                             std::string_view otherwise) {
  for (const auto& owner : {benchmark, root})
    if (const auto metadata = node_at(owner, "metadata"))
      if (const auto text = text_at(*metadata, key)) return *text;
  return otherwise;
}

Result<model::Metric> metric_of(const Input& input, std::string_view unit) {
  using model::Better;
  if (unit == "second") return model::Metric{.name = "time", .unit = "s", .better = Better::kLower};
  if (unit == "byte") return model::Metric{.name = "memory", .unit = "B", .better = Better::kLower};
  if (unit == "integer")
    return model::Metric{.name = "number", .unit = "", .better = Better::kLower};
  return fail_input(input.name + ": unit " + in_quotes(unit) + " is not known");
}

Result<void> read_run(const Input& input, const Node& run, std::uint32_t group, SampleSet& set) {
  const auto values = array_at(run, "values");
  if (!values) return {};  // calibration
  for (const auto value : *values) {
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS)
      return fail_input(input.name + ": a value of " + set.benchmark + " is no number");
    set.values.push_back(number);
    set.groups.push_back(group);
  }
  return {};
}

Result<void> read_benchmark(const Input& input, const Node& root, const Node& benchmark,
                            SampleSets& sets) {
  const auto name = metadata_at(root, benchmark, "name", "");
  KAB_TRY(const auto metric, metric_of(input, metadata_at(root, benchmark, "unit", "second")));
  const auto runs = array_at(benchmark, "runs");
  if (!runs) return fail_input(input.name + ": a benchmark without runs");
  auto& set = sets.at(name.empty() ? file_name_of(input) : name, metric);
  std::uint32_t group = set.groups.empty() ? 0 : set.groups.back() + 1;
  for (const auto run : *runs) KAB_CHECK(read_run(input, run, group++, set));
  return {};
}

Result<SampleFile> read(const Input& input, const Options& options) {
  KAB_TRY(const auto document, Document::parse(input));
  const auto benchmarks = array_at(document.root(), "benchmarks");
  if (!benchmarks) return fail_input(input.name + ": no benchmarks in it");
  SampleSets sets;
  for (const auto benchmark : *benchmarks)
    KAB_CHECK(read_benchmark(input, document.root(), benchmark, sets));
  SampleFile file{.reader = "pyperf", .sets = sets.take(), .remarks = {}};
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader pyperf_reader() {
  return {.name = "pyperf",
          .summary = "pyperf's JSON: values by process, without warm-ups",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
