// A closed interval of the real line.
#pragma once

namespace kab {

struct Interval {
  double low = 0;
  double high = 0;

  bool operator==(const Interval&) const = default;
};

}  // namespace kab
