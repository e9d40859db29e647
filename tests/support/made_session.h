// Sessions made by hand: a trial whose values are given by a function of arm and block.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/recording.h"

namespace kab::testing {

struct MadeTrial {
  std::vector<std::string> arms = {"base", "new"};
  std::uint32_t blocks = 24;
  bool with_aa = true;
  model::Metric metric = model::time_metric();
};

/// Value of arm `arm` (0 is the baseline; `slot` tells its A/A turn) in block `block`.
using ValueOf = std::function<double(std::uint32_t arm, model::Slot slot, std::uint32_t block)>;

/// A finished trial of one subject, "unix-stream", with one look at the end.
inline model::Session made_trial(const MadeTrial& made, const ValueOf& value_of) {
  model::Session session;
  for (const auto& name : made.arms)
    session.arms.push_back({.arm = {.name = name, .settings = {}}, .environment = {}});
  session.subjects.push_back({.name = "unix-stream",
                              .abi = "x86_64",
                              .params = {{"size", "16"}},
                              .command = {},
                              .bytes_per_operation = 16,
                              .metrics = {made.metric},
                              .calibration = {}});
  session.with_aa = made.with_aa;
  session.planned_blocks = made.blocks;
  session.looks = {made.blocks};
  session.stopped = model::Stopped::kRepeat;
  const auto slots = static_cast<std::uint32_t>(made.arms.size()) + (made.with_aa ? 1 : 0);
  for (std::uint32_t block = 0; block < made.blocks; ++block)
    for (std::uint32_t i = 0; i < slots; ++i) {
      const std::uint32_t turn = (i + block) % slots;
      const bool is_aa = turn == made.arms.size();
      const auto slot = is_aa ? model::Slot::kAA : model::Slot::kArm;
      const auto arm = is_aa ? 0 : turn;
      model::Sample sample;
      sample.arm = arm;
      sample.slot = slot;
      sample.block = block;
      sample.position = i;
      sample.readings = {
          {.metric = 0, .batch = 0, .iterations = 1, .total = value_of(arm, slot, block)}};
      session.samples.push_back(sample);
    }
  return session;
}

}  // namespace kab::testing
