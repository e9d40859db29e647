// Units that tools write behind numbers, brought to one unit for each kind of quantity.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kab::readers {

enum class Kilo { k1000, k1024 };  // what "KB" and "MB" mean to the tool

/// `unit` is `factor` of `base`: "ms" is 1e6 "ns", "usec/call" is 1e3 "ns/op".
struct BaseUnit {
  std::string base;  // times in ns, sizes in B, rates per s, costs per op
  double factor = 1;
};

/// Times (ns, nsec, us, usec, ms, msec, s, sec) and sizes (B, KB, KiB, ...), alone or per "op",
/// "call", "s", "sec". Nothing for any other unit.
std::optional<BaseUnit> base_unit_of(std::string_view unit, Kilo kilo = Kilo::k1000);

struct Quantity {
  double value = 0;
  std::string unit;
};

/// "12.31us" -> 12310 ns. kInput when the number or its unit is not known: a number is never taken
/// without what stands behind it. The message starts with `text` in quotes.
Result<Quantity> quantity_of(std::string_view text);

}  // namespace kab::readers
