// Five kinds of noise that machines have, for simulations with fixed seeds.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "base/random.h"

namespace kab::testing {

enum class Noise { kNormal, kLogNormal, kHeavyTailed, kDrifting, kTwoModes };

inline constexpr std::array kNoises = {Noise::kNormal, Noise::kLogNormal, Noise::kHeavyTailed,
                                       Noise::kDrifting, Noise::kTwoModes};

inline const char* name_of(Noise noise) {
  switch (noise) {
    case Noise::kNormal:
      return "normal";
    case Noise::kLogNormal:
      return "log-normal";
    case Noise::kHeavyTailed:
      return "heavy-tailed";
    case Noise::kDrifting:
      return "drifting";
    case Noise::kTwoModes:
      return "two modes";
  }
  return "";
}

/// Student's t with three degrees of freedom.
inline double student_3(Random& random) {
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(random.normal(), 2);
  return random.normal() / std::sqrt(squares / 3);
}

/// One measured value at place `slot` of the whole trial; its spread is about 1.
inline double draw(Random& random, Noise noise, std::size_t slot) {
  switch (noise) {
    case Noise::kNormal:
      return random.normal();
    case Noise::kLogNormal:
      return std::exp(random.normal());
    case Noise::kHeavyTailed:
      return student_3(random);
    case Noise::kDrifting:
      return random.normal() + 0.2 * static_cast<double>(slot);
    case Noise::kTwoModes:
      return 0.1 * random.normal() + (random.uniform() < 0.3 ? 2 : 0);
  }
  return 0;
}

}  // namespace kab::testing
