#include "readers/number.h"

#include <cmath>
#include <optional>

#include <fast_float/fast_float.h>

#include "base/text.h"

namespace kab::readers {
namespace {

// fast_float takes no '+', which C's strtod and so other tools do.
std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0;
  const auto* begin = text.data();
  const auto* end = begin + text.size();
  const auto parsed = fast_float::from_chars(begin, end, value);
  if (parsed.ec == std::errc::invalid_argument || parsed.ptr != end || text.empty())
    return std::nullopt;
  return value;
}

// Only where nothing but the marks between digits is wrong.
std::string_view advice_for(std::string_view text) {
  if (text.find_first_not_of("+-0123456789.,_") != std::string_view::npos) return "";
  if (text.find(',') != std::string_view::npos)
    return " (decimals need a point, and thousands no separator)";
  if (text.find('_') != std::string_view::npos) return " (thousands need no separator)";
  return "";
}

}  // namespace

std::string at_line(std::string_view name, std::size_t line) {
  return std::string(name) + ":" + std::to_string(line) + ": ";
}

bool is_number(std::string_view text) { return number_of(text).has_value(); }

std::size_t parse_bare_line(std::string_view text, std::vector<double>& values) {
  double value = 0;
  const auto* begin = text.data();
  const auto* end = begin + text.size();
  const auto parsed = fast_float::from_chars(begin, end, value);
  if (parsed.ec != std::errc() || !std::isfinite(value)) return 0;
  if (parsed.ptr != end && *parsed.ptr != '\n') return 0;
  values.push_back(value);
  return static_cast<std::size_t>(parsed.ptr - begin);
}

Result<void> ValueParser::parse(std::string_view text, std::size_t line,
                                std::vector<double>& values) {
  const auto value = number_of(text);
  if (!value) return refuse(text, line);
  if (std::isfinite(*value)) {
    values.push_back(*value);
    return {};
  }
  if (invalid_ == Invalid::kRefuse)
    return fail_input(at_line(name_, line) + in_quotes(text) +
                      " is not a finite number; --skip-invalid leaves such lines out");
  ++skipped_;
  return {};
}

std::unexpected<Error> ValueParser::refuse(std::string_view text, std::size_t line) const {
  return fail_input(at_line(name_, line) + in_quotes(text) + " is not a number" +
                    std::string(advice_for(text)));
}

std::vector<model::Remark> ValueParser::remarks() const {
  if (skipped_ == 0) return {};
  return {{.code = "invalid-skipped",
           .text = name_ + ": " + std::to_string(skipped_) +
                   (skipped_ == 1 ? " value that is" : " values that are") +
                   " nan or inf left out"}};
}

}  // namespace kab::readers
