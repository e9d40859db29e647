// What each kernel function executed: in one boot, and one arm against another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/arm.h"

namespace kab::model {

/// One function within one batch, all its operations together.
struct FunctionCount {
  std::string name;    // empty: code of the kernel that no symbol covers
  std::string module;  // empty: the kernel itself
  std::uint64_t instructions = 0;
  std::uint64_t calls = 0;              // executions of its first instruction
  std::uint64_t string_iterations = 0;  // of its string instructions

  bool operator==(const FunctionCount&) const = default;
};

/// What happened in a batch beside its operations. Nothing: this kernel names it otherwise.
struct Happened {
  std::optional<std::uint64_t> context_switches;
  std::optional<std::uint64_t> page_faults;
  std::optional<std::uint64_t> interrupts;

  bool operator==(const Happened&) const = default;
};

/// The batch that stands for a sample in which instructions were counted: that of median length.
struct CountedBatch {
  std::uint32_t sample = 0;  // index into Session::samples
  std::uint64_t iterations = 1;
  std::uint64_t user = 0;               // instructions of programs
  std::uint64_t kernel = 0;             // of the kernel: those of `functions` add up to it
  std::uint64_t string_iterations = 0;  // of both
  std::int64_t clock_ns = 0;  // the guest's own count, an instruction a nanosecond, idle time too
  std::vector<FunctionCount> functions = {};  // by name; empty where symbols were not asked for
  Happened happened = {};

  bool operator==(const CountedBatch&) const = default;
};

enum class FunctionFate { kGrew, kShrank, kCame, kWent };

/// A function that differs between two arms. Per operation, medians over the boots.
struct FunctionChange {
  std::string name;
  std::string module;
  FunctionFate fate = FunctionFate::kGrew;
  double baseline = 0;  // instructions/op
  double arm = 0;
  double baseline_calls = 0;  // calls/op
  double arm_calls = 0;

  bool operator==(const FunctionChange&) const = default;
};

/// One number of both arms, per operation, medians over the boots.
struct Pair {
  double baseline = 0;
  double arm = 0;

  bool operator==(const Pair&) const = default;
};

/// A function of one arm, per operation.
struct FunctionShare {
  std::string name;
  std::string module;
  double instructions = 0;
  double calls = 0;

  bool operator==(const FunctionShare&) const = default;
};

/// Where the difference between two arms lies. A function is among `changed` where it executed more
/// in every boot of one arm than in any of the other.
struct ByFunction {
  std::string workload;
  std::string abi;
  Params params;
  std::string baseline;
  std::string arm;
  std::size_t baseline_boots = 0;
  std::size_t arm_boots = 0;
  std::vector<FunctionChange> changed = {};  // the largest change first
  std::size_t unchanged = 0;                 // functions
  std::size_t varying = 0;                   // functions whose boots overlap
  Pair varying_instructions = {};            // of all those together
  Pair user = {};                            // instructions/op of programs
  Pair total = {};                           // instructions/op of all
  Pair clock = {};                           // what the guest's clock counted
  Pair string_iterations = {};
  std::optional<Pair> context_switches = {};
  std::optional<Pair> page_faults = {};
  std::optional<Pair> interrupts = {};
  std::vector<FunctionShare> baseline_functions = {};  // all of them, the largest first
  std::vector<FunctionShare> arm_functions = {};
};

std::string_view text_of(FunctionFate fate);  // "grew" | "shrank" | "came" | "went"

}  // namespace kab::model
