#include "sys/stop.h"

#include <csignal>

#include <gtest/gtest.h>
#include <poll.h>

#include "sys/scratch.h"

namespace kab::sys {
namespace {

bool is_readable(int fd) {
  pollfd polled{.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&polled, 1, 0) == 1 && (polled.revents & POLLIN) != 0;
}

TEST(StopSignals, AreNotAskedForWithoutAnybodyListening) {
  EXPECT_FALSE(stop_requested());
  EXPECT_EQ(stop_descriptor(), -1);
  request_stop();
  EXPECT_FALSE(stop_requested());
}

TEST(StopSignals, TurnEachSignalIntoARequest) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const std::string seen = in_child([signal]() -> std::string {
      ::signal(signal, SIG_DFL);
      const StopSignals signals;
      if (stop_requested() || is_readable(stop_descriptor())) return "asked too early";
      ::raise(signal);
      return stop_requested() && is_readable(stop_descriptor()) ? "asked" : "not asked";
    });
    EXPECT_EQ(seen, "asked") << signal;
  }
}

TEST(StopSignals, CanBeAskedForByTheProgramItself) {
  const StopSignals signals;
  request_stop();
  EXPECT_TRUE(stop_requested());
  EXPECT_TRUE(is_readable(stop_descriptor()));
}

TEST(StopSignals, LeaveEverythingAsItWas) {
  struct sigaction before{};
  ::sigaction(SIGTERM, nullptr, &before);
  {
    const StopSignals signals;
    request_stop();
  }
  struct sigaction after{};
  ::sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
  EXPECT_FALSE(stop_requested());
  EXPECT_EQ(stop_descriptor(), -1);
}

TEST(StopSignals, TakeOneRequestThatIsSentTwiceForOne) {
  const std::string seen = in_child([]() -> std::string {
    ::signal(SIGTERM, SIG_DFL);
    const StopSignals signals;
    ::raise(SIGTERM);
    ::raise(SIGTERM);
    return "alive";
  });
  EXPECT_EQ(seen, "alive");
}

TEST(StopSignals, EndTheProgramAtTheSecondRequest) {
  const std::string seen = in_child([]() -> std::string {
    ::signal(SIGINT, SIG_DFL);
    const StopSignals signals;
    for (;;) ::raise(SIGINT);  // sooner or later one of them is a request of its own
  });
  EXPECT_EQ(seen, "killed by signal " + std::to_string(SIGINT));
}

TEST(StopSignals, StayIgnoredWhereTheyWereIgnoredFromOutside) {
  const std::string seen = in_child([]() -> std::string {
    ::signal(SIGHUP, SIG_IGN);
    const StopSignals signals;
    ::raise(SIGHUP);
    return stop_requested() ? "asked" : "ignored";
  });
  EXPECT_EQ(seen, "ignored");
}

}  // namespace
}  // namespace kab::sys
