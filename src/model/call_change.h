// How the system calls of an operation differ between two arms that were counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kab::model {

/// One call, by its name and ABI; 0 where the arm makes none of it.
struct CallChange {
  std::string call;
  std::string abi;
  double baseline_per_operation = 0;
  double arm_per_operation = 0;

  bool operator==(const CallChange&) const = default;
};

struct CallComparison {
  std::string workload;
  std::string baseline;
  std::string arm;
  std::uint64_t baseline_operations = 0;
  std::uint64_t arm_operations = 0;
  std::vector<CallChange> changes;  // the largest first
  std::size_t unchanged = 0;        // calls made as often by both

  bool operator==(const CallComparison&) const = default;
};

}  // namespace kab::model
