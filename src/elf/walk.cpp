#include "elf/walk.h"

#include <array>
#include <cstdio>
#include <utility>

#include <elf.h>

namespace kab::elf {
namespace {

constexpr std::size_t kLongestInstruction = 15;
constexpr std::size_t kMostSteps = 100'000;  // of one function
constexpr std::size_t kMostFunctions = 2'000;

using Distance = std::optional<std::int64_t>;

/// Bytes from an address on, as many as an instruction may have and the image holds.
std::string_view code_at(const Image& image, std::uint64_t address) {
  for (std::size_t size = kLongestInstruction; size > 0; --size)
    if (const auto found = image.bytes_at(address, size)) return *found;
  return {};
}

Distance moved(const Moved& how, Distance own, Distance stack, Distance frame) {
  const auto less = [&](Distance from) -> Distance {
    std::int64_t result = 0;
    if (!from || __builtin_sub_overflow(*from, how.displacement, &result)) return std::nullopt;
    return result;
  };
  switch (how.from) {
    case Moved::From::kItself:
      return own;
    case Moved::From::kStackPointer:
      return less(stack);
    case Moved::From::kFramePointer:
      return less(frame);
    case Moved::From::kUnknown:
      return std::nullopt;
  }
  return std::nullopt;
}

class Walker {
 public:
  Walker(const Image& image, const Decoder& decoder, const std::set<std::uint64_t>& others,
         const FunctionRange& function)
      : image_(image), decoder_(decoder), others_(others), walk_{.function = function} {}

  Walk run() {
    const auto width = static_cast<std::int64_t>(image_.machine() == EM_386 ? 4 : 8);
    reach(walk_.function.start, width, std::nullopt);
    while (!open_.empty() && walk_.steps.size() < kMostSteps) {
      const std::uint64_t address = open_.back();
      open_.pop_back();
      follow(walk_.steps.at(address));
    }
    return std::move(walk_);
  }

 private:
  /// Notes that control comes to `address` in this state; again where that loosens what is known.
  void reach(std::uint64_t address, Distance stack, Distance frame) {
    const auto known = walk_.steps.find(address);
    if (known == walk_.steps.end()) {
      const auto instruction = image_.is_code(address)
                                   ? decoder_.decode(code_at(image_, address), address)
                                   : std::nullopt;
      if (!instruction) {
        walk_.complete = false;
        return;
      }
      walk_.steps.emplace(address, Step{*instruction, stack, frame});
      open_.push_back(address);
      return;
    }
    Step& step = known->second;
    bool changed = false;
    const auto meet = [&](Distance& own, const Distance& other) {
      if (!own || own == other) return;
      own.reset();
      changed = true;
    };
    meet(step.below_frame_by_stack, stack);
    meet(step.below_frame_by_pointer, frame);
    if (changed) open_.push_back(address);
  }

  bool is_another_function(std::uint64_t address) const {
    return address != walk_.function.start && others_.contains(address);
  }

  void jump(std::uint64_t target, Distance stack, Distance frame) {
    if (is_another_function(target))
      walk_.callees.insert(target);
    else
      reach(target, stack, frame);
  }

  void fall_through(const Instruction& from, Distance stack, Distance frame) {
    const auto& function = walk_.function;
    const bool inside =
        from.address >= function.start && from.address - function.start < function.size;
    const bool leaves = inside && from.end() - function.start >= function.size;
    if (leaves || is_another_function(from.end())) return;
    reach(from.end(), stack, frame);
  }

  void follow(const Step& at) {
    // A copy: reaching on may loosen what this very step knows.
    const Step step = at;
    const Instruction& one = step.instruction;
    Distance stack = moved(one.stack_pointer, step.below_frame_by_stack, step.below_frame_by_stack,
                           step.below_frame_by_pointer);
    const Distance frame = moved(one.frame_pointer, step.below_frame_by_pointer,
                                 step.below_frame_by_stack, step.below_frame_by_pointer);
    switch (one.kind) {
      case Kind::kReturn:
      case Kind::kStop:
        return;
      case Kind::kJump:
        if (one.target) jump(*one.target, stack, frame);
        return;
      case Kind::kConditionalJump:
        if (one.target) jump(*one.target, stack, frame);
        return fall_through(one, stack, frame);
      case Kind::kCall:
        if (one.target == one.end()) {
          // A way to learn one's own address: what it pushes is popped.
          if (stack) *stack += image_.machine() == EM_386 ? 4 : 8;
        } else if (one.target) {
          walk_.callees.insert(*one.target);
        }
        return fall_through(one, stack, frame);
      default:
        return fall_through(one, stack, frame);
    }
  }

  const Image& image_;
  const Decoder& decoder_;
  const std::set<std::uint64_t>& others_;
  Walk walk_;
  std::vector<std::uint64_t> open_;
};

std::string unnamed(std::uint64_t address) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "code at 0x%llx",
                static_cast<unsigned long long>(address));
  return text.data();
}

}  // namespace

Walk walk(const Image& image, const Decoder& decoder, const FunctionRange& function,
          const std::set<std::uint64_t>& others) {
  return Walker(image, decoder, others, function).run();
}

std::vector<Walk> walk_all(const Image& image, const Decoder& decoder,
                           const std::vector<FunctionRange>& functions) {
  std::set<std::uint64_t> starts;
  std::vector<FunctionRange> left;
  for (const auto& function : functions)
    if (starts.insert(function.start).second) left.push_back(function);
  std::vector<Walk> walks;
  for (std::size_t i = 0; i < left.size() && i < kMostFunctions; ++i) {
    walks.push_back(walk(image, decoder, left[i], starts));
    for (const std::uint64_t callee : walks.back().callees)
      if (starts.insert(callee).second)
        left.push_back({.name = unnamed(callee), .start = callee, .size = 0});
  }
  return walks;
}

std::vector<Instruction> instructions_in(const Image& image, const Decoder& decoder,
                                         std::uint64_t start, std::uint64_t size) {
  std::vector<Instruction> found;
  for (std::uint64_t into = 0; into < size;) {
    const auto code = code_at(image, start + into).substr(0, size - into);
    const auto instruction = decoder.decode(code, start + into);
    if (!instruction) break;
    found.push_back(*instruction);
    into += instruction->length;
  }
  return found;
}

}  // namespace kab::elf
