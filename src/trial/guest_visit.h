// A guest that is asked questions, where nothing is measured: one boot, its orders and their
// answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "guest/boot.h"
#include "trial/guest_answers.h"
#include "trial/guest_host.h"
#include "wire/guest_orders.h"
#include "wire/protocol.h"

namespace kab::trial {

/// A question to the worker of `abi`, of at most `deadline_ns`; the kernel need not be at rest.
wire::GuestOrder question_to_worker(const std::string& abi, const wire::Request& request,
                                    std::int64_t deadline_ns);

/// Boots arm 0 of `host` once. A guest that ends over one of its orders is no error: which, its
/// answers say. kInput for a machine that QEMU refuses, kUnavailable where the kernel does not get
/// as far as its init, both with what became of it; as a boot otherwise.
Result<guest::Boot> visit_guest(const GuestHost& host, const std::vector<wire::GuestOrder>& orders,
                                std::uint64_t seed);

/// The last reply of a worker in its answer. kUnavailable where it was not run, was killed, hung,
/// or printed none.
Result<wire::Reply> reply_of(const GuestAnswer& answer);

}  // namespace kab::trial
