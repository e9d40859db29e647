#include "checks/peer_stages.h"

#include <cerrno>
#include <span>
#include <string>

#include <gtest/gtest.h>
#include <poll.h>

namespace kab::checks {
namespace {

constexpr std::int64_t kLong = 20'000'000'000;
constexpr std::int64_t kShort = 20'000'000;

class PeerStages : public ::testing::Test {
 protected:
  void part(const SocketCalls& calls, Parting parting, std::int64_t patience_ns = kLong) {
    const auto lived = part_under_epoll(calls, parting, random_, patience_ns, complaints_);
    EXPECT_TRUE(lived) << lived.error().message;
  }
  void close(const SocketCalls& calls, Sleeper sleeper, std::int64_t patience_ns = kLong) {
    const auto lived = close_under_sleeper(calls, sleeper, random_, patience_ns, complaints_);
    EXPECT_TRUE(lived) << lived.error().message;
  }
  std::string first() const { return complaints_.none() ? "" : complaints_.lines().front(); }

  Random random_{7};
  Complaints complaints_;
};

TEST_F(PeerStages, AllOfThemPassOnThisKernel) {
  for (int life = 0; life < 6; ++life) {
    for (const auto parting : {Parting::kConnectsElsewhere, Parting::kFindsItDead,
                               Parting::kDisconnects, Parting::kShutDown, Parting::kClientCloses})
      part(kernel_sockets(), parting);
    for (const auto sleeper : {Sleeper::kInSend, Sleeper::kInPoll})
      close(kernel_sockets(), sleeper);
  }
  EXPECT_EQ(first(), "");
}

TEST_F(PeerStages, TellWhenEpollForgetsWhoWaits) {
  auto calls = kernel_sockets();
  calls.wait = [](int, int) { return 0; };
  for (const auto parting : {Parting::kConnectsElsewhere, Parting::kFindsItDead,
                             Parting::kDisconnects, Parting::kShutDown}) {
    part(calls, parting, kShort);
  }
  EXPECT_EQ(complaints_.lines().size(), 4U);
  EXPECT_EQ(first(), "the client connected elsewhere, and epoll did not tell who waited for it");
}

TEST_F(PeerStages, TellWhenASendToADeadPeerSucceeds) {
  auto calls = kernel_sockets();
  calls.send = [real = calls.send](int fd, std::span<const char> bytes, int flags) {
    const ssize_t sent = real(fd, bytes, flags);
    return sent == -ECONNREFUSED ? static_cast<ssize_t>(bytes.size()) : sent;
  };
  part(calls, Parting::kFindsItDead);
  EXPECT_EQ(
      first(),
      "the client found its peer dead: the next send gave no error and not Connection refused");
}

TEST_F(PeerStages, TellWhenANameStaysDead) {
  auto calls = kernel_sockets();
  calls.connect = [real = calls.connect, count = 0](int fd, const Address& address) mutable {
    // The peer, the other peer, and then the one that took over the name.
    return ++count < 3 ? real(fd, address) : -ECONNREFUSED;
  };
  part(calls, Parting::kConnectsElsewhere);
  EXPECT_NE(first().find("its name was bound again, and connect(AF_UNIX): Connection refused"),
            std::string::npos)
      << first();
}

TEST_F(PeerStages, TellWhenASleeperInSendSleepsOn) {
  auto calls = kernel_sockets();
  calls.send = [real = calls.send](int fd, std::span<const char> bytes, int flags) {
    return flags == 0 ? ssize_t{-EAGAIN} : real(fd, bytes, flags);
  };
  close(calls, Sleeper::kInSend);
  EXPECT_EQ(first(), "the peer was closed, and who slept in send() was not woken");
}

TEST_F(PeerStages, TellWhenASleeperInPollSleepsOn) {
  auto calls = kernel_sockets();
  calls.poll = [](int, short, int) { return 0; };
  close(calls, Sleeper::kInPoll);
  EXPECT_EQ(first(), "the peer was closed, and who slept in poll() was not woken");
}

}  // namespace
}  // namespace kab::checks
