#include "readers/part.h"

#include <algorithm>

#include "base/number.h"
#include "base/text.h"

namespace kab::readers {
namespace {

std::vector<std::string> benchmarks_of(const SampleFile& file) {
  std::vector<std::string> names;
  for (const auto& set : file.sets)
    if (std::ranges::find(names, set.benchmark) == names.end()) names.push_back(set.benchmark);
  return names;
}

// Cut where it would fill the screen.
std::string listed(std::vector<std::string> names) {
  constexpr std::size_t kMost = 12;
  if (names.size() > kMost) {
    names.resize(kMost);
    names.emplace_back("...");
  }
  return joined(names, ", ");
}

}  // namespace

Result<void> keep_part(SampleFile& file, const Input& input, const std::string& part) {
  if (part.empty()) return {};
  const auto names = benchmarks_of(file);
  auto wanted = std::ranges::find(names, part);
  const auto number = parse_uint(part);
  if (wanted == names.end() && number && *number >= 1 && *number <= names.size())
    wanted = names.begin() + static_cast<std::ptrdiff_t>(*number - 1);
  if (wanted == names.end())
    return fail_input(input.name + " has no benchmark " + in_quotes(part) + ", but " +
                      listed(names));
  std::erase_if(file.sets, [&](const auto& set) { return set.benchmark != *wanted; });
  return {};
}

}  // namespace kab::readers
