#include "analysis/series.h"

#include <algorithm>
#include <map>

namespace kab::analysis {

std::vector<Timed> values_in_time(const model::Session& session, std::uint32_t subject,
                                  std::uint32_t metric, std::uint32_t arm, model::Slot slot,
                                  std::uint32_t blocks) {
  std::vector<Timed> values;
  for (std::size_t i = 0; i < session.samples.size(); ++i) {
    const auto& sample = session.samples[i];
    if (sample.subject != subject || sample.arm != arm || sample.slot != slot ||
        sample.block >= blocks)
      continue;
    if (const auto value = model::value_of(sample, metric))
      values.push_back(
          {.value = *value, .block = sample.block, .position = sample.position, .sample = i});
  }
  return values;
}

std::vector<std::vector<double>> lined_up(const std::vector<std::vector<Timed>>& turns) {
  std::map<std::uint32_t, std::vector<double>> blocks;
  for (const auto& turn : turns)
    for (const auto& one : turn) blocks[one.block].push_back(one.value);
  std::vector<std::vector<double>> lists(turns.size());
  for (const auto& [block, values] : blocks)
    for (std::size_t i = 0; values.size() == turns.size() && i < turns.size(); ++i)
      lists[i].push_back(values[i]);
  return lists;
}

std::vector<double> plain(std::span<const Timed> values) {
  std::vector<double> out;
  out.reserve(values.size());
  for (const auto& one : values) out.push_back(one.value);
  return out;
}

std::uint32_t complete_blocks(const model::Session& session) {
  const std::size_t slots =
      session.subjects.size() * (session.arms.size() + (session.with_aa ? 1 : 0));
  std::map<std::uint32_t, std::size_t> filled;
  for (const auto& sample : session.samples) ++filled[sample.block];
  std::uint32_t complete = 0;
  while (filled.contains(complete) && filled[complete] >= slots) ++complete;
  return complete;
}

}  // namespace kab::analysis
