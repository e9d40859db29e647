// A network namespace of the trial's own (in a user namespace when not root), so that net.* sysctls
// never touch the host. The calling process enters it for good; children inherit it.
#pragma once

#include "base/result.h"

namespace kab::sys {

/// Enters a new network namespace and brings `lo` up. The user keeps his uid and gid. kUnavailable
/// names what forbids it (user.max_user_namespaces, a container without CAP_SYS_ADMIN, …).
/// Must be called while the process has one thread.
Result<void> enter_private_network();

/// Whether enter_private_network would work here, tried in a child; the error is the reason why
/// not.
Result<void> private_network_available();

}  // namespace kab::sys
