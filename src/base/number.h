// Numbers from text, whatever the locale, whole or not at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kab {

/// The decimal number that is all of `text` (sign and exponent allowed; no white space, no hex).
/// "nan" and "inf" are numbers here; who cannot use them checks with std::isfinite.
std::optional<double> parse_double(std::string_view text);

std::optional<std::int64_t> parse_int(std::string_view text);
std::optional<std::uint64_t> parse_uint(std::string_view text);

/// The shortest decimal text that reads back as the same double (locale never matters).
std::string shortest(double value);

}  // namespace kab
