#include "checks/peer_stages.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <utility>
#include <vector>

#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>

#include "checks/together.h"

namespace kab::checks {
namespace {

constexpr std::array<char, 16> kMessage = {};
constexpr int kMostFillers = 32;
constexpr int kNeighbours = 6;  // sockets that may take over the memory of one that was freed

std::string_view text_of(Parting parting) {
  switch (parting) {
    case Parting::kConnectsElsewhere:
      return "the client connected elsewhere";
    case Parting::kFindsItDead:
      return "the client found its peer dead";
    case Parting::kDisconnects:
      return "the client disconnected";
    case Parting::kShutDown:
      return "the peer shut down and was closed";
    case Parting::kClientCloses:
      return "the client was closed";
  }
  return "";
}

ssize_t try_to_send(const SocketCalls& calls, const Fd& client) {
  return calls.send(client.get(), kMessage, MSG_DONTWAIT);
}

Result<Fd> client_of(const SocketCalls& calls, const Address& peer) {
  KAB_TRY(Fd client, unix_socket(SOCK_DGRAM));
  if (const int error = calls.connect(client.get(), peer); error < 0)
    return fail_unavailable("connect(AF_UNIX): " + errno_text(-error));
  return client;
}

/// A peer whose queue is full, and a client that has room of its own and waits for the peer's.
struct FullPeer {
  Bound peer;
  Fd client;
  std::vector<Fd> fillers = {};
};

/// A sender's own buffer may run full before the peer's queue does: then the next one goes on.
Result<FullPeer> full_peer(const SocketCalls& calls) {
  FullPeer full;
  KAB_TRY(full.peer, bound_socket(SOCK_DGRAM));
  for (int i = 0; i < kMostFillers; ++i) {
    KAB_TRY(full.client, client_of(calls, full.peer.address));
    if (try_to_send(calls, full.client) < 0) return full;
    while (try_to_send(calls, full.client) >= 0) {
    }
    full.fillers.push_back(std::move(full.client));
  }
  return fail_unavailable(
      "a queue of AF_UNIX datagrams does not run full here; lower "
      "net.unix.max_dgram_qlen");
}

void expect_error(ssize_t result, int error_number, Parting parting, Complaints& complaints) {
  if (result == -error_number) return;
  complaints.add(std::string(text_of(parting)) + ": the next send gave " +
                 (result < 0 ? errno_text(static_cast<int>(-result)) : "no error") + " and not " +
                 errno_text(error_number));
}

void part(const SocketCalls& calls, Parting parting, const Bound& elsewhere, FullPeer& full,
          Complaints& complaints) {
  Address nowhere;
  nowhere.name.sun_family = AF_UNSPEC;
  nowhere.length = sizeof(nowhere.name.sun_family);
  switch (parting) {
    case Parting::kConnectsElsewhere:
      calls.connect(full.client.get(), elsewhere.address);
      break;
    case Parting::kFindsItDead:
      full.peer.fd.reset();
      expect_error(try_to_send(calls, full.client), ECONNREFUSED, parting, complaints);
      break;
    case Parting::kDisconnects:
      calls.connect(full.client.get(), nowhere);
      break;
    case Parting::kShutDown:
      ::shutdown(full.peer.fd.get(), SHUT_RD);
      expect_error(try_to_send(calls, full.client), EPIPE, parting, complaints);
      break;
    case Parting::kClientCloses:
      full.client.reset();
      break;
  }
  full.peer.fd.reset();
}

void disturb_freed_memory() {
  std::vector<SocketPair> neighbours;
  for (int i = 0; i < kNeighbours; ++i) {
    auto pair = socket_pair(SOCK_DGRAM);
    if (!pair) return;
    [[maybe_unused]] const auto put =
        ::send(pair->one.get(), kMessage.data(), kMessage.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    neighbours.push_back(std::move(*pair));
  }
}

/// What makes a kernel walk over the place where the waiter stood, in one of several orders.
void take_off(FullPeer& full, Fd& epoll, Random& random) {
  switch (random.below(3)) {
    case 0:
      epoll.reset();
      disturb_freed_memory();
      full.client.reset();
      break;
    case 1:
      full.client.reset();
      disturb_freed_memory();
      epoll.reset();
      break;
    default:
      if (full.client) ::epoll_ctl(epoll.get(), EPOLL_CTL_DEL, full.client.get(), nullptr);
      full.fillers.clear();
      break;
  }
}

/// The name of a peer that is gone can be given to another, who can be talked to.
Result<void> use_name_again(const SocketCalls& calls, const Address& address, Parting parting,
                            Complaints& complaints) {
  KAB_TRY(const Fd heir, unix_socket(SOCK_DGRAM));
  const auto* const name = reinterpret_cast<const sockaddr*>(&address.name);
  if (::bind(heir.get(), name, address.length) != 0) {
    // Another program may have been given the name meanwhile.
    if (errno == EADDRINUSE) return {};
    return fail_unavailable("bind(AF_UNIX): " + errno_text(errno));
  }
  const auto client = client_of(calls, address);
  if (!client) {
    complaints.add(std::string(text_of(parting)) + ": its name was bound again, and " +
                   client.error().message);
  } else if (const ssize_t sent = try_to_send(calls, *client); sent < 0) {
    complaints.add(std::string(text_of(parting)) +
                   ": its name was bound again, and send: " + errno_text(static_cast<int>(-sent)));
  }
  return {};
}

}  // namespace

Result<void> part_under_epoll(const SocketCalls& calls, Parting parting, Random& random,
                              std::int64_t patience_ns, Complaints& complaints) {
  KAB_TRY(const Bound elsewhere, bound_socket(SOCK_DGRAM));
  KAB_TRY(FullPeer full, full_peer(calls));
  KAB_TRY(Fd epoll, new_epoll());
  const std::uint32_t edge = random.below(2) == 0 ? EPOLLET : 0U;
  KAB_CHECK(watch(epoll, full.client.get(), EPOLLOUT | edge));
  part(calls, parting, elsewhere, full, complaints);
  if (full.client && calls.wait(epoll.get(), timeout_ms(patience_ns)) <= 0)
    complaints.add(std::string(text_of(parting)) + ", and epoll did not tell who waited for it");
  disturb_freed_memory();
  take_off(full, epoll, random);
  return use_name_again(calls, full.peer.address, parting, complaints);
}

Result<void> close_under_sleeper(const SocketCalls& calls, Sleeper sleeper, Random& random,
                                 std::int64_t patience_ns, Complaints& complaints) {
  constexpr std::uint64_t kMostTurns = 50;  // between falling asleep and the peer's end
  KAB_TRY(FullPeer full, full_peer(calls));
  KAB_CHECK(limit_sends(full.client, patience_ns));
  const std::uint64_t turns = random.below(kMostTurns);
  std::atomic<bool> about_to_sleep = false;
  bool woken = false;
  const auto sleep = [&] {
    about_to_sleep.store(true);
    woken = sleeper == Sleeper::kInSend
                ? calls.send(full.client.get(), kMessage, 0) != -EAGAIN
                : calls.poll(full.client.get(), POLLOUT, timeout_ms(patience_ns)) != 0;
  };
  const auto close = [&] {
    while (!about_to_sleep.load()) ::sched_yield();
    for (std::uint64_t i = 0; i < turns; ++i) ::sched_yield();
    full.peer.fd.reset();
  };
  KAB_CHECK(run_together({sleep, close}));
  if (!woken)
    complaints.add(std::string("the peer was closed, and who slept in ") +
                   (sleeper == Sleeper::kInSend ? "send()" : "poll()") + " was not woken");
  return {};
}

}  // namespace kab::checks
