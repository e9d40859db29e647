#include "trial/forecast.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/units.h"
#include "stats/distributions.h"
#include "stats/power.h"
#include "stats/signed_rank.h"
#include "stats/spending.h"
#include "trial/pace.h"

namespace kab::trial {
namespace {

double level_of(const Forecast& forecast) {
  return 1 - forecast.alpha / static_cast<double>(forecast.family_size);
}

std::string counted(std::uint32_t blocks) {
  return std::to_string(blocks) + (blocks == 1 ? " block" : " blocks");
}

std::string room(const Forecast& forecast) {
  if (forecast.by_repeat)
    return counted(forecast.blocks) + (forecast.blocks == 1 ? " is" : " are") + " asked for";
  return duration_text(forecast.budget_ns) + " hold " + counted(forecast.blocks) + " of " +
         duration_text(forecast.block_ns);
}

std::string remedy(const Forecast& forecast, std::uint32_t blocks) {
  if (forecast.by_repeat) return "give --repeat " + std::to_string(blocks);
  constexpr double kReserve = 1.05;
  const auto needed_ns = forecast.before_blocks_ns + forecast.block_ns * blocks;
  const auto seconds = std::ceil(static_cast<double>(needed_ns) / 1e9 * kReserve);
  return "give --time " + std::to_string(static_cast<std::int64_t>(seconds)) + "s for " +
         counted(blocks);
}

std::string what_will_show(const Forecast& forecast) {
  const auto smallest = detectable_by(forecast, forecast.blocks);
  if (!smallest) return "only large changes will show";
  char text[64];
  std::snprintf(text, sizeof text, "only changes over about %.2g %% will show", 100 * *smallest);
  return text;
}

}  // namespace

std::vector<std::uint32_t> useful_looks(const std::vector<std::uint32_t>& planned, double alpha,
                                        std::size_t family_size) {
  std::vector<std::uint32_t> useful;
  for (const auto look : planned) {
    const double spent =
        stats::spent_alpha(alpha, static_cast<double>(look) / static_cast<double>(planned.back()));
    const double level = 1 - spent / static_cast<double>(family_size);
    if (look == planned.back() || look >= stats::signed_rank_smallest_n(level))
      useful.push_back(look);
  }
  return useful;
}

std::optional<double> detectable_by(const Forecast& forecast, std::uint32_t blocks) {
  if (!forecast.spread || blocks == 0) return std::nullopt;
  const double half_width = stats::normal_two_sided_z(1 - level_of(forecast)) * *forecast.spread *
                            std::sqrt(2.0 / blocks);
  return stats::detectable_change(Interval{-half_width, half_width}, level_of(forecast));
}

std::optional<std::string> forecast_note(const Forecast& forecast) {
  const auto smallest =
      static_cast<std::uint32_t>(stats::signed_rank_smallest_n(level_of(forecast)));
  const bool enough =
      forecast.blocks >= kWantedBlocks || (forecast.by_repeat && forecast.blocks >= smallest);
  if (enough) return std::nullopt;
  if (forecast.blocks < smallest)
    return "note: " + room(forecast) + ", too few for any verdict (" + std::to_string(smallest) +
           " are needed at this level); " + remedy(forecast, std::max(smallest, kWantedBlocks));
  return "note: " + room(forecast) + ", under the wanted " + std::to_string(kWantedBlocks) + ": " +
         what_will_show(forecast) + "; " + remedy(forecast, kWantedBlocks);
}

}  // namespace kab::trial
