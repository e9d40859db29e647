// hyperfine --export-json: the wall time of every run, in seconds. A run that failed is no sample.
// Its user and system times are means only, so they are not read.
#include "readers/json.h"
#include "readers/part.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader hyperfine_reader();

namespace {

Confidence recognises(const Input& input) {
  return is_json_with(input, {"results", "command", "mean"}) ? Confidence::kCertain
                                                             : Confidence::kNo;
}

// null is a run that a signal ended.
std::vector<bool> failures_of(const Node& result, std::size_t runs) {
  std::vector<bool> failed(runs, false);
  const auto codes = array_at(result, "exit_codes");
  if (!codes) return failed;
  std::size_t i = 0;
  for (const auto code : *codes) {
    if (i == runs) break;
    std::int64_t value = 1;
    failed[i++] = code.get(value) != simdjson::SUCCESS || value != 0;
  }
  return failed;
}

model::Remark failed_remark(const Input& input, std::string_view command, std::size_t failed,
                            std::size_t runs) {
  return {.code = "failed-runs",
          .text = input.name + ": " + std::to_string(failed) + " of " + std::to_string(runs) +
                  " runs of " + std::string(command) + " failed and are left out"};
}

// The same command twice is two groups of one set.
Result<void> read_result(const Input& input, const Node& result, std::uint32_t group,
                         SampleSets& sets, std::vector<model::Remark>& remarks) {
  const auto command = text_at(result, "command");
  const auto times = array_at(result, "times");
  if (!command) return fail_input(input.name + ": a result without a command");
  if (!times)
    return fail_input(input.name + ": " + std::string(*command) +
                      " has no times, only a summary; export it again with all runs");
  auto& set = sets.at(*command, model::wall_metric());
  const auto failed = failures_of(result, times->size());
  std::size_t run = 0;
  std::size_t left_out = 0;
  for (const auto time : *times) {
    double seconds = 0;
    if (time.get(seconds) != simdjson::SUCCESS)
      return fail_input(input.name + ": a time of " + std::string(*command) + " is no number");
    if (failed[run++]) {
      ++left_out;
      continue;
    }
    set.values.push_back(seconds);
    set.groups.push_back(group);
  }
  if (left_out > 0) remarks.push_back(failed_remark(input, *command, left_out, times->size()));
  return {};
}

void drop_single_groups(std::vector<SampleSet>& sets) {
  for (auto& set : sets)
    if (!set.groups.empty() && set.groups.front() == set.groups.back()) set.groups.clear();
}

Result<SampleFile> read(const Input& input, const Options& options) {
  KAB_TRY(const auto document, Document::parse(input));
  const auto results = array_at(document.root(), "results");
  if (!results) return fail_input(input.name + ": no results in it");
  SampleSets sets;
  SampleFile file{.reader = "hyperfine", .sets = {}, .remarks = {}};
  std::uint32_t group = 0;
  for (const auto result : *results)
    KAB_CHECK(read_result(input, result, group++, sets, file.remarks));
  file.sets = sets.take();
  drop_single_groups(file.sets);
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader hyperfine_reader() {
  return {.name = "hyperfine",
          .summary = "hyperfine --export-json: wall times of the runs",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
