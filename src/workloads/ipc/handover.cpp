#include "workloads/ipc/handover.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include <sched.h>

#include "workloads/futex.h"
#include "workloads/latency.h"
#include "workloads/shared_memory.h"

namespace kab::workloads {
namespace {

constexpr std::uint32_t kCallers = 0;
constexpr std::uint32_t kPartners = 1;
// A partner that is gone never hands over; looking for it each time would be another system call.
constexpr int kYieldsPerCheck = 10'000;

struct Word {
  alignas(64) std::atomic<std::uint32_t> owner = kCallers;
};

Result<void> wait_by_futex(std::atomic<std::uint32_t>& owner, std::uint32_t own,
                           Partners* partners) {
  for (;;) {
    const std::uint32_t seen = owner.load();
    if (seen == own) return {};
    switch (futex_wait(owner, seen)) {
      case Woken::kLook:
        break;
      case Woken::kInterrupted:
        if (partners != nullptr) KAB_CHECK(partners->check());
        break;
      case Woken::kBroken:
        return fail_unavailable("futex: " + errno_text(errno));
    }
  }
}

Result<void> wait_by_yielding(std::atomic<std::uint32_t>& owner, std::uint32_t own,
                              Partners* partners) {
  for (int yields = 0; owner.load() != own; ++yields) {
    ::sched_yield();
    if (partners != nullptr && yields % kYieldsPerCheck == kYieldsPerCheck - 1)
      KAB_CHECK(partners->check());
  }
  return {};
}

Result<void> wait_for(std::atomic<std::uint32_t>& owner, std::uint32_t own, Waiting waiting,
                      Partners* partners) {
  switch (waiting) {
    case Waiting::kFutex:
      return wait_by_futex(owner, own, partners);
    case Waiting::kYield:
      return wait_by_yielding(owner, own, partners);
  }
  return {};
}

void give(std::atomic<std::uint32_t>& owner, std::uint32_t to, Waiting waiting) {
  owner.store(to);
  if (waiting == Waiting::kFutex) futex_wake(owner);
}

}  // namespace

Result<Instance> hand_over(Waiting waiting, const ParamValues& params, std::span<const int> pin) {
  KAB_TRY(auto word, share<Word>());
  auto& owner = word->owner;
  std::vector<Partners::Role> roles;
  roles.push_back({.name = "partner", .work = [&owner, waiting](std::uint64_t n) -> Result<void> {
                     for (; n > 0; --n) {
                       KAB_CHECK(wait_for(owner, kPartners, waiting, nullptr));
                       give(owner, kCallers, waiting);
                     }
                     return {};
                   }});
  Instance instance;
  KAB_TRY(instance.partners, Partners::start(std::move(roles), pin));
  auto latency = latency_of(params);
  instance.run = [word = std::move(word), waiting, partners = instance.partners.get(),
                  latency = latency.get()](std::uint64_t n) -> Result<void> {
    KAB_CHECK(partners->begin(n));
    Result<void> outcome;
    repeat(n, latency, [&] {
      give(word->owner, kPartners, waiting);
      outcome = wait_for(word->owner, kCallers, waiting, partners);
      return outcome.has_value();
    });
    KAB_CHECK(outcome);
    return partners->wait();
  };
  instance.further = further_of(std::move(latency));
  return instance;
}

std::vector<ExpectedCall> handover_calls(Waiting waiting) {
  switch (waiting) {
    case Waiting::kFutex:
      return {{.name = kFutexCall, .per_operation = 2, .often = Often::kAtLeast}};
    case Waiting::kYield:
      return {{.name = "sched_yield", .per_operation = 0, .often = Often::kAtLeast}};
  }
  return {};
}

}  // namespace kab::workloads
