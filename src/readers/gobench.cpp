// Go's benchmark text: "BenchmarkName-8  1000  123 ns/op  45 MB/s". Every other line (bare names,
// logs, headers) is somebody else's; of the headers only "pkg:" matters.
#include <array>
#include <set>

#include "base/number.h"
#include "base/text.h"
#include "readers/number.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader gobench_reader();

namespace {

constexpr std::string_view kPrefix = "Benchmark";
constexpr std::string_view kPackage = "pkg: ";

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

// Names are told apart by package only where a file has several.
bool has_several_packages(std::string_view text) {
  std::set<std::string_view> packages;
  for (const auto line : split(text, '\n'))
    if (line.starts_with(kPackage)) packages.insert(trimmed(line.substr(kPackage.size())));
  return packages.size() > 1;
}

class Results {
 public:
  Results(const Input& input, const Options& options) : parser_(input.name, options.invalid) {}

  Result<void> add(const std::vector<std::string_view>& fields, std::string_view package,
                   std::size_t line) {
    std::string name(package);
    if (!name.empty()) name += '.';
    name += fields[0].substr(kPrefix.size());
    for (std::size_t i = 2; i + 1 < fields.size(); i += 2) {
      const auto known = known_of(fields[i + 1]);
      auto& set = sets_.at(name, known.metric);
      set.direction_known = known.has_direction;
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
};

Result<SampleFile> read(const Input& input, const Options& options) {
  const bool several = has_several_packages(input.text);
  Results results(input, options);
  std::string_view package;
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    if (several && line.starts_with(kPackage)) package = trimmed(line.substr(kPackage.size()));
    if (!line.starts_with(kPrefix)) continue;
    const auto fields = words(line);
    if (is_result(fields)) KAB_CHECK(results.add(fields, package, number));
  }
  return results.take();
}

}  // namespace

Reader gobench_reader() {
  return {.name = "gobench",
          .summary = "go test -bench: every unit of every benchmark",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
