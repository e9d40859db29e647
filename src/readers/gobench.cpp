// Go's benchmark text: "BenchmarkName-8  1000  123 ns/op  45 MB/s", under labels ("note: before")
// that hold until they change, and lines that tell about units ("Unit widgets better=higher").
// Every other line (bare names, logs) is somebody else's. Format: golang.org/design/14313.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/number.h"
#include "base/text.h"
#include "readers/number.h"
#include "readers/part.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader gobench_reader();

namespace {

constexpr std::string_view kPrefix = "Benchmark";
constexpr std::string_view kPackage = "pkg";
constexpr std::string_view kUnit = "Unit ";

// A name, the number of iterations, then pairs of value and unit.
bool is_result(const std::vector<std::string_view>& fields) {
  return fields.size() >= 4 && fields.size() % 2 == 0 && fields[0].starts_with(kPrefix) &&
         fields[0].size() > kPrefix.size() && parse_uint(fields[1]).has_value() &&
         is_number(fields[2]);
}

// Searches for the word first: every file of any kind comes by here, some with millions of lines.
Confidence recognises(const Input& input) {
  for (auto at = input.text.find(kPrefix); at != std::string_view::npos;
       at = input.text.find(kPrefix, at + 1)) {
    const bool starts_line = at == 0 || input.text[at - 1] == '\n';
    const auto line = input.text.substr(at, input.text.find('\n', at) - at);
    if (starts_line && is_result(words(line))) return Confidence::kCertain;
  }
  return Confidence::kNo;
}

struct Known {
  model::Metric metric;
  bool has_direction;
};

// The testing package's own units; a unit of the user's has no direction that anybody could know.
Known known_of(std::string_view unit) {
  using model::Better;
  const std::array<model::Metric, 4> own = {{{"time", "ns/op", Better::kLower},
                                             {"MB/s", "MB/s", Better::kHigher},
                                             {"memory", "B/op", Better::kLower},
                                             {"allocations", "allocs/op", Better::kLower}}};
  for (const auto& metric : own)
    if (metric.unit == unit) return {.metric = metric, .has_direction = true};
  const auto direction = model::direction_of_unit(unit);
  return {.metric = {.name = std::string(unit),
                     .unit = std::string(unit),
                     .better = direction.value_or(Better::kLower)},
          .has_direction = direction.has_value()};
}

struct Label {
  std::string_view key;
  std::string_view value;
};

// "note: before". Keys start in lower case and hold neither blanks nor capitals.
std::optional<Label> label_of(std::string_view line) {
  constexpr std::string_view kKeyEnds = " \t:ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const auto end = line.find_first_of(kKeyEnds);
  if (end == std::string_view::npos || end == 0 || line[end] != ':') return std::nullopt;
  if (line[0] < 'a' || line[0] > 'z') return std::nullopt;
  const auto value = line.substr(end + 1);
  if (!value.empty() && value[0] != ' ' && value[0] != '\t') return std::nullopt;
  return Label{.key = line.substr(0, end), .value = trimmed(value)};
}

// Labels tell benchmarks of one name apart, but only where a file has several values of one.
class Labels {
 public:
  explicit Labels(std::string_view text) {
    std::map<std::string_view, std::set<std::string_view>> values;
    bool has_result = false;
    for (const auto line : split(text, '\n')) {
      if (const auto label = label_of(line)) {
        current_[label->key] = label->value;
      } else if (line.starts_with(kPrefix) && is_result(words(line))) {
        has_result = true;
        for (const auto& [key, value] : current_) values[key].insert(value);
      }
    }
    current_.clear();
    for (const auto& [key, found] : values)
      if (has_result && found.size() > 1) telling_[key] = {found.begin(), found.end()};
  }

  bool take(std::string_view line) {
    const auto label = label_of(line);
    if (label) current_[label->key] = label->value;
    return label.has_value();
  }

  /// Whether `part` is a value of a label, or "key=value".
  bool knows(std::string_view part) const {
    return std::ranges::any_of(telling_, [&](const auto& label) {
      return std::ranges::any_of(label.second,
                                 [&](auto value) { return fits(label.first, value, part); });
    });
  }

  bool selects(std::string_view part) const {
    return std::ranges::any_of(telling_, [&](const auto& label) {
      const auto now = current_.find(label.first);
      return now != current_.end() && fits(label.first, now->second, part);
    });
  }

  /// `benchmark` with the package in front and all other telling labels behind, without the one
  /// that `part` selects.
  std::string name_of(std::string_view benchmark, std::string_view part) const {
    std::string name(benchmark);
    for (const auto& [key, unused] : telling_) {
      const auto now = current_.find(key);
      if (now == current_.end() || fits(key, now->second, part)) continue;
      if (key == kPackage) {
        name = std::string(now->second) + '.' + name;
      } else {
        name += " " + std::string(key) + "=" + std::string(now->second);
      }
    }
    return name;
  }

 private:
  static bool fits(std::string_view key, std::string_view value, std::string_view part) {
    return part == value || (part.starts_with(key) && part.substr(key.size()).starts_with('=') &&
                             part.substr(key.size() + 1) == value);
  }

  std::map<std::string_view, std::string_view> current_;
  std::map<std::string_view, std::vector<std::string_view>> telling_;
};

// "Unit widgets better=higher": the direction that a file itself gives a unit.
std::map<std::string_view, model::Better> directions_of(std::string_view text) {
  std::map<std::string_view, model::Better> directions;
  for (const auto line : split(text, '\n')) {
    if (!line.starts_with(kUnit)) continue;
    const auto fields = words(line);
    for (std::size_t i = 2; i < fields.size(); ++i) {
      if (fields[i] == "better=higher") directions[fields[1]] = model::Better::kHigher;
      if (fields[i] == "better=lower") directions[fields[1]] = model::Better::kLower;
    }
  }
  return directions;
}

class Results {
 public:
  Results(const Input& input, const Options& options)
      : parser_(input.name, options.invalid), directions_(directions_of(input.text)) {}

  Result<void> add(const std::vector<std::string_view>& fields, const std::string& benchmark,
                   std::size_t line) {
    for (std::size_t i = 2; i + 1 < fields.size(); i += 2) {
      auto known = known_of(fields[i + 1]);
      const auto said = directions_.find(fields[i + 1]);
      if (said != directions_.end()) known.metric.better = said->second;
      auto& set = sets_.at(benchmark, known.metric);
      set.direction_known = known.has_direction || said != directions_.end();
      KAB_CHECK(parser_.parse(fields[i], line, set.values));
    }
    return {};
  }

  SampleFile take() {
    return {.reader = "gobench", .sets = sets_.take(), .remarks = parser_.remarks()};
  }

 private:
  ValueParser parser_;
  SampleSets sets_;
  std::map<std::string_view, model::Better> directions_;
};

// "x.txt:before" and "x.txt:note=before" are the benchmarks under a label; any other part names one
// benchmark.
Result<SampleFile> read(const Input& input, const Options& options) {
  Labels labels(input.text);
  const bool by_label = labels.knows(options.column);
  const std::string_view label = by_label ? std::string_view(options.column) : "";
  Results results(input, options);
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    if (labels.take(line) || !line.starts_with(kPrefix)) continue;
    const auto fields = words(line);
    if (!is_result(fields) || (by_label && !labels.selects(label))) continue;
    const auto name = labels.name_of(fields[0].substr(kPrefix.size()), label);
    KAB_CHECK(results.add(fields, name, number));
  }
  auto file = results.take();
  if (!by_label) KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader gobench_reader() {
  return {.name = "gobench",
          .summary = "go test -bench: every unit of every benchmark",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
