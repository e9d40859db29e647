// What the plugin counts, and when: numbers that translated code adds to, and the marks that open
// and close a region.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>

#include "guest/count_format.h"
#include "guest/plugin/counters.h"
#include "wire/guest_marks.h"

namespace kab::guest {

class Tally;

/// A string instruction at one address. QEMU carries out each of its iterations as a block of its
/// own that follows directly on the one before, which tells them from a new execution.
struct StringSite {
  Tally* tally = nullptr;
  std::uint64_t* executions = nullptr;
  std::uint64_t* half_iterations = nullptr;
  std::uint64_t last_block = 0;
};

class Tally {
 public:
  /// `take` gets every region that was closed.
  explicit Tally(std::function<void(const CountedRegion&)> take) : take_(std::move(take)) {}

  /// Where blocks that are entered count themselves.
  std::uint64_t* blocks() { return &blocks_; }

  /// Where executions of the instruction at `address` are counted: of the kernel by address, of
  /// programs together.
  std::uint64_t* executions(std::uint64_t address);

  /// The string instruction at `address`; stays where it is. Its iterations count 2 each in
  /// half_iterations, so that one which accesses memory twice can count 1 an access.
  StringSite* string_at(std::uint64_t address);

  /// A string instruction within a block begins: always a new execution, since iterations begin
  /// their blocks.
  void start(StringSite& site) const;

  /// One that begins a block: a new execution, or the next iteration of one.
  void step(StringSite& site) const;

  /// What a mark says. A region that another one opens, or that an order interrupts, is dropped:
  /// whoever opened it ended within it.
  void reached(wire::Mark mark);

 private:
  void begin();
  void end();

  std::function<void(const CountedRegion&)> take_;
  std::uint64_t blocks_ = 0;
  std::uint64_t user_ = 0;
  std::uint64_t user_half_iterations_ = 0;
  Counters kernel_;
  Counters kernel_half_iterations_;
  std::unordered_map<std::uint64_t, std::unique_ptr<StringSite>> strings_;
  std::uint64_t orders_ = 0;
  std::uint64_t regions_ = 0;  // of the order
  enum class Region { kClosed, kOpen } region_ = Region::kClosed;
};

}  // namespace kab::guest
