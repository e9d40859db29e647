#include "events/pfm.h"

#include <algorithm>
#include <cctype>

#include <perfmon/pfmlib_perf_event.h>

namespace kab::events {
namespace {

/// Once for the process: the library keeps its tables in globals of its own.
bool is_ready() {
  static const bool ready = ::pfm_initialize() == PFM_SUCCESS;
  return ready;
}

}  // namespace

std::optional<Event> encode(const std::string& name) {
  if (!is_ready()) return std::nullopt;
  perf_event_attr attr{};
  attr.size = sizeof attr;
  pfm_perf_encode_arg_t request{};
  request.attr = &attr;
  request.size = sizeof request;
  if (::pfm_get_os_event_encoding(name.c_str(), PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &request) !=
      PFM_SUCCESS)
    return std::nullopt;
  return Event{.name = name,
               .type = attr.type,
               .config = attr.config,
               .config1 = attr.config1,
               .config2 = attr.config2};
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  if (!is_ready()) return names;
  pfm_pmu_info_t pmu{};
  pmu.size = sizeof pmu;
  if (::pfm_get_pmu_info(PFM_PMU_PERF_EVENT, &pmu) != PFM_SUCCESS) return names;
  for (int index = pmu.first_event; index >= 0; index = ::pfm_get_event_next(index)) {
    pfm_event_info_t event{};
    event.size = sizeof event;
    if (::pfm_get_event_info(index, PFM_OS_PERF_EVENT, &event) != PFM_SUCCESS) continue;
    std::string name = event.name;
    if (name.starts_with("PERF_COUNT_")) continue;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace kab::events
