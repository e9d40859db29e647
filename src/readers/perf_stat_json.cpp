// perf stat -j: one JSON object a line. The same counts and rules as those of perf stat -x.
#include <algorithm>

#include "base/number.h"
#include "base/text.h"
#include "readers/json.h"
#include "readers/lines.h"
#include "readers/part.h"
#include "readers/perf_counts.h"
#include "readers/reader.h"

namespace kab::readers {

Reader perf_stat_json_reader();

namespace {

constexpr std::string_view kRunStarts = "# started on";

bool is_object(std::string_view line) { return trimmed(line).starts_with('{'); }

Confidence recognises(const Input& input) {
  const bool is_it = any_head_line(input, [](std::string_view line) {
    return is_object(line) && line.find("\"counter-value\"") != std::string_view::npos;
  });
  return is_it ? Confidence::kCertain : Confidence::kNo;
}

std::string text_or_empty(const Node& row, std::string_view key) {
  return std::string(text_at(row, key).value_or(""));
}

// Values are strings or numbers, by perf's version; in strings the decimal mark is the locale's.
std::string number_text(const Node& row, std::string_view key) {
  if (const auto node = node_at(row, key); node && node->is_number())
    return simdjson::minify(*node);
  auto text = text_or_empty(row, key);
  std::ranges::replace(text, ',', '.');
  return std::string(trimmed(text));
}

std::string place_of(const Node& row) {
  for (const auto* key : {"core", "die", "socket", "node", "thread"})
    if (const auto text = text_at(row, key)) return std::string(*text);
  const auto cpu = number_text(row, "cpu");
  return cpu.empty() ? cpu : "CPU" + cpu;
}

PerfCount count_of(const Node& row) {
  PerfCount count;
  count.time = number_text(row, "interval");
  count.where = place_of(row);
  count.cgroup = text_or_empty(row, "cgroup");
  count.event = text_or_empty(row, "event");
  count.unit = text_or_empty(row, "unit");
  count.value = number_text(row, "counter-value");
  count.spread = number_text(row, "variance");
  if (!count.spread.empty()) count.spread += '%';
  count.running_percent = parse_double(number_text(row, "pcnt-running"));
  count.ratio = parse_double(number_text(row, "metric-value"));
  count.of_what = text_or_empty(row, "metric-unit");
  return count;
}

// `"pcnt-running" : 100,00` is what a locale makes of a number, and no JSON.
bool has_decimal_comma(std::string_view line) {
  for (auto at = line.find(','); at != std::string_view::npos; at = line.find(',', at + 1)) {
    const auto is_digit = [&](std::size_t i) { return line[i] >= '0' && line[i] <= '9'; };
    if (at > 0 && at + 1 < line.size() && is_digit(at - 1) && is_digit(at + 1)) return true;
  }
  return false;
}

Result<void> read_line(const Input& input, std::string_view line, std::size_t number,
                       PerfCounts& counts) {
  const std::string where = at_line(input.name, number);
  const auto document = Document::parse({.text = line, .name = where.substr(0, where.size() - 2)});
  if (!document)
    return fail_input(document.error().message +
                      (has_decimal_comma(line) ? "; perf ran in a locale with decimal commas: run "
                                                 "it with LC_ALL=C"
                                               : ""));
  const auto count = count_of(document->root());
  if (count.value.empty() || count.event.empty()) return {};  // a metric only
  return counts.add(count, number);
}

Result<SampleFile> read(const Input& input, const Options& options) {
  PerfCounts counts(input, options);
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    if (line.starts_with(kRunStarts)) counts.start_run();
    if (is_object(line)) KAB_CHECK(read_line(input, line, number, counts));
  }
  auto file = counts.take("perf-stat-json");
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader perf_stat_json_reader() {
  return {.name = "perf-stat-json",
          .summary = "perf stat -j: the same as one JSON object a line",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
