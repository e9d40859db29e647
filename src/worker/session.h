// One request, answered: place, make, measure. Everything of the worker but reading and writing.
#pragma once

#include <string_view>
#include <vector>

#include "wire/protocol.h"

namespace kab::worker {

inline constexpr std::uint32_t kMostBatches = 1'000'000;

/// The replies to one request line, in the order of the protocol: Hello, batches, Done; or one
/// Refusal and nothing else. Pins the calling process as the request says.
std::vector<wire::Reply> answer(std::string_view request_line);

}  // namespace kab::worker
