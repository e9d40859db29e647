#include "trial/guest_check.h"

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

using wire::CheckOutcome;
using wire::GuestRecord;

const std::vector<GuestCheck> kChecks = {
    {.abi = "x86_64", .order = {.check = {.name = "unix-order", .property = "in order"}}},
    {.abi = "i386", .order = {.check = {.name = "clock-steps", .property = "no step"}}},
    {.abi = "i386", .order = {.check = {.name = "clock-agree", .property = "agree"}}}};

GuestRecord passed(std::uint64_t order) {
  return {.name = "output",
          .order = order,
          .status = 0,
          .bytes = wire::encode(wire::Reply(wire::Checked{.property = "in order"}))};
}

GuestRecord end(std::uint64_t order, std::int64_t status = 0) {
  return {.name = "end", .order = order, .status = status, .bytes = {}};
}

guest::Boot boot_with(std::vector<GuestRecord> records) {
  guest::Boot boot;
  boot.channel = {.state = wire::GuestState::kStarted, .records = std::move(records)};
  return boot;
}

TEST(GuestCheck, EachResultIsThatOfItsOwnOrder) {
  const auto results =
      checked_in(boot_with({passed(1),
                            end(1),
                            {.name = "refused", .order = 2, .status = 0, .bytes = "no such ABI"},
                            {.name = "deadline", .order = 3, .status = 0, .bytes = {}},
                            end(3, -9)}),
                 1, kChecks);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].outcome, CheckOutcome::kPassed);
  EXPECT_EQ(results[1].outcome, CheckOutcome::kUnavailable);
  EXPECT_EQ(results[1].evidence, (std::vector<std::string>{"no such ABI"}));
  EXPECT_EQ(results[2].outcome, CheckOutcome::kFailed);
  EXPECT_NE(results[2].evidence[0].find("hung"), std::string::npos);
}

TEST(GuestCheck, AKernelThatPanicsOverACheckHasFailedIt) {
  auto boot = boot_with({passed(1), end(1)});
  boot.end = guest::BootEnd::kPanicked;
  boot.reason = "the kernel panicked; its console ends with:\n  | Oops";
  const auto results = checked_in(boot, 1, kChecks);
  EXPECT_EQ(results[0].outcome, CheckOutcome::kPassed);
  EXPECT_EQ(results[1].outcome, CheckOutcome::kFailed);
  EXPECT_EQ(results[1].evidence.back(), "  | Oops");
  EXPECT_EQ(results[2].outcome, CheckOutcome::kUnavailable) << "nobody tried it";
}

TEST(GuestCheck, AWorkerThatCrashesHasFailedItsCheck) {
  const auto results = checked_in(boot_with({passed(1), end(1, -11)}), 1, {kChecks[0]});
  EXPECT_EQ(results[0].outcome, CheckOutcome::kFailed);
  EXPECT_NE(results[0].evidence[0].find("signal 11"), std::string::npos);
}

}  // namespace
}  // namespace kab::trial
