// One line of `perf stat -x`: which field is what. The layout depends on perf's options and
// version, so the fields are found by what they are, never by their number alone. Private to the
// reader of perf stat.
#pragma once

#include <string_view>

#include "readers/perf_counts.h"

namespace kab::readers {

struct PerfRow {
  enum class Kind {
    kCount,
    kOther,    // a header, a comment, a line of another program, a row with a metric only
    kLocale,   // decimal commas between commas: which comma is which cannot be told
    kShifted,  // a count, but with fields that have no place in any layout of perf's
  };
  Kind kind = Kind::kOther;
  PerfCount count;
};

/// The row of `line` whose fields stand between `separator`s. Decimal commas become points.
/// Layout: [time,] [place, [number of CPUs,]] value, unit, event, [cgroup,] [spread,] run time,
/// percentage, [metric, its unit] (perf-stat(1), "CSV FORMAT").
PerfRow perf_row_of(std::string_view line, char separator);

}  // namespace kab::readers
