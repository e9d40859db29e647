#include "base/number.h"

#include <array>
#include <charconv>

namespace kab {
namespace {

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  const bool signed_already = text.starts_with('+');
  if (signed_already) text.remove_prefix(1);
  if (signed_already && (text.starts_with('+') || text.starts_with('-'))) return std::nullopt;
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) { return parse_whole<double>(text); }
std::optional<std::int64_t> parse_int(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}
std::optional<std::uint64_t> parse_uint(std::string_view text) {
  return parse_whole<std::uint64_t>(text);
}

std::string shortest(double value) {
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() ? std::string(digits.data(), end) : std::string("?");
}

}  // namespace kab
