#include "guest/outcome.h"

#include <algorithm>
#include <csignal>
#include <vector>

#include "base/text.h"
#include "base/units.h"

namespace kab::guest {
namespace {

bool says(std::string_view console, std::string_view words) {
  return console.find(words) != console.npos;
}

// What kernels print when memory ends: the killer's line, and the panics that follow where there is
// nobody left to kill.
bool ran_out_of_memory(std::string_view console) {
  return says(console, "Out of memory") || says(console, "System is deadlocked on memory") ||
         says(console, "Memory cgroup out of memory") ||
         says(console, "Initramfs unpacking failed: write error");
}

bool killed_for_memory(const wire::GuestChannel& channel) {
  return std::ranges::any_of(channel.records, [](const wire::GuestRecord& record) {
    return record.name == "end" && record.status == -SIGKILL;
  });
}

// Printable characters and line ends; a guest must not move the reader's cursor.
std::string plain(std::string_view line) {
  std::string text;
  for (const char c : line)
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) text += c;
  return text;
}

// What the console ends with, on one line; of a panic, what it begins with, since a stack follows.
std::string telling_lines(BootEnd end, std::string_view console) {
  constexpr std::size_t kShown = 6;
  constexpr std::size_t kOfPanic = 3;
  const auto panic = console.find("Kernel panic");
  const bool from_panic = end == BootEnd::kPanicked && panic != console.npos;
  const auto start = from_panic ? console.rfind('\n', panic) + 1 : 0;
  std::vector<std::string> shown;
  const auto text = last_lines(console.substr(start), from_panic ? console.size() : kShown);
  for (const auto line : split(text, '\n'))
    if (!from_panic || shown.size() < kOfPanic) shown.emplace_back(trimmed(line));
  return joined(shown, " | ");
}

std::string what_happened(BootEnd end, const sys::Outcome& qemu) {
  switch (end) {
    case BootEnd::kDone:
      return {};
    case BootEnd::kNotMade:
      return "QEMU refused the machine (" + sys::description_of(qemu) +
             "): " + std::string(trimmed(qemu.errors));
    case BootEnd::kNotBooted:
      return "the kernel did not boot as far as its init";
    case BootEnd::kPanicked:
      return "the kernel panicked";
    case BootEnd::kHung:
      return "the guest hung: it " + sys::description_of(qemu);
    case BootEnd::kOutOfMemory:
      return "the guest ran out of memory; give it more with mem=, as in mem=512M";
    case BootEnd::kLacksFeature:
      return "the kernel lacks what a guest of kab needs";
    case BootEnd::kTalkedTooMuch:
      return "the guest's console " + sys::description_of(qemu);
  }
  return {};
}

}  // namespace

std::string_view text_of(BootEnd end) {
  switch (end) {
    case BootEnd::kDone:
      return "done";
    case BootEnd::kNotMade:
      return "not-made";
    case BootEnd::kNotBooted:
      return "not-booted";
    case BootEnd::kPanicked:
      return "panic";
    case BootEnd::kHung:
      return "hang";
    case BootEnd::kOutOfMemory:
      return "out-of-memory";
    case BootEnd::kLacksFeature:
      return "lacks-feature";
    case BootEnd::kTalkedTooMuch:
      return "console-flood";
  }
  return "";
}

std::string last_lines(std::string_view console, std::size_t lines) {
  std::vector<std::string> kept;
  for (const auto line : split(console, '\n'))
    if (auto text = plain(line); !trimmed(text).empty()) kept.push_back(std::move(text));
  if (kept.size() > lines)
    kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(lines));
  return joined(kept, "\n");
}

BootEnd end_of_boot(const sys::Outcome& qemu, std::string_view console,
                    const wire::GuestChannel& channel) {
  if (qemu.overflowed) return BootEnd::kTalkedTooMuch;
  if (channel.state == wire::GuestState::kFinished && !qemu.timed_out)
    return killed_for_memory(channel) && ran_out_of_memory(console) ? BootEnd::kOutOfMemory
                                                                    : BootEnd::kDone;
  if (ran_out_of_memory(console)) return BootEnd::kOutOfMemory;
  if (says(console, "Kernel panic")) return BootEnd::kPanicked;
  if (qemu.timed_out) return BootEnd::kHung;
  if (says(console, "kab-worker: ")) return BootEnd::kLacksFeature;
  // QEMU itself ends with 1 and a message of its own; a guest's exit port gives odd codes above.
  if (qemu.signal != 0 || (qemu.exit_code == 1 && console.empty())) return BootEnd::kNotMade;
  return BootEnd::kNotBooted;
}

std::string reason_of(BootEnd end, const sys::Outcome& qemu, std::string_view console) {
  std::string reason = what_happened(end, qemu);
  if (end == BootEnd::kDone || end == BootEnd::kNotMade) return reason;
  const auto lines = telling_lines(end, console);
  return reason + (lines.empty() ? "; its console is empty" : "; its console: " + lines);
}

}  // namespace kab::guest
