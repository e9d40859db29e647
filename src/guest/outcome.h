// What became of a boot, told from how QEMU ended, what the console says, and what was answered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sys/process.h"
#include "wire/guest_channel.h"

namespace kab::guest {

enum class BootEnd {
  kDone,           // all orders were answered
  kNotMade,        // QEMU refused the machine: it never ran
  kNotBooted,      // the kernel ended before its init said a word
  kPanicked,       // the kernel said that it panicked
  kHung,           // still running at its deadline
  kOutOfMemory,    // the kernel ran out of memory
  kLacksFeature,   // init ran and found no way to answer, or not one order could be done
  kTalkedTooMuch,  // more console output than kab takes
};

/// "done", "not-made", "not-booted", "panic", "hang", "out-of-memory", "lacks-feature",
/// "console-flood": stable words.
std::string_view text_of(BootEnd end);

/// The last `lines` of a console's text that are not empty, without what a terminal would obey.
std::string last_lines(std::string_view console, std::size_t lines);

BootEnd end_of_boot(const sys::Outcome& qemu, std::string_view console,
                    const wire::GuestChannel& channel);

/// One paragraph: what happened, and the console's last lines; empty for kDone.
std::string reason_of(BootEnd end, const sys::Outcome& qemu, std::string_view console);

}  // namespace kab::guest
