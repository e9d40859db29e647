// The QEMU of this machine: where it is, and whether it is new enough.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "guest/machine.h"

namespace kab::guest {

struct Qemu {
  std::string program;  // full path
  std::string version;  // "7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)"
};

/// $KAB_QEMU, or qemu-system-x86_64 in PATH. kUnavailable: there is none, or it is older than 7.0;
/// the message says what to install.
Result<Qemu> find_qemu();

/// The version in what `qemu --version` prints. kUnavailable for one that is too old or no QEMU.
Result<std::string> version_in(std::string_view printed, const std::string& program);

/// Whether guests for `purpose` can be run: kTime needs `device` (/dev/kvm) to be usable, and is
/// never done by emulation instead. kUnavailable says why not and what to do.
Result<void> check_accelerator(Purpose purpose, const std::string& device = "/dev/kvm");

}  // namespace kab::guest
