#include "trial/guest_orders.h"

#include "wire/protocol.h"

namespace kab::trial {
namespace {

using wire::GuestOrder;

wire::Request request_of(const SlotRequest& slot, wire::Task task) {
  return {.task = task,
          .workload = slot.workload,
          .params = slot.params,
          .iterations = slot.calibration.iterations,
          .batches = slot.calibration.batches,
          .warmup_iterations = slot.calibration.warmup_iterations};
}

GuestOrder order_of(const SlotRequest& slot, const wire::Request& request) {
  if (slot.workload.empty())
    return {
        .kind = GuestOrder::Kind::kCommand, .argv = slot.command, .environment = slot.environment};
  return {.kind = GuestOrder::Kind::kWorker,
          .abi = slot.abi,
          .request = wire::encode(request),
          .environment = slot.environment};
}

}  // namespace

GuestOrder order_to_measure(const SlotRequest& slot) {
  return order_of(slot, request_of(slot, wire::Task::kMeasure));
}

GuestOrder order_to_try(const SlotRequest& slot) {
  auto request = request_of(slot, wire::Task::kMeasure);
  request.iterations = 1;
  request.batches = 1;
  request.warmup_iterations = 0;
  return order_of(slot, request);
}

GuestOrder order_to_calibrate(const SlotRequest& slot, std::int64_t batch_ns) {
  auto request = request_of(slot, wire::Task::kCalibrate);
  request.batch_ns = static_cast<std::uint64_t>(batch_ns);
  return order_of(slot, request);
}

std::vector<GuestOrder> orders_to_measure(const std::vector<std::vector<SlotRequest>>& slots,
                                          std::uint32_t arm) {
  std::vector<GuestOrder> orders;
  for (const auto& of_subject : slots) orders.push_back(order_to_measure(of_subject[arm]));
  return orders;
}

}  // namespace kab::trial
