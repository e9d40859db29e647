#include "sys/host_lock.h"

#include <gtest/gtest.h>

#include "sys/private_network.h"
#include "sys/scratch.h"

namespace kab::sys {
namespace {

TEST(HostLock, IsHeldByOneAtATimeAndSaysByWhom) {
  const ScratchFolder folder;
  const auto first = lock_host(folder.path());
  ASSERT_TRUE(first) << first.error().message;
  const auto second = lock_host(folder.path());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::kUnavailable);
  EXPECT_NE(second.error().message.find("process " + std::to_string(::getpid())),
            std::string::npos);
}

TEST(HostLock, IsFreeAgainWhenItsHolderIsGone) {
  const ScratchFolder folder;
  EXPECT_FALSE(host_is_locked(folder.path()));
  {
    const auto lock = lock_host(folder.path());
    EXPECT_TRUE(host_is_locked(folder.path()));
  }
  EXPECT_FALSE(host_is_locked(folder.path()));
  EXPECT_EQ(in_child([&] { return lock_host(folder.path()) ? "locked" : "refused"; }), "locked");
  EXPECT_TRUE(lock_host(folder.path()));
}

TEST(HostLock, NeedsItsFolder) {
  const ScratchFolder folder;
  const auto lock = lock_host(folder.path("absent"));
  ASSERT_FALSE(lock);
  EXPECT_NE(lock.error().message.find("No such file"), std::string::npos);
}

TEST(AnnounceTrial, IsRefusedWhileAnotherTrialRuns) {
  // In a network of its own: a real trial on this machine must not decide this test.
  const std::string seen = in_child([]() -> std::string {
    if (!enter_private_network()) return "no private network";
    std::string answers;
    {
      const auto first = announce_trial();
      answers += first && *first ? "up " : "down ";
      answers += announce_trial() ? "up " : "down ";
    }
    return answers + (announce_trial() ? "up" : "down");
  });
  if (seen == "no private network") GTEST_SKIP() << "needs a private network namespace";
  EXPECT_EQ(seen, "up down up");
}

}  // namespace
}  // namespace kab::sys
