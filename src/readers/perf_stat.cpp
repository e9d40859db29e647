// perf stat -x: counts between separators. What perf could not count is missing, not 0; intervals,
// CPUs and cgroups stay apart; a decimal comma is understood or refused, never half read.
#include <array>
#include <optional>

#include "base/text.h"
#include "readers/lines.h"
#include "readers/part.h"
#include "readers/perf_row.h"
#include "readers/reader.h"

namespace kab::readers {

Reader perf_stat_reader();

namespace {

using Kind = PerfRow::Kind;

// In this order: events hold slashes and colons, and units blanks.
constexpr std::array kSeparators = {',', ';', '\t', '|', '/', ':', ' '};

constexpr std::string_view kRunStarts = "# started on";

bool is_perf_line(std::string_view line, char separator) {
  const auto kind = perf_row_of(line, separator).kind;
  return kind == Kind::kCount || kind == Kind::kLocale;
}

std::optional<char> separator_of(const Input& input) {
  std::optional<char> found;
  any_head_line(input, [&](std::string_view line) {
    for (const char separator : kSeparators) {
      if (!is_perf_line(line, separator)) continue;
      found = separator;
      return true;
    }
    return false;
  });
  return found;
}

Confidence recognises(const Input& input) {
  return separator_of(input) ? Confidence::kCertain : Confidence::kNo;
}

std::unexpected<Error> locale_error(const Input& input, std::size_t line) {
  return fail_input(
      at_line(input.name, line) +
      "commas stand both between fields and in numbers, for perf ran in a locale with "
      "decimal commas; run it with LC_ALL=C, or with -x ';'");
}

Result<void> read_row(const Input& input, const PerfRow& row, std::size_t line,
                      PerfCounts& counts) {
  switch (row.kind) {
    case Kind::kOther:
      return {};
    case Kind::kLocale:
      return locale_error(input, line);
    case Kind::kShifted:
      return fail_input(
          at_line(input.name, line) +
          "the fields of this line are in no order that perf stat -x is known to use");
    case Kind::kCount:
      break;
  }
  // With --summary the sums of all intervals follow; they are no further samples.
  return row.count.where == "summary" ? Result<void>() : counts.add(row.count, line);
}

Result<SampleFile> read(const Input& input, const Options& options) {
  const auto separator = separator_of(input);
  if (!separator) return fail_input(input.name + " holds no line of perf stat -x");
  PerfCounts counts(input, options);
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    if (line.starts_with(kRunStarts)) counts.start_run();
    KAB_CHECK(read_row(input, perf_row_of(line, *separator), number, counts));
  }
  auto file = counts.take("perf-stat");
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader perf_stat_reader() {
  return {.name = "perf-stat",
          .summary = "perf stat -x: events of each run or interval, CPU and cgroup",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
