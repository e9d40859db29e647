// Whether it mattered to come first or last in a block.
#pragma once

#include <cstdint>

#include "model/judgement.h"
#include "model/recording.h"

namespace kab::analysis {

/// Last position minus first position of a block, in log-ratios to each arm's own median, with a
/// rank interval at 95 %. Nothing where values are not positive or a position is empty.
model::OrderEffect order_effect(const model::Session& session, std::uint32_t subject,
                                std::uint32_t blocks);

}  // namespace kab::analysis
