#include "analysis/words.h"

#include <cmath>
#include <cstdio>

namespace kab::analysis {
namespace {

constexpr double kFewestShown = 0.0001;  // 0.01 %

std::string with_sign(double percent, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%+.*f %%", decimals, percent);
  return text;
}

}  // namespace

std::string signed_percent(double fraction) {
  if (fraction == 0) return "0.0 %";
  if (fraction > -1 && fraction < -0.999)  // what is above -100 % does not read as -100 %
    return fraction < -0.9999 ? "under -99.99 %" : with_sign(100 * fraction, 2);
  return with_sign(100 * fraction, std::abs(fraction) < 0.01 ? 2 : 1);
}

std::string percent(double share) {
  if (share > 0 && share < kFewestShown) return "under 0.01 %";
  return with_sign(100 * share, share < 0.01 ? 2 : 1).substr(1);
}

std::string count_of(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string_view noun_of(model::Replication replication) {
  switch (replication) {
    case model::Replication::kProcess:
      return "process";
    case model::Replication::kBoot:
      return "boot";
    case model::Replication::kSession:
      return "session";
    case model::Replication::kUnknown:
      return "value";
  }
  return "value";
}

std::string units_of_n(model::Replication replication, Design design) {
  if (design == Design::kPaired) return "blocks";
  const std::string noun(noun_of(replication));
  return noun + (noun.ends_with('s') ? "es" : "s") + " a side";
}

}  // namespace kab::analysis
