// vdsotest: "clock-gettime-monotonic: vdso: 111 nsec/call". A path that was not tested is missing.
#include <cstddef>
#include <optional>

#include "base/text.h"
#include "readers/lines.h"
#include "readers/number.h"
#include "readers/part.h"
#include "readers/quantity.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader vdsotest_reader();

namespace {

constexpr std::string_view kNotTested = "not tested";

struct Row {
  std::string benchmark;  // function and path, as in "getcpu vdso"
  std::string_view result;
};

std::optional<Row> row_of(std::string_view line) {
  const auto parts = split(line, ':');
  if (parts.size() != 3 || trimmed(parts[0]).empty()) return std::nullopt;
  const auto path = trimmed(parts[1]);
  const auto result = trimmed(parts[2]);
  if (path != "syscall" && path != "libc" && path != "vdso") return std::nullopt;
  if (!result.ends_with("/call") && result != kNotTested) return std::nullopt;
  return Row{.benchmark = std::string(trimmed(parts[0])) + " " + std::string(path),
             .result = result};
}

Confidence recognises(const Input& input) {
  return any_head_line(input, [](auto line) { return row_of(line).has_value(); })
             ? Confidence::kCertain
             : Confidence::kNo;
}

Result<void> read_row(const Row& row, const Input& input, std::size_t line, ValueParser& parser,
                      SampleSets& sets) {
  const auto fields = words(row.result);
  const auto unit = fields.size() == 2 ? base_unit_of(fields[1]) : std::nullopt;
  if (!unit)
    return fail_input(at_line(input.name, line) + in_quotes(row.result) + " is no time per call");
  auto& set = sets.at(row.benchmark, model::time_metric());
  const auto before = set.values.size();
  KAB_CHECK(parser.parse(fields[0], line, set.values));
  if (set.values.size() > before) set.values.back() *= unit->factor;
  return {};
}

Result<SampleFile> read(const Input& input, const Options& options) {
  ValueParser parser(input.name, options.invalid);
  SampleSets sets;
  std::vector<std::string> missing;
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    const auto row = row_of(line);
    if (!row) continue;
    if (row->result == kNotTested) {
      missing.push_back(row->benchmark);
    } else {
      KAB_CHECK(read_row(*row, input, number, parser, sets));
    }
  }
  SampleFile file{.reader = "vdsotest", .sets = sets.take(), .remarks = parser.remarks()};
  if (!missing.empty())
    file.remarks.push_back(
        {.code = "not-measured", .text = input.name + ": not tested: " + joined(missing, ", ")});
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader vdsotest_reader() {
  return {.name = "vdsotest",
          .summary = "vdsotest: time per call of each clock function and path",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
