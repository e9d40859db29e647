#include "analysis/setting.h"

#include <array>
#include <string_view>
#include <utility>

namespace kab::analysis {

std::vector<model::Remark> setting_of_machine(const model::Environment& environment) {
  using Shown = std::pair<std::string_view, std::string_view>;
  constexpr std::array kShown = {
      Shown{"kernel.release", "kernel"},
      Shown{"cpu.model", "cpu"},
      Shown{"cpu.allowed", "cpus"},
      Shown{"clock.source", "clocksource"},
      Shown{"machine.virtualisation", "virtualisation"},
      Shown{"machine.container", "container"},
  };
  std::vector<model::Remark> setting;
  for (const auto& [key, label] : kShown)
    for (const auto& [known, value] : environment)
      if (known == key) setting.push_back({std::string(label), value});
  return setting;
}

}  // namespace kab::analysis
