#include "checks/fan_in.h"

#include <atomic>
#include <cerrno>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "checks/simulated.h"

namespace kab::checks {
namespace {

constexpr std::int64_t kLong = 20'000'000'000;
constexpr std::int64_t kShort = 60'000'000;

class FanInOf : public ::testing::TestWithParam<Shape> {
 protected:
  FanInCounts play(const SocketCalls& calls, std::int64_t patience_ns = kLong) {
    const auto counts =
        fan_in(calls, {.shape = GetParam(), .messages = 200, .patience_ns = patience_ns}, faults_);
    EXPECT_TRUE(counts) << counts.error().message;
    return counts.value_or(FanInCounts{});
  }

  std::string first_order_fault() const {
    const auto lines = faults_.order.lines();
    return lines.empty() ? "" : lines.front();
  }

  /// Sleeps until the receiver has given up: a wake-up that never comes.
  void oversleep() const {
    for (int i = 0; i < 20'000 && faults_.wakeups.none(); ++i) ::usleep(1000);
  }

  FanInFaults faults_;
};

TEST_P(FanInOf, AllArrivesOnThisKernel) {
  EXPECT_EQ(play(kernel_sockets()).received, 6U * 200);
  EXPECT_EQ(first_order_fault(), "");
  EXPECT_TRUE(faults_.wakeups.none());
}

TEST_P(FanInOf, AMessageThatGetsLostIsFound) {
  play(with_send(50, [](int, auto bytes, int) { return static_cast<ssize_t>(bytes.size()); }));
  EXPECT_TRUE(first_order_fault().ends_with(": lost")) << first_order_fault();
}

TEST_P(FanInOf, AMessageThatComesTwiceIsFound) {
  const auto real = kernel_sockets().send;
  play(with_send(50, [&](int fd, auto bytes, int flags) {
    const ssize_t sent = real(fd, bytes, flags);
    if (sent > 0) real(fd, bytes, 0);
    return sent;
  }));
  EXPECT_TRUE(first_order_fault().ends_with(": arrived twice")) << first_order_fault();
}

TEST_P(FanInOf, AMessageThatIsOvertakenIsFound) {
  const auto real = kernel_sockets().send;
  SocketCalls calls = kernel_sockets();
  // What each thread sends with its tenth call is held back until it has sent the next.
  calls.send = [&](int fd, std::span<const char> bytes, int flags) {
    thread_local int count = 0;
    thread_local std::vector<char> held;
    if (held.empty() && ++count == 10) {
      held.assign(bytes.begin(), bytes.end());
      return static_cast<ssize_t>(bytes.size());
    }
    const ssize_t sent = real(fd, bytes, flags);
    if (sent > 0 && !held.empty()) {
      real(fd, held, 0);
      held.clear();
    }
    return sent;
  };
  play(calls);
  EXPECT_NE(first_order_fault().find(": arrived after message "), std::string::npos)
      << first_order_fault();
}

TEST_P(FanInOf, AMessageThatIsCutShortIsFound) {
  const auto real = kernel_sockets().send;
  play(with_send(50, [&](int fd, auto bytes, int flags) {
    const ssize_t sent = real(fd, bytes.first(bytes.size() - 1), flags);
    return sent < 0 ? sent : sent + 1;
  }));
  EXPECT_NE(first_order_fault(), "");
}

TEST_P(FanInOf, ASendThatFailsIsFound) {
  play(with_send(50, [](int, auto, int) { return ssize_t{-ENOBUFS}; }));
  EXPECT_NE(first_order_fault().find("No buffer space"), std::string::npos) << first_order_fault();
}

TEST_P(FanInOf, ASenderThatIsNotWokenInSendIsFound) {
  SocketCalls calls = kernel_sockets();
  std::atomic<bool> once = false;
  calls.send = [&, real = calls.send](int fd, std::span<const char> bytes, int flags) {
    if (flags == 0 && !once.exchange(true)) oversleep();
    return real(fd, bytes, flags);
  };
  play(calls, kShort);
  ASSERT_FALSE(faults_.wakeups.none());
  EXPECT_NE(faults_.wakeups.lines().front().find("blocked in send()"), std::string::npos);
}

TEST_P(FanInOf, ASenderThatIsNotWokenInPollIsFound) {
  auto calls = with_send(40, [](int, auto, int) { return ssize_t{-EAGAIN}; });
  calls.poll = [&, real = calls.poll](int fd, short events, int timeout) {
    if (events != POLLOUT) return real(fd, events, timeout);
    oversleep();
    return 0;
  };
  calls.wait = [](int, int) { return static_cast<int>(POLLOUT); };
  play(calls, kShort);
  ASSERT_FALSE(faults_.wakeups.none());
  EXPECT_NE(faults_.wakeups.lines().front().find("waiting in poll()"), std::string::npos)
      << faults_.wakeups.lines().front();
}

TEST_P(FanInOf, AnEdgeThatEpollForgetsIsFound) {
  auto calls = with_send(40, [](int, auto, int) { return ssize_t{-EAGAIN}; });
  calls.wait = [&](int, int) {
    oversleep();
    return 0;
  };
  play(calls, kShort);
  ASSERT_FALSE(faults_.wakeups.none());
  EXPECT_NE(faults_.wakeups.lines().front().find("waiting for an edge"), std::string::npos)
      << faults_.wakeups.lines().front();
}

/// What this thread's send has just given without the kernel's knowledge.
thread_local bool refused = false;

TEST_P(FanInOf, SpuriousErrorsAreCountedAndNoFault) {
  SocketCalls calls = kernel_sockets();
  // Twice in a row, so that the second follows what poll said.
  calls.send = [real = calls.send](int fd, std::span<const char> bytes, int flags) {
    thread_local int count = 0;
    ++count;
    refused = flags != 0 && (count == 10 || count == 11);
    return refused ? ssize_t{-EAGAIN} : real(fd, bytes, flags);
  };
  calls.poll = [real = calls.poll](int fd, short events, int timeout) {
    return refused ? POLLOUT : real(fd, events, timeout);
  };
  calls.wait = [real = calls.wait](int epoll, int timeout) {
    return refused ? static_cast<int>(POLLOUT) : real(epoll, timeout);
  };
  const auto counts = play(calls);
  EXPECT_GE(counts.spurious, 4U) << "two senders poll and two wait for epoll";
  EXPECT_GE(counts.told, counts.spurious);
  EXPECT_EQ(counts.received, 6U * 200);
  EXPECT_TRUE(faults_.wakeups.none());
  EXPECT_EQ(first_order_fault(), "");
}

INSTANTIATE_TEST_SUITE_P(Shapes, FanInOf, ::testing::Values(Shape::kDatagrams, Shape::kOneEnd),
                         [](const auto& shape) {
                           return shape.param == Shape::kDatagrams ? "datagrams" : "one_end";
                         });

}  // namespace
}  // namespace kab::checks
