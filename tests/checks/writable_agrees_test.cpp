#include "checks/writable_agrees.h"

#include <string>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/epoll.h>

namespace kab::checks {
namespace {

class WritableAgrees : public ::testing::TestWithParam<Peers> {
 protected:
  WritableCounts look(const SocketCalls& calls) {
    const auto counts = writable_agrees(calls, GetParam(), 4, 7, complaints_);
    EXPECT_TRUE(counts) << counts.error().message;
    return counts.value_or(WritableCounts{});
  }
  std::string first() const { return complaints_.none() ? "" : complaints_.lines().front(); }

  Complaints complaints_;
};

TEST_P(WritableAgrees, OnThisKernel) {
  EXPECT_GT(look(kernel_sockets()).sends, 8U);
  EXPECT_EQ(first(), "");
}

TEST_P(WritableAgrees, NotWhenPollSaysWritableOfAFullQueue) {
  auto calls = kernel_sockets();
  calls.poll = [](int, short, int) { return POLLOUT; };
  look(calls);
  EXPECT_NE(first().find("poll said writable, and the send after it would have blocked"),
            std::string::npos)
      << first();
}

TEST_P(WritableAgrees, NotWhenEpollSaysWritableOfAFullQueue) {
  auto calls = kernel_sockets();
  calls.wait = [](int, int) { return static_cast<int>(EPOLLOUT); };
  look(calls);
  EXPECT_NE(first().find("epoll said writable, and"), std::string::npos) << first();
}

TEST_P(WritableAgrees, NotWhenPollDoesNotSayWritableOfAnEmptyQueue) {
  auto calls = kernel_sockets();
  calls.poll = [](int, short, int) { return 0; };
  const auto counts = look(calls);
  EXPECT_NE(first().find("the queue is empty, and poll does not say writable"), std::string::npos)
      << first();
  EXPECT_GT(counts.held_back, 0U);
}

INSTANTIATE_TEST_SUITE_P(Peers, WritableAgrees, ::testing::Values(Peers::kPair, Peers::kOneSided),
                         [](const auto& peers) {
                           return peers.param == Peers::kPair ? "pair" : "one_sided";
                         });

}  // namespace
}  // namespace kab::checks
