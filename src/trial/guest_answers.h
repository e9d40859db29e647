// What a guest answered to one order, and what that says of a sample.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/recording.h"
#include "trial/plan.h"
#include "trial/worker_host.h"
#include "wire/guest_channel.h"
#include "wire/protocol.h"

namespace kab::trial {

/// All records of one order.
struct GuestAnswer {
  std::optional<std::int64_t> status;  // of the process; nothing: it never ended
  std::string output = {};
  std::string errors = {};
  std::string refused = {};                 // why it could not be begun
  std::vector<std::int64_t> times_ns = {};  // wall, user, system
  bool quiet = true;                        // the kernel had come to rest before it
  bool out_of_time = false;
};
GuestAnswer answer_to(const wire::GuestChannel& channel, std::uint64_t order);

/// How its process ended, or why it was not begun: "exited 1: what it said last".
std::string end_of(const GuestAnswer& answer);

/// The replies of a worker. kInput or kUnavailable where it refused, was not run or failed.
Result<std::vector<wire::Reply>> replies_in(const GuestAnswer& answer, const SlotRequest& slot);

/// What calibration in a guest found.
Result<Calibrated> calibrated_by(const GuestAnswer& answer, const SlotRequest& slot);

/// The readings of one sample; a command or worker that failed is a result of its own. In the count
/// lane the guest's clock counts instructions: one a nanosecond.
SlotResult sample_in(const GuestAnswer& answer, const SlotRequest& slot, model::Lane lane,
                     const std::optional<NumberMetric>& number);

}  // namespace kab::trial
