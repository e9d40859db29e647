#include "trial/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <regex.h>

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

// POSIX's matcher: its time and stack do not run away with long lines or nested repeats, as those
// of std::regex do.
class Pattern {
 public:
  explicit Pattern(const std::string& text)
      : code_(::regcomp(&compiled_, text.c_str(), REG_EXTENDED | REG_NEWLINE)) {}
  ~Pattern() {
    if (code_ == 0) ::regfree(&compiled_);
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  /// Why the text is no pattern; empty when it is one.
  std::string problem() const {
    if (code_ == 0) return "";
    std::array<char, 128> reason{};
    ::regerror(code_, &compiled_, reason.data(), reason.size());
    return reason.data();
  }

  /// The first group of the last match, or that whole match where there is no group.
  std::optional<std::string> last_in(const std::string& text) const {
    std::optional<std::string> last;
    std::array<regmatch_t, 2> found{};
    const char* from = text.c_str();
    while (::regexec(&compiled_, from, found.size(), found.data(),
                     from == text.c_str() ? 0 : REG_NOTBOL) == 0) {
      const auto& part = found[1].rm_so >= 0 ? found[1] : found[0];
      last = std::string(from + part.rm_so, from + part.rm_eo);
      from += std::max<regoff_t>(found[0].rm_eo, 1);
      if (from > text.c_str() + text.size()) break;
    }
    return last;
  }

 private:
  regex_t compiled_{};
  int code_ = 0;
};

Result<double> by_regex(const std::string& how, std::string_view output) {
  const auto found = Pattern(how).last_in(std::string(output));
  if (!found)
    return fail_unavailable("nothing in the command's output matches --number " + in_quotes(how) +
                            ": " + in_quotes(trimmed(output)));
  return finite(*found, " where --number matches");
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
  const auto refused = [&](const std::string& why) {
    return fail_input("--number " + in_quotes(how) + " is not understood (" + why +
                      "); say stdout, json:/pointer or a POSIX extended regular expression");
  };
  if (how == "stdout") return NumberSource(Kind::kWhole, std::string(how));
  if (how.starts_with(kJsonPrefix)) {
    try {
      const model::Json::json_pointer pointer(std::string(how.substr(kJsonPrefix.size())));
      return NumberSource(Kind::kPointer, std::string(how));
    } catch (const model::Json::exception&) {
      return refused("a JSON pointer is empty or starts with /");
    }
  }
  const auto problem = Pattern(std::string(how)).problem();
  if (!problem.empty()) return refused(problem);
  return NumberSource(Kind::kRegex, std::string(how));
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
