#include "checks/peer_churn.h"

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/random.h"
#include "checks/deadline.h"
#include "checks/together.h"

namespace kab::checks {
namespace {

constexpr std::size_t kPeers = 3;
constexpr std::size_t kClients = 5;
constexpr std::int64_t kLongestSendNs = 3'000'000;
constexpr int kLongestPollMs = 2;

/// The sockets. Their descriptors keep their numbers for as long as the threads run: a socket is
/// closed by putting another one in its place, so that no thread ever works on a number that has
/// become somebody else's.
struct Arena {
  std::array<Bound, kPeers> peers;
  std::array<Fd, kClients> clients;
  Fd epoll;
};

Result<Fd> new_client() {
  KAB_TRY(Fd client, unix_socket(SOCK_DGRAM));
  KAB_CHECK(limit_sends(client, kLongestSendNs));
  return client;
}

Result<Arena> new_arena() {
  Arena arena;
  KAB_TRY(arena.epoll, new_epoll());
  for (Bound& peer : arena.peers) {
    KAB_TRY(peer, bound_socket(SOCK_DGRAM));
  }
  for (Fd& client : arena.clients) {
    KAB_TRY(client, new_client());
    KAB_CHECK(watch(arena.epoll, client.get(), EPOLLOUT));
  }
  return arena;
}

/// Closes what `place` is and makes it what `fresh` is, in one step. Not by the C library's name:
/// a race for a descriptor is what this is for, and no fault to be reported by ThreadSanitizer.
void put_in_place(const Fd& place, const Fd& fresh) {
  ::syscall(SYS_dup3, fresh.get(), place.get(), O_CLOEXEC);
}

/// What one thread does; all of it may fail, since another has been there first.
class Actor {
 public:
  Actor(const SocketCalls& calls, Arena& arena, std::uint64_t seed)
      : calls_(calls), arena_(arena), random_(seed) {}

  void replace_peer() {
    const Bound& peer = arena_.peers[random_.below(kPeers)];
    const auto fresh = unix_socket(SOCK_DGRAM);
    if (!fresh) return;
    put_in_place(peer.fd, *fresh);
    [[maybe_unused]] const int bound = ::bind(
        peer.fd.get(), reinterpret_cast<const sockaddr*>(&peer.address.name), peer.address.length);
    ++counts_.peers_replaced;
  }

  void replace_client() {
    const Fd& client = any_client();
    const auto fresh = new_client();
    if (!fresh) return;
    put_in_place(client, *fresh);
    epoll_event event{};
    event.events = EPOLLOUT | (random_.below(2) == 0 ? EPOLLET : 0U);
    ::epoll_ctl(arena_.epoll.get(), EPOLL_CTL_ADD, client.get(), &event);
  }

  void reconnect() {
    Address address = arena_.peers[random_.below(kPeers)].address;
    if (random_.below(8) == 0) {
      address.name.sun_family = AF_UNSPEC;
      address.length = sizeof(address.name.sun_family);
    }
    calls_.connect(any_client().get(), address);
    ++counts_.reconnections;
  }

  void send() {
    constexpr std::array<char, 24> kMessage = {};
    calls_.send(any_client().get(), kMessage, random_.below(4) == 0 ? 0 : MSG_DONTWAIT);
    ++counts_.sends;
  }

  void poll() {
    const int longest = static_cast<int>(random_.below(kLongestPollMs + 1));
    if (random_.below(2) == 0) {
      calls_.poll(any_client().get(), POLLOUT, longest);
    } else {
      calls_.wait(arena_.epoll.get(), longest);
    }
    ++counts_.polls;
  }

  void receive() {
    std::array<char, 64> buffer;
    const int peer = arena_.peers[random_.below(kPeers)].fd.get();
    for (std::uint64_t i = random_.below(16); i > 0; --i)
      if (calls_.receive(peer, buffer, MSG_DONTWAIT) < 0) break;
  }

  const ChurnCounts& counts() const { return counts_; }

 private:
  const Fd& any_client() { return arena_.clients[random_.below(kClients)]; }

  const SocketCalls& calls_;
  Arena& arena_;
  Random random_;
  ChurnCounts counts_;
};

constexpr auto kCast = std::to_array<void (Actor::*)()>(
    {&Actor::replace_peer, &Actor::replace_client, &Actor::reconnect, &Actor::send, &Actor::poll,
     &Actor::receive, &Actor::reconnect, &Actor::send, &Actor::poll});

}  // namespace

void ChurnCounts::add(const ChurnCounts& other) {
  peers_replaced += other.peers_replaced;
  reconnections += other.reconnections;
  sends += other.sends;
  polls += other.polls;
}

Result<ChurnCounts> churn_peers(const SocketCalls& calls, const Conditions& conditions) {
  KAB_TRY(Arena arena, new_arena());
  Random random(conditions.seed);
  std::vector<Actor> actors;
  for (std::size_t i = 0; i < kCast.size(); ++i) actors.emplace_back(calls, arena, random.next());
  std::vector<std::function<void()>> works;
  for (std::size_t i = 0; i < kCast.size(); ++i)
    works.emplace_back([&conditions, &actor = actors[i], act = kCast[i]] {
      for (Rounds rounds(conditions); rounds.next();) (actor.*act)();
    });
  KAB_CHECK(run_together(works));
  ChurnCounts counts;
  for (const Actor& actor : actors) counts.add(actor.counts());
  return counts;
}

}  // namespace kab::checks
