// perf bench: the blocks that its benchmarks print, any number in a file. One block is one process
// and one value; repetitions inside it ("[Run 1]") are values of one group.
#include <array>
#include <cstddef>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "readers/lines.h"
#include "readers/number.h"
#include "readers/part.h"
#include "readers/perf_bench_block.h"
#include "readers/quantity.h"
#include "readers/reader.h"

namespace kab::readers {

Reader perf_bench_reader();

namespace {

using Fields = std::vector<std::string_view>;

constexpr std::string_view kRunning = "# Running ";
constexpr std::string_view kExecuted = "# Executed ";
constexpr std::string_view kFunction = "# function ";
constexpr std::string_view kSummary = "Run summary ";
constexpr std::string_view kRun = "[Run ";

const model::Metric kRate{.name = "op/s", .unit = "op/s", .better = model::Better::kHigher};

bool is_total(const Fields& fields) {
  return fields.size() == 4 && fields[0] == "Total" && fields[1] == "time:";
}

Confidence recognises(const Input& input) {
  const bool is_it = any_head_line(input, [](std::string_view line) {
    return (line.starts_with(kRunning) && line.find(" benchmark") != std::string_view::npos) ||
           line.starts_with(kExecuted) || (line.starts_with(' ') && is_total(words(line)));
  });
  return is_it ? Confidence::kCertain : Confidence::kNo;
}

// "# Running 'sched/pipe' benchmark:" and "# Running sched/pipe benchmark..." -> "sched/pipe".
std::string benchmark_of(std::string_view line) {
  const auto fields = words(line.substr(kRunning.size()));
  if (fields.empty()) return "";
  auto name = fields[0];
  if (name.starts_with('\'')) name = name.substr(1, name.find('\'', 1) - 1);
  return std::string(name);
}

class Blocks {
 public:
  Blocks(const Input& input, const Options& options)
      : name_(input.name), parser_(input.name, options.invalid) {}

  Result<void> add(std::string_view line, std::size_t number) {
    const auto fields = words(line);
    if (fields.empty()) return {};
    if (line.starts_with('#')) {
      add_heading(line, fields);
      return {};
    }
    if (line.starts_with(kSummary)) {
      add_threads(fields);
      return {};
    }
    if (line.starts_with("[thread")) return {};  // parts of the average that follows
    return add_result(line, fields, number);
  }

  SampleFile take() {
    end_block();
    SampleFile file{.reader = "perf-bench", .sets = sets_.take(), .remarks = parser_.remarks()};
    drop_groups_of_one(file.sets);
    file.remarks.insert(file.remarks.end(), remarks_.begin(), remarks_.end());
    return file;
  }

 private:
  void add_heading(std::string_view line, const Fields& fields) {
    if (line.starts_with(kRunning)) {
      end_block();
      block_ = {};
      block_.benchmark = benchmark_of(line);
    } else if (line.starts_with(kExecuted) && fields.size() > 3) {
      end_results();
      block_.operations = parse_uint(fields[2]);
      block_.executed = fields[3];
    } else if (line.starts_with(kFunction) && fields.size() > 2) {
      end_results();
      const auto function = fields[2];
      block_.details = {std::string(function.substr(1, function.size() - 2))};
    } else if (fields.size() > 3 && fields[3] == "bytes") {
      block_.details.emplace_back(fields[2]);  // "# Copying 1MB bytes ..."
    } else if (fields.size() > 5 && fields[2] == "groups") {
      block_.details.push_back(std::string(fields[1]) + " groups " + std::string(fields[4]) + " " +
                               std::string(fields[5]));  // "# 10 groups == 400 processes run"
    }
  }

  void add_threads(const Fields& fields) {
    for (std::size_t i = 1; i < fields.size(); ++i)
      if (fields[i].starts_with("threads") && parse_uint(fields[i - 1])) {
        block_.details.push_back(std::string(fields[i - 1]) + " threads");
        return;
      }
  }

  Result<void> add_result(std::string_view line, const Fields& fields, std::size_t number) {
    if (is_total(fields)) return add_total(fields, number);
    if (fields[0] == "Averaged" && fields.size() > 2) return add_average(fields, number);
    if (const auto found = time_behind_in(fields)) return add_timed(line, *found, fields, number);
    if (fields.size() == 1 && !block_.benchmark.empty() && !has_results(block_))
      return add_simple(fields[0], number);
    if (fields.size() == 2) return add_with_unit(fields, number);
    return {};
  }

  Result<void> add_total(const Fields& fields, std::size_t number) {
    const auto unit = fields[3] == "[sec]" ? std::string_view("s") : fields[3];
    const auto base = base_unit_of(unit);
    if (!base) return fail_input(at_line(name_, number) + in_quotes(unit) + " is no known unit");
    KAB_TRY(const auto value, number_of(fields[2], number));
    if (value) block_.total_s = *value * base->factor / 1e9;
    return {};
  }

