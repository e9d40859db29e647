#include "analysis/event_ratios.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kab::analysis {
namespace {

using model::EventSummary;

constexpr double kNsPerSecond = 1e9;

/// A name without :u, :k; and those letters with their colon.
std::pair<std::string_view, std::string_view> parts_of(std::string_view name) {
  const auto colon = name.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == name.size() ||
      name.find_first_not_of("uk", colon + 1) != std::string_view::npos)
    return {name, {}};
  return {name.substr(0, colon), name.substr(colon)};
}

/// The event that misses are a share of.
std::string whole_of_misses(std::string_view base) {
  if (base == "branch-misses") return "branches";
  if (base == "cache-misses") return "cache-references";
  constexpr std::string_view kMisses = "-misses";
  for (const std::string_view kind : {"-load", "-store", "-prefetch"})
    if (base.ends_with(std::string(kind) + std::string(kMisses)))
      return std::string(base.substr(0, base.size() - kMisses.size())) + "s";
  return "";
}

class Ratios {
 public:
  Ratios(model::CountReport& report, const std::vector<std::size_t>& groups)
      : report_(report), groups_(groups) {}

  void derive() {
    for (std::size_t i = 0; i < report_.events.size(); ++i)
      if (report_.events[i].mean) report_.events[i].derived = ratio_for(i);
  }

 private:
  std::optional<std::size_t> place_of(const std::string& name) const {
    const auto found = std::ranges::find(
        report_.events, name, [](const EventSummary& event) { return event.metric.name; });
    if (found == report_.events.end() || !found->mean || *found->mean <= 0) return std::nullopt;
    return static_cast<std::size_t>(found - report_.events.begin());
  }

  /// Of the CPU time of the command, in seconds.
  std::optional<double> cpu_seconds() const {
    const auto clock = place_of("task-clock");
    if (clock) return *report_.events[*clock].mean / kNsPerSecond;
    return std::nullopt;
  }

  std::string doubt_about(std::size_t part, std::size_t whole) const {
    const auto& a = report_.events[part];
    const auto& b = report_.events[whole];
    if (a.least_running_share >= 1 && b.least_running_share >= 1) return "";
    if (part < groups_.size() && whole < groups_.size() && groups_[part] == groups_[whole])
      return "";
    return "counted at different times";
  }

  model::DerivedRatio share_of(std::size_t part, std::size_t whole, const std::string& what) const {
    model::DerivedRatio ratio{
        .value = 100 * *report_.events[part].mean / *report_.events[whole].mean,
        .unit = "% of " + what,
        .doubt = doubt_about(part, whole)};
    if (ratio.value > 100) ratio.doubt = "over 100 %, so no true share";
    return ratio;
  }

  std::optional<model::DerivedRatio> ratio_for(std::size_t i) const {
    const auto& event = report_.events[i];
    const auto [base, letters] = parts_of(event.metric.name);
    const std::string mode(letters);
    if (base == "task-clock" || base == "cpu-clock") return utilization(event);
    if (base == "instructions")
      if (const auto cycles = place_of("cycles" + mode))
        return model::DerivedRatio{.value = *event.mean / *report_.events[*cycles].mean,
                                   .unit = "insn per cycle",
                                   .doubt = doubt_about(i, *cycles)};
    if (const auto whole = whole_of_misses(base); !whole.empty())
      if (const auto place = place_of(whole + mode)) return share_of(i, *place, "all " + whole);
    if (!mode.empty())
      if (const auto both = place_of(std::string(base)))
        return share_of(i, *both, std::string(base));
    return rate_of(event, base);
  }

  std::optional<model::DerivedRatio> utilization(const EventSummary& clock) const {
    const auto& elapsed = report_.times.front().mean;
    if (!elapsed || *elapsed <= 0) return std::nullopt;
    return model::DerivedRatio{
        .value = *clock.mean / kNsPerSecond / *elapsed, .unit = "CPUs utilized", .doubt = {}};
  }

  std::optional<model::DerivedRatio> rate_of(const EventSummary& event,
                                             std::string_view base) const {
    const auto seconds = cpu_seconds();
    if (!seconds) return std::nullopt;
    const double rate = *event.mean / *seconds;
    if (base == "cycles")
      return model::DerivedRatio{.value = rate / 1e9, .unit = "GHz", .doubt = {}};
    constexpr std::array<std::pair<double, std::string_view>, 3> kSteps = {
        {{1e9, "G/sec"}, {1e6, "M/sec"}, {1e3, "K/sec"}}};
    for (const auto& [step, unit] : kSteps)
      if (rate >= step)
        return model::DerivedRatio{.value = rate / step, .unit = std::string(unit), .doubt = {}};
    return model::DerivedRatio{.value = rate, .unit = "/sec", .doubt = {}};
  }

  model::CountReport& report_;
  const std::vector<std::size_t>& groups_;
};

}  // namespace

void derive_ratios(model::CountReport& report, const std::vector<std::size_t>& groups) {
  Ratios(report, groups).derive();
}

}  // namespace kab::analysis
