// hackbench: "Time: 1.234" for each run, under lines that say what ran. A run that ends without a
// time failed and is no sample.
#include <cstddef>

#include "base/text.h"
#include "readers/lines.h"
#include "readers/number.h"
#include "readers/part.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader hackbench_reader();

namespace {

constexpr std::string_view kRunning = "Running in ";
constexpr std::string_view kSender = "Each sender will pass ";
constexpr std::string_view kTime = "Time:";

bool is_time_line(std::string_view line) {
  const auto fields = words(line);
  return fields.size() == 2 && fields[0] == kTime && is_number(fields[1]);
}

Confidence recognises(const Input& input) {
  const bool names_it = any_head_line(input, [](auto line) {
    return line.starts_with(kRunning) && line.find(" groups using ") != std::string_view::npos;
  });
  if (names_it) return Confidence::kCertain;
  return any_head_line(input, is_time_line) ? Confidence::kLikely : Confidence::kNo;
}

// "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)" ->
// "hackbench process 10 groups 400 tasks": all that tells two set-ups apart.
std::string name_of(std::string_view running) {
  const auto fields = words(running.substr(kRunning.size()));
  std::string name = "hackbench";
  if (!fields.empty()) name += ' ' + std::string(fields[0]);
  for (std::size_t i = 0; i + 1 < fields.size(); ++i)
    for (const std::string_view counted : {"groups", "tasks"})
      if (fields[i + 1].starts_with(counted))
        name += ' ' + std::string(fields[i]) + ' ' + std::string(counted);
  return name;
}

class Runs {
 public:
  Runs(const Input& input, const Options& options)
      : name_(input.name), parser_(input.name, options.invalid) {}

  Result<void> add(std::string_view line, std::size_t number) {
    if (line.starts_with(kRunning)) {
      end_run();
      benchmark_ = name_of(line);
      is_open_ = true;
    } else if (line.starts_with(kSender)) {
      benchmark_ += ", " + std::string(trimmed(line.substr(kSender.size())));
    } else if (line.starts_with(kTime)) {
      return add_time(line, number);
    } else if (is_open_ && last_words_.empty()) {
      last_words_ = trimmed(line);
    }
    return {};
  }

  SampleFile take() {
    end_run();
    SampleFile file{.reader = "hackbench", .sets = sets_.take(), .remarks = parser_.remarks()};
    if (failed_ > 0)
      file.remarks.push_back({.code = "failed-runs",
                              .text = name_ + ": " + std::to_string(failed_) + " of " +
                                      std::to_string(runs_) +
                                      " runs ended without a time and are left out" +
                                      (why_.empty() ? "" : " (" + in_quotes(why_) + ")")});
    return file;
  }

 private:
  Result<void> add_time(std::string_view line, std::size_t number) {
    auto& set = sets_.at(benchmark_, model::wall_metric());
    is_open_ = false;
    last_words_.clear();
    ++runs_;
    return parser_.parse(trimmed(line.substr(kTime.size())), number, set.values);
  }

  void end_run() {
    if (!is_open_) return;
    ++runs_;
    ++failed_;
    if (why_.empty()) why_ = last_words_;
    is_open_ = false;
    last_words_.clear();
  }

  std::string name_;
  ValueParser parser_;
  SampleSets sets_;
  std::string benchmark_ = "hackbench";
  bool is_open_ = false;    // a run was announced and its time has not come
  std::string last_words_;  // what an open run said first
  std::string why_;
  std::size_t runs_ = 0;
  std::size_t failed_ = 0;
};

Result<SampleFile> read(const Input& input, const Options& options) {
  Runs runs(input, options);
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) KAB_CHECK(runs.add(line, ++number));
  auto file = runs.take();
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader hackbench_reader() {
  return {.name = "hackbench",
          .summary = "hackbench: the time of each run",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
