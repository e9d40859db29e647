#include <algorithm>
#include <string_view>
#include <utility>

#include <elf.h>

#include "elf/unwind.h"
#include "inspect/audit.h"

namespace kab::inspect {
namespace {

/// DWARF's numbers of the stack and the frame pointer.
struct Registers {
  std::uint64_t stack = 7;
  std::uint64_t frame = 6;
};

Registers registers_of(const elf::Image& image) {
  return image.machine() == EM_386 ? Registers{4, 5} : Registers{7, 6};
}

std::string unable(const std::string& name) { return "nothing can unwind through " + name; }

/// How a piece of code is called in a finding.
std::string name_of(const Subject& subject, const elf::Walk& walk) {
  if (!walk.function.name.empty() && !walk.function.name.starts_with("code at"))
    return walk.function.name;
  std::string name =
      walk.function.name.empty() ? "code at " + hex(walk.function.start) : walk.function.name;
  for (const auto& other : subject.walks)
    if (other.callees.contains(walk.function.start) && !other.function.name.empty())
      return name + ", which " + other.function.name + " calls";
  return name;
}

/// Runs of consecutive instructions without a frame, as "0x7e0 to 0x7f3".
std::vector<std::string> gaps_in(const std::vector<elf::Instruction>& code,
                                 const elf::Unwind& unwind) {
  std::vector<std::string> gaps;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  const auto close = [&] {
    if (to != 0) gaps.push_back(hex(from) + " to " + hex(to) + " has no unwind information");
    to = 0;
  };
  for (const auto& one : code) {
    // Padding is never reached, and landing pads are passed by in no time.
    if (unwind.at(one.address) || one.kind == elf::Kind::kNop || one.kind == elf::Kind::kLanding) {
      close();
      continue;
    }
    if (to != one.address) {
      close();
      from = one.address;
    }
    to = one.end();
  }
  close();
  return gaps;
}

/// All of a function, but for the padding behind its last instruction; code without a known size
/// as far as control reaches.
std::vector<elf::Instruction> code_of(const Subject& subject, const elf::Walk& walk) {
  std::vector<elf::Instruction> code;
  if (walk.function.size != 0) {
    code = elf::instructions_in(subject.image, *subject.decoder, walk.function.start,
                                walk.function.size);
    const auto padding = [](const elf::Instruction& one) {
      return one.kind == elf::Kind::kNop || one.kind == elf::Kind::kStop;
    };
    while (!code.empty() && padding(code.back())) code.pop_back();
  }
  for (const auto& [address, step] : walk.steps)
    if (address < walk.function.start || address - walk.function.start >= walk.function.size)
      code.push_back(step.instruction);
  return code;
}

bool is_named(const Subject& subject, const elf::Walk& walk) {
  return std::ranges::any_of(subject.functions, [&](const elf::Function& function) {
    return function.address == walk.function.start;
  });
}

bool is_leaf(const elf::Walk& walk) {
  return std::ranges::none_of(walk.steps, [](const auto& step) {
    return step.second.instruction.kind == elf::Kind::kCall ||
           step.second.instruction.kind == elf::Kind::kKernelEntry;
  });
}

/// Whether the callers can be found by the chain of frame pointers wherever it calls on.
bool keeps_frame_pointer(const Subject& subject, const elf::Walk& walk) {
  const auto kept = static_cast<std::int64_t>(2 * subject.image.address_bytes());
  return std::ranges::any_of(
      walk.steps, [&](const auto& step) { return step.second.below_frame_by_pointer == kept; });
}

/// Gaps of one piece of code.
struct Bare {
  const elf::Walk* walk = nullptr;
  std::vector<std::string> gaps = {};
};

std::vector<Bare> bare_code(const Subject& subject, const elf::Unwind& unwind) {
  std::vector<Bare> found;
  for (const auto& walk : subject.walks)
    if (auto gaps = gaps_in(code_of(subject, walk), unwind); !gaps.empty())
      found.push_back({&walk, std::move(gaps)});
  return found;
}

/// Kernels compile the C code of their 32-bit vDSO with frame pointers and without unwind
/// information: all of it, as opposed to a function that somebody forgot.
bool is_by_design(const Subject& subject, const std::vector<Bare>& bare) {
  if (subject.image.machine() != EM_386 || bare.empty()) return false;
  const bool all = std::ranges::all_of(subject.functions, [&](const elf::Function& function) {
    return function.name.starts_with("__kernel_") ||
           std::ranges::any_of(
               bare, [&](const Bare& one) { return one.walk->function.start == function.address; });
  });
  return all && std::ranges::all_of(bare, [&](const Bare& one) {
           return keeps_frame_pointer(subject, *one.walk) ||
                  (is_leaf(*one.walk) && !is_named(subject, *one.walk));
         });
}

void note_frame_pointers(const Subject& subject, const std::vector<Bare>& bare, Audit& audit) {
  std::vector<std::string> evidence;
  for (const auto& one : bare)
    evidence.push_back(name_of(subject, *one.walk) + ": " + one.gaps.front());
  audit.findings.push_back(
      {.code = "frame-pointers-only",
       .weight = model::VdsoWeight::kNote,
       .text = "the C code of this image has no unwind information; it keeps frame pointers",
       .evidence = std::move(evidence),
       .why = "this is how kernels build their 32-bit vDSO; what unwinds by .eh_frame alone stops "
              "there"});
}

void find_gaps(const Subject& subject, const elf::Unwind& unwind, Audit& audit) {
  auto bare = bare_code(subject, unwind);
  if (is_by_design(subject, bare)) return note_frame_pointers(subject, bare, audit);
  for (auto& one : bare) {
    const bool minor = !is_named(subject, *one.walk) && is_leaf(*one.walk);
    audit.findings.push_back(
        {.code = "no-unwind-info",
         .weight = minor ? model::VdsoWeight::kNote : model::VdsoWeight::kFinding,
         .text = unable(name_of(subject, *one.walk)),
         .evidence = std::move(one.gaps),
         .why = minor ? "it calls nothing, so that only samples taken in it lose their callers"
                      : "debuggers, profilers and exceptions of a signal handler stop there"});
  }
}

/// What the frame says where it can be compared with what the code does; "" where they agree.
std::string disagreement(const elf::Step& step, const elf::Frame& frame,
                         const Registers& registers) {
  if (!frame.cfa || frame.is_signal_frame) return "";
  const auto compared = [&](const auto& real, std::string_view name) -> std::string {
    if (!real || *real == frame.cfa->offset) return "";
    return "the frame is said to be " + std::to_string(frame.cfa->offset) + " bytes above the " +
           std::string(name) + " and is " + std::to_string(*real);
  };
  if (frame.cfa->register_number == registers.stack)
    return compared(step.below_frame_by_stack, "stack pointer");
  if (frame.cfa->register_number == registers.frame)
    return compared(step.below_frame_by_pointer, "frame pointer");
  return "";
}

void find_wrong_frames(const Subject& subject, const elf::Walk& walk, const elf::Unwind& unwind,
                       Audit& audit) {
  std::vector<std::string> evidence;
  for (const auto& [address, step] : walk.steps) {
    const auto kind = step.instruction.kind;
    if (kind != elf::Kind::kCall && kind != elf::Kind::kKernelEntry) continue;
    // An unwinder looks up the byte before the address that a call returns to.
    const auto frame = unwind.at(step.instruction.end() - 1);
    if (!frame) continue;
    const auto wrong = disagreement(step, *frame, registers_of(subject.image));
    if (wrong.empty()) continue;
    evidence.push_back("at " + hex(address) + ", where it " +
                       (kind == elf::Kind::kCall ? "calls" : "enters the kernel") + ", " + wrong);
  }
  if (evidence.empty()) return;
  const auto name = name_of(subject, walk);
  audit.findings.push_back({.code = "wrong-unwind-info",
                            .text = unable(name) + ": its unwind information is wrong",
                            .evidence = std::move(evidence),
                            .why = "a backtrace from there goes astray or ends"});
}

/// Without a reader of instructions: the start and the middle of each function. Signal
/// trampolines of other machines are left bare on purpose: unwinders know them by their code.
void find_bare_functions(const Subject& subject, const elf::Unwind& unwind, Audit& audit) {
  for (const auto& function : subject.functions) {
    if (function.name.ends_with("sigreturn") || function.size == 0) continue;
    std::vector<std::string> evidence;
    for (const auto address : {function.address, function.address + function.size / 2})
      if (!unwind.at(address)) evidence.push_back(hex(address) + " has no unwind information");
    if (evidence.empty()) continue;
    audit.findings.push_back({.code = "no-unwind-info",
                              .text = unable(function.name),
                              .evidence = std::move(evidence),
                              .why = "debuggers and profilers stop there"});
  }
}

}  // namespace

void audit_unwinding(const Subject& subject, Audit& audit) {
  const elf::Unwind unwind(subject.image);
  if (!subject.decoder) return find_bare_functions(subject, unwind, audit);
  find_gaps(subject, unwind, audit);
  for (const auto& walk : subject.walks) find_wrong_frames(subject, walk, unwind, audit);
}

}  // namespace kab::inspect
