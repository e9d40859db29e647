// kab's plugin for QEMU, which counts instructions: where it is, and whether this QEMU takes it.
#pragma once

#include "base/result.h"
#include "guest/machine.h"
#include "guest/qemu.h"

namespace kab::guest {

/// $KAB_COUNT_PLUGIN, or kab-count.so beside kab or in its libexec folder. kUnavailable: there is
/// none, or `qemu` speaks another version of the plugin interface (9.0 and later do).
Result<Plugin> find_count_plugin(const Qemu& qemu);

}  // namespace kab::guest
