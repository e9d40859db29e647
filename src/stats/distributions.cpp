#include "stats/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/erf.hpp>

#include "stats/scaling.h"

namespace kab::stats {
namespace {

using boost::math::policies::domain_error;
using boost::math::policies::evaluation_error;
using boost::math::policies::ignore_error;
using boost::math::policies::overflow_error;
using boost::math::policies::pole_error;
// The default policy throws; here every argument is put inside the domain first.
using Quiet =
    boost::math::policies::policy<domain_error<ignore_error>, pole_error<ignore_error>,
                                  overflow_error<ignore_error>, evaluation_error<ignore_error>>;
using StudentsT = boost::math::students_t_distribution<double, Quiet>;

double inside(double alpha) { return std::clamp(alpha, std::numeric_limits<double>::min(), 1.0); }

}  // namespace

double normal_two_sided_p(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double normal_two_sided_z(double alpha) {
  return std::numbers::sqrt2 * boost::math::erfc_inv(inside(alpha), Quiet());
}

double student_two_sided_p(double t, double degrees_of_freedom) {
  const StudentsT student(degrees_of_freedom);
  const double finite_t = finite(std::abs(t));
  return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(student, finite_t)));
}

double student_two_sided_t(double alpha, double degrees_of_freedom) {
  const StudentsT student(degrees_of_freedom);
  return finite(boost::math::quantile(boost::math::complement(student, inside(alpha) / 2)));
}

}  // namespace kab::stats
