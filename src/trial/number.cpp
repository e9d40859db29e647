#include "trial/number.h"

#include <cmath>
#include <optional>
#include <regex>

#include "base/number.h"
#include "base/text.h"
#include "model/json.h"

namespace kab::trial {
namespace {

constexpr std::string_view kJsonPrefix = "json:";

Result<double> finite(std::string_view text, std::string_view where) {
  const auto value = parse_double(trimmed(text));
  if (!value)
    return fail_unavailable("the command printed no number" + std::string(where) + ": " +
                            in_quotes(trimmed(text)));
  if (!std::isfinite(*value))
    return fail_unavailable("the command printed " + in_quotes(trimmed(text)) +
                            ", which is not a finite number");
  return *value;
}

// Line by line: std::regex recurses with the length of what it searches.
Result<double> by_regex(const std::string& how, std::string_view output) {
  const std::regex pattern(how);
  std::string last;
  bool found = false;
  for (const auto part : split(output, '\n')) {
    const std::string line(part);
    for (std::sregex_iterator match(line.begin(), line.end(), pattern), end; match != end;
         ++match) {
      last = match->size() > 1 ? (*match)[1].str() : match->str();
      found = true;
    }
  }
  if (!found)
    return fail_unavailable("nothing in the command's output matches --number " + in_quotes(how) +
                            ": " + in_quotes(trimmed(output)));
  return finite(last, " where --number matches");
}

Result<double> by_pointer(const std::string& how, std::string_view output) {
  const auto json = model::parse_json(output, "the command's output");
  if (!json) return fail_unavailable(json.error().message);
  const model::Json::json_pointer pointer(how.substr(kJsonPrefix.size()));
  if (!json->contains(pointer))
    return fail_unavailable("the command's JSON has nothing at " + in_quotes(how));
  const auto& value = json->at(pointer);
  if (value.is_number()) return finite(value.dump(), "");
  if (value.is_string()) return finite(value.get<std::string>(), "");
  return fail_unavailable("the command's JSON has no number at " + in_quotes(how));
}

}  // namespace

Result<NumberSource> NumberSource::parse(std::string_view how) {
  if (how == "stdout") return NumberSource(Kind::kWhole, std::string(how));
  try {
    if (how.starts_with(kJsonPrefix)) {
      const model::Json::json_pointer pointer(std::string(how.substr(kJsonPrefix.size())));
      return NumberSource(Kind::kPointer, std::string(how));
    }
    const std::regex pattern{std::string(how)};
    return NumberSource(Kind::kRegex, std::string(how));
  } catch (const std::exception& problem) {
    return fail_input("--number " + in_quotes(how) + " is not understood (" + problem.what() +
                      "); say stdout, json:/pointer or a regular expression");
  }
}

Result<double> NumberSource::number_in(std::string_view output) const {
  switch (kind_) {
    case Kind::kWhole:
      return finite(output, " alone");
    case Kind::kRegex:
      return by_regex(how_, output);
    case Kind::kPointer:
      return by_pointer(how_, output);
  }
  return fail_unavailable("no number");
}

}  // namespace kab::trial
