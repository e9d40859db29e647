#include "readers/sample_sets.h"

namespace kab::readers {

std::size_t SampleSets::index_of(std::string_view benchmark, const model::Metric& metric) {
  std::string key(benchmark);
  key += '\0';
  key += metric.name;
  key += '\0';
  key += metric.unit;
  const auto [found, is_new] = index_.try_emplace(std::move(key), sets_.size());
  if (is_new) {
    SampleSet set;
    set.benchmark = benchmark;
    set.metric = metric;
    set.direction_known = !metric.unit.empty();
    sets_.push_back(std::move(set));
  }
  return found->second;
}

}  // namespace kab::readers
