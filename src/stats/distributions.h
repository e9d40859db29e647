// Both tails at once of the normal and of Student's t distribution. Boost.Math does the work and
// is included by distributions.cpp only, since its headers are slow to compile.
#pragma once

namespace kab::stats {

/// P(|Z| >= |z|) for a standard normal Z.
double normal_two_sided_p(double z);

/// The z >= 0 with P(|Z| >= z) = alpha. Alpha outside (0, 1) counts as the nearest value inside.
double normal_two_sided_z(double alpha);

/// P(|T| >= |t|) for Student's t with `degrees_of_freedom` > 0, whole or not.
double student_two_sided_p(double t, double degrees_of_freedom);

/// The t >= 0 with P(|T| >= t) = alpha. Alpha outside (0, 1) counts as the nearest value inside.
double student_two_sided_t(double alpha, double degrees_of_freedom);

}  // namespace kab::stats
