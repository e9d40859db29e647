// Alpha spending for planned looks (Lan & DeMets 1983, O'Brien-Fleming type).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kab::stats {

/// alpha(t) = 2 (1 - Phi(z_{alpha/2} / sqrt(t))), t in (0, 1]: the error allowed up to information
/// share t. alpha(1) = alpha.
double spent_alpha(double alpha, double t);

/// What each look may spend: alpha(t_k) - alpha(t_{k-1}) for looks after these blocks out of
/// `planned`. Looks are rising and at most `planned`.
std::vector<double> look_alphas(double alpha, std::span<const std::uint32_t> looks,
                                std::uint32_t planned);

}  // namespace kab::stats
