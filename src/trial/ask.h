// A question to a worker that one reply answers: a tally, a check.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "sys/process.h"
#include "wire/protocol.h"

namespace kab::trial {

/// The reply that a worker printed, the last one where it printed several. kUnavailable where it
/// printed none and left as it should; kInput for a line that is no reply.
Result<wire::Reply> reply_in(std::string_view output);

/// How a worker ended, with the last line that it wrote to stderr: "was killed by signal 11
/// (Segmentation fault): ...".
std::string end_of(const sys::Outcome& outcome);

/// Runs `worker` with one request, for at most `deadline_ns`, `environment` added to kab's own.
Result<sys::Outcome> ask(const std::string& worker, const wire::Request& request,
                         std::int64_t deadline_ns,
                         const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace kab::trial
