#include "readers/side.h"

#include <algorithm>

#include "base/number.h"
#include "base/text.h"

namespace kab::readers {

Result<std::size_t> side_of(const Input& input, const std::vector<std::string>& names,
                            const std::string& part) {
  const auto file = file_name_of(input);
  const auto sides = input.name + " holds " + std::to_string(names.size()) + " sides (" +
                     joined(names, ", ") + ")";
  if (part.empty())
    return fail_input(sides + "; name one of them, as in " + file + ":1 against " + file + ":2");
  const auto exact = std::ranges::find(names, part);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  const auto starts = [&](const std::string& name) { return name.starts_with(part); };
  const auto number = parse_uint(part);
  if (number && *number >= 1 && *number <= names.size())
    return static_cast<std::size_t>(*number) - 1;
  if (std::ranges::count_if(names, starts) != 1)
    return fail_input(sides + ", but " + in_quotes(part) + " is not one of them");
  return static_cast<std::size_t>(std::ranges::find_if(names, starts) - names.begin());
}

}  // namespace kab::readers
