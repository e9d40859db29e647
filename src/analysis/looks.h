// The planned looks of a trial (method.md "Stopping").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kab::analysis {

/// After how many blocks verdicts are looked at when N are planned: N/2, 3N/4, N (rounded up,
/// rising).
std::vector<std::uint32_t> planned_looks(std::uint32_t planned_blocks);

/// What the last of the looks taken may spend of `alpha`. A look at the real end of a trial
/// (`ended`) spends all that is left, however many blocks it came to: the end did not depend on the
/// values.
enum class LookKind { kPlanned, kEnd };
double alpha_of_last_look(double alpha, std::span<const std::uint32_t> looks,
                          std::uint32_t planned_blocks, LookKind kind);

}  // namespace kab::analysis
