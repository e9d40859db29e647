#include "fuzz/soundness.h"

#include <algorithm>
#include <cmath>

#include "readers/read_samples.h"

namespace kab::fuzz {
namespace {

std::string wrong_with(const readers::SampleSet& set) {
  if (set.values.empty()) return "a set without values";
  if (!std::ranges::all_of(set.values, [](double value) { return std::isfinite(value); }))
    return "a value that is not finite";
  if (!set.groups.empty() && set.groups.size() != set.values.size())
    return "not one group for each value";
  return "";
}

std::string wrong_with(const Result<readers::SampleFile>& file) {
  if (!file) {
    if (file.error().kind != ErrorKind::kInput) return "an error that is not the user's";
    if (file.error().message.empty()) return "an error without words";
    return file.error().message.find('\n') != std::string::npos ? "an error of several lines" : "";
  }
  if (file->sets.empty()) return "neither samples nor an error";
  for (const auto& set : file->sets)
    if (auto wrong = wrong_with(set); !wrong.empty()) return wrong;
  return "";
}

}  // namespace

std::string unsoundness(std::string_view bytes, const std::string& reader) {
  for (const auto invalid : {readers::Invalid::kRefuse, readers::Invalid::kSkip})
    for (const auto* column : {"", "2"}) {
      const readers::Options options{.reader = reader, .invalid = invalid, .column = column};
      const auto wrong = wrong_with(readers::read_samples_of(std::string(bytes), "input", options));
      if (!wrong.empty()) return wrong;
    }
  return "";
}

}  // namespace kab::fuzz