  // "Averaged 4698112 operations/sec (+- 0.06%), total secs = 10"; "Averaged 12345 ADD operations".
  Result<void> add_average(const Fields& fields, std::size_t number) {
    KAB_TRY(const auto value, number_of(fields[1], number));
    model::Metric metric = kRate;
    if (fields[2] != "operations/sec")
      metric = {.name = std::string(fields[2]), .unit = "op", .better = model::Better::kHigher};
    if (value) block_.results.push_back({.metric = metric, .value = *value});
    return {};
  }

  // "Wokeup 4 of 4 threads in 0.0230 ms": the index of the number behind "in" or "took:".
  static std::optional<std::size_t> time_behind_in(const Fields& fields) {
    for (std::size_t i = 1; i + 2 < fields.size(); ++i)
      if ((fields[i] == "in" || fields[i] == "took:") && is_number(fields[i + 1]) &&
          base_unit_of(fields[i + 2]))
        return i + 1;
    return std::nullopt;
  }

  // "Average data synthesis took: 571.9 usec": one benchmark may time several things.
  static std::string timed_name(const Fields& fields, std::size_t at) {
    if (fields[0] != "Average") return "time";
    return joined({fields.begin() + 1, fields.begin() + static_cast<std::ptrdiff_t>(at) - 1}, " ");
  }

  Result<void> add_timed(std::string_view line, std::size_t at, const Fields& fields,
                         std::size_t number) {
    KAB_TRY(const auto value, number_of(fields[at], number));
    if (!value) return {};
    auto& values = line.starts_with(kRun) ? block_.runs : block_.results;
    const auto base = base_unit_of(fields[at + 1]);
    values.push_back({.metric = {.name = timed_name(fields, at),
                                 .unit = base->base,
                                 .better = model::Better::kLower},
                      .value = *value * base->factor});
    return {};
  }

  // -f simple: seconds in all, or for memory functions bytes per second.
  Result<void> add_simple(std::string_view field, std::size_t number) {
    KAB_TRY(const auto value, number_of(field, number));
    if (!value) return {};
    if (!block_.benchmark.starts_with("mem/")) {
      block_.total_s = value;
      return {};
    }
    block_.results.push_back(
        {.metric = {.name = "B/s", .unit = "B/s", .better = model::Better::kHigher},
         .value = *value});
    return {};
  }

  Result<void> add_with_unit(const Fields& fields, std::size_t number) {
    const auto unit = fields[1];
    auto* const place = unit == "usecs/op"  ? &block_.us_per_op
                        : unit == "ops/sec" ? &block_.ops_per_s
                                            : nullptr;
    const auto base = base_unit_of(unit, Kilo::k1024);
    if (place == nullptr && !(base && base->base == "B/s")) return {};
    KAB_TRY(const auto value, number_of(fields[0], number));
    if (!value) return {};
    if (place != nullptr) {
      *place = value;
    } else {
      block_.results.push_back(
          {.metric = {.name = "B/s", .unit = "B/s", .better = model::Better::kHigher},
           .value = *value * base->factor});
    }
    return {};
  }

  // Nothing where nan and inf are skipped.
  Result<std::optional<double>> number_of(std::string_view field, std::size_t number) {
    std::vector<double> values;
    KAB_CHECK(parser_.parse(field, number, values));
    return values.empty() ? std::nullopt : std::optional(values.front());
  }

  // A benchmark prints several blocks under one heading.
  void end_results() {
    if (!has_results(block_)) return;
    end_block();
    PerfBenchBlock next;
    next.benchmark = std::move(block_.benchmark);
    block_ = std::move(next);
  }

  void end_block() {
    if (!has_results(block_)) {
      if (!block_.benchmark.empty())
        remarks_.push_back(
            {.code = "not-measured", .text = name_ + ": " + name_of(block_) + " gave no result"});
      return;
    }
    add_block(block_, group_++, sets_);
    if (const auto text = disagreement_of(block_))
      remarks_.push_back(
          {.code = "inconsistent",
           .text = name_ + ": " + name_of(block_) + " contradicts itself: " + *text});
  }

  std::string name_;
  ValueParser parser_;
  SampleSets sets_;
  PerfBenchBlock block_;
  std::uint32_t group_ = 0;
  std::vector<model::Remark> remarks_;
};

Result<SampleFile> read(const Input& input, const Options& options) {
  Blocks blocks(input, options);
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) KAB_CHECK(blocks.add(line, ++number));
  auto file = blocks.take();
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader perf_bench_reader() {
  return {.name = "perf-bench",
          .summary = "perf bench: sched, syscall, mem, futex, epoll; any number of blocks",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
