#include "readers/read_samples.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "readers/encoding.h"
#include "readers/json.h"
#include "readers/registry.h"

namespace kab::readers {
namespace {

constexpr std::string_view kStandardInput = "standard input";

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const auto& reader : all_readers()) all.push_back(reader.name);
  return all;
}

std::string names_text() {
  const auto all = names();
  return joined(std::vector<std::string>(all.begin(), all.end()), ", ");
}

Result<Reader> reader_named(const std::string& name) {
  for (const auto& reader : all_readers())
    if (reader.name == name) return reader;
  const auto near = nearest(name, names());
  return fail_input(
      "there is no reader " + in_quotes(name) +
      (near.empty() ? "; there are " + names_text() : "; did you mean " + std::string(near) + "?"));
}

std::string_view first_line_of(std::string_view text) {
  const auto from = std::min(text.find_first_not_of(" \t\n"), text.size());
  return text.substr(from, text.substr(from).find('\n'));
}

// Text that no reader claims and that is no JSON is taken for numbers with something wrong in them:
// the plain reader then names the line.
Result<Reader> reader_for(const Input& input) {
  const Reader* best = nullptr;
  auto confidence = Confidence::kNo;
  for (const auto& reader : all_readers()) {
    const auto sure = reader.recognises(input);
    if (sure <= confidence) continue;
    confidence = sure;
    best = &reader;
  }
  if (best != nullptr) return *best;
  const auto first = first_line_of(input.text);
  if (!first.starts_with('{') && !first.starts_with('[')) return reader_named("plain");
  KAB_CHECK(Document::parse(input));
  return fail_input(input.name + " is JSON, but of no kind that kab knows (" + names_text() +
                    "); --reader NAME forces one");
}

bool is_open(const SampleSet& set) { return set.metric.unit.empty() || !set.direction_known; }

// A unit carries its direction; one that does not leaves a direction that the file gave alone.
void apply_unit(SampleSet& set, const std::string& unit) {
  if (unit.empty() || !set.metric.unit.empty()) return;
  set.metric.unit = unit;
  const auto direction = model::direction_of_unit(unit);
  if (!direction) return;
  set.metric.better = *direction;
  set.direction_known = true;
}

// What the user says of unit and direction fills in what the file leaves open, where --unit is
// given only in that unit. A direction may also be overruled where a file leaves none open; a unit
// never: that would rename numbers without converting them.
void apply_words(SampleFile& file, const Input& input, const Options& options) {
  const bool any_open = std::ranges::any_of(file.sets, is_open);
  bool unit_used = false;
  for (auto& set : file.sets) {
    const bool meant = is_open(set) || !any_open;
    apply_unit(set, options.unit);
    const bool in_unit = set.metric.unit == options.unit;
    unit_used = unit_used || in_unit;
    if (!options.better || !meant || !(in_unit || options.unit.empty())) continue;
    set.metric.better = *options.better;
    set.direction_known = true;
  }
  if (!options.unit.empty() && !unit_used)
    file.remarks.push_back(
        {.code = "unit-ignored",
         .text = input.name + " says its units itself; " + options.unit + " is not used"});
}

Result<void> check_values(const SampleFile& file, const Input& input) {
  const bool any =
      std::ranges::any_of(file.sets, [](const auto& set) { return !set.values.empty(); });
  if (any) return {};
  std::string why;
  for (const auto& remark : file.remarks) why += "; " + remark.text;
  return fail_input(input.name + " holds no samples" + why);
}

}  // namespace

std::string file_name_of(const Input& input) {
  return input.name.substr(input.name.rfind('/') + 1);
}

Result<SampleFile> read_samples_of(std::string bytes, const std::string& name,
                                   const Options& options) {
  if (bytes.empty()) return fail_input(name + " is empty: it holds no samples; take them again");
  KAB_TRY(const auto text, decoded(std::move(bytes), name));
  const Input input{.text = text, .name = name, .room_behind = text.capacity() - text.size()};
  KAB_TRY(const auto reader,
          options.reader.empty() ? reader_for(input) : reader_named(options.reader));
  KAB_TRY(auto file, reader.read(input, options));
  KAB_CHECK(check_values(file, input));
  std::erase_if(file.sets, [](const auto& set) { return set.values.empty(); });
  apply_words(file, input, options);
  return file;
}

Result<SampleFile> read_samples(const std::string& path, const Options& options) {
  const std::string name = path == "-" ? std::string(kStandardInput) : path;
  KAB_TRY(auto bytes, path == "-" ? read_all(STDIN_FILENO, name) : read_file(path));
  return read_samples_of(std::move(bytes), name, options);
}

}  // namespace kab::readers
