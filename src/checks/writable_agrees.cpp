#include "checks/writable_agrees.h"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <sys/epoll.h>

#include "base/random.h"

namespace kab::checks {
namespace {

constexpr std::array<char, 32> kMessage = {};
constexpr std::uint64_t kMostSends = 100'000;  // a queue that takes more has no end

struct Scene {
  Fd sender;
  Fd receiver;
  Fd epoll;
};

Result<Scene> scene_of(const SocketCalls& calls, Peers peers) {
  Scene scene;
  if (peers == Peers::kPair) {
    KAB_TRY(SocketPair pair, socket_pair(SOCK_DGRAM));
    scene.sender = std::move(pair.one);
    scene.receiver = std::move(pair.other);
  } else {
    KAB_TRY(Bound bound, bound_socket(SOCK_DGRAM));
    scene.receiver = std::move(bound.fd);
    KAB_TRY(scene.sender, unix_socket(SOCK_DGRAM));
    if (const int error = calls.connect(scene.sender.get(), bound.address); error < 0)
      return fail_unavailable("connect(AF_UNIX): " + errno_text(-error));
  }
  KAB_TRY(scene.epoll, new_epoll());
  KAB_CHECK(watch(scene.epoll, scene.sender.get(), EPOLLOUT));
  return scene;
}

struct Said {
  bool by_poll = false;
  bool by_epoll = false;
};

Said writable(const SocketCalls& calls, const Scene& scene) {
  return {.by_poll = (calls.poll(scene.sender.get(), POLLOUT, 0) & POLLOUT) != 0,
          .by_epoll = (calls.wait(scene.epoll.get(), 0) & static_cast<int>(EPOLLOUT)) != 0};
}

std::string_view text_of(Peers peers) {
  return peers == Peers::kPair ? "connected pair" : "one-sided connection";
}

void judge_full(Peers peers, Said said, std::uint64_t sends, Complaints& complaints) {
  const auto add = [&](std::string_view which) {
    complaints.add(std::string(text_of(peers)) + ": " + std::string(which) +
                   " said writable, and the send after it would have blocked (send " +
                   std::to_string(sends) + ")");
  };
  if (said.by_poll) add("poll");
  if (said.by_epoll) add("epoll");
}

/// Sends until the kernel says that it would block; false: it failed otherwise.
bool fill(const SocketCalls& calls, Peers peers, const Scene& scene, WritableCounts& counts,
          Complaints& complaints) {
  for (std::uint64_t i = 0; i < kMostSends; ++i) {
    const Said said = writable(calls, scene);
    const ssize_t sent = calls.send(scene.sender.get(), kMessage, MSG_DONTWAIT);
    ++counts.sends;
    if (sent == -EAGAIN) {
      judge_full(peers, said, counts.sends, complaints);
      return true;
    }
    if (sent < 0) {
      complaints.add(std::string(text_of(peers)) +
                     ": send: " + errno_text(static_cast<int>(-sent)));
      return false;
    }
    if (!said.by_poll || !said.by_epoll) ++counts.held_back;
  }
  complaints.add(std::string(text_of(peers)) + ": the queue took " + std::to_string(kMostSends) +
                 " messages and was not full");
  return false;
}

/// Takes at most `most` messages; whether the queue is empty now.
bool take(const SocketCalls& calls, const Scene& scene, std::uint64_t most) {
  std::array<char, kMessage.size()> buffer;
  for (std::uint64_t i = 0; i < most; ++i)
    if (calls.receive(scene.receiver.get(), buffer, MSG_DONTWAIT) < 0) return true;
  return false;
}

void judge_empty(Peers peers, Said said, Complaints& complaints) {
  const std::string start = std::string(text_of(peers)) + ": the queue is empty, and ";
  if (!said.by_poll) complaints.add(start + "poll does not say writable");
  if (!said.by_epoll) complaints.add(start + "epoll does not say writable");
}

}  // namespace

Result<WritableCounts> writable_agrees(const SocketCalls& calls, Peers peers, std::uint64_t turns,
                                       std::uint64_t seed, Complaints& complaints) {
  constexpr std::uint64_t kMostTaken = 16;
  KAB_TRY(const Scene scene, scene_of(calls, peers));
  WritableCounts counts;
  Random random(seed);
  for (std::uint64_t turn = 0; turn < turns; ++turn) {
    if (!fill(calls, peers, scene, counts, complaints)) break;
    const std::uint64_t most = random.below(2) == 0 ? kMostSends : 1 + random.below(kMostTaken);
    if (take(calls, scene, most)) judge_empty(peers, writable(calls, scene), complaints);
  }
  return counts;
}

}  // namespace kab::checks
