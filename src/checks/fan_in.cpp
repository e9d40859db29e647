#include "checks/fan_in.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>

#include "base/random.h"
#include "base/units.h"
#include "checks/received_order.h"
#include "checks/together.h"

namespace kab::checks {
namespace {

constexpr std::uint64_t kLongestBurst = 40;        // messages that the receiver takes at once
constexpr std::uint64_t kLongestPause = 20;        // turns that it then leaves to the senders
constexpr std::int64_t kLookAgainNs = 20'000'000;  // while nothing arrives

enum class Way { kBlocking, kPoll, kEpollEdge };
constexpr std::array kWays = {Way::kBlocking, Way::kPoll, Way::kEpollEdge};

std::string_view text_of(Way way) {
  switch (way) {
    case Way::kBlocking:
      return "blocked in send()";
    case Way::kPoll:
      return "waiting in poll()";
    case Way::kEpollEdge:
      return "waiting for an edge of epoll";
  }
  return "";
}

struct Sender {
  std::uint32_t number = 0;
  Way way = Way::kBlocking;
  Fd own = {};  // empty where all share one end
  int fd = -1;  // what it sends on
  Fd epoll = {};
  FanInCounts counts = {};
  std::atomic<bool> done = false;  // all else is its own while it runs
};

class Scene {
 public:
  Scene(const SocketCalls& calls, const FanIn& how, FanInFaults& faults)
      : calls_(calls), how_(how), faults_(faults) {}

  Result<void> build();
  Result<FanInCounts> play();

 private:
  Result<void> add_sender(std::uint32_t number, const Address& receiver);
  void send_all(Sender& sender);
  bool send_one(Sender& sender, const Message& message);
  bool wait_for_room(Sender& sender);
  bool wrong(const Sender& sender, ssize_t result);
  void receive_all();
  bool receive_burst(ReceivedOrder& order, std::uint64_t most);
  bool all_done() const;
  void give_up();

  const SocketCalls& calls_;
  const FanIn& how_;
  FanInFaults& faults_;
  Fd receiver_;
  Fd shared_end_;
  std::deque<Sender> senders_;  // whose elements do not move
  std::uint64_t received_ = 0;
  std::atomic<bool> given_up_ = false;
};

Result<void> Scene::build() {
  Address address;
  if (how_.shape == Shape::kDatagrams) {
    KAB_TRY(Bound bound, bound_socket(SOCK_DGRAM));
    receiver_ = std::move(bound.fd);
    address = bound.address;
  } else {
    KAB_TRY(SocketPair pair, socket_pair(SOCK_SEQPACKET));
    receiver_ = std::move(pair.one);
    shared_end_ = std::move(pair.other);
    KAB_CHECK(limit_sends(shared_end_, 2 * how_.patience_ns));
  }
  for (std::uint32_t i = 0; i < how_.senders; ++i) KAB_CHECK(add_sender(i, address));
  return {};
}

Result<void> Scene::add_sender(std::uint32_t number, const Address& receiver) {
  Sender& sender = senders_.emplace_back();
  sender.number = number;
  sender.way = kWays[number % kWays.size()];
  sender.fd = shared_end_.get();
  if (how_.shape == Shape::kDatagrams) {
    KAB_TRY(sender.own, unix_socket(SOCK_DGRAM));
    // A lost wake-up is the receiver's to find; this only lets the sender come to an end.
    KAB_CHECK(limit_sends(sender.own, 2 * how_.patience_ns));
    sender.fd = sender.own.get();
    if (const int error = calls_.connect(sender.fd, receiver); error < 0)
      return fail_unavailable("connect(AF_UNIX): " + errno_text(-error));
  }
  if (sender.way != Way::kEpollEdge) return {};
  KAB_TRY(sender.epoll, new_epoll());
  return watch(sender.epoll, sender.fd, EPOLLOUT | EPOLLET);
}

Result<FanInCounts> Scene::play() {
  std::vector<std::function<void()>> works = {[this] { receive_all(); }};
  for (Sender& sender : senders_) works.emplace_back([this, &sender] { send_all(sender); });
  KAB_CHECK(run_together(works));
  FanInCounts counts{.received = received_};
  for (const Sender& sender : senders_) counts.add(sender.counts);
  return counts;
}

void Scene::send_all(Sender& sender) {
  for (std::uint64_t place = 0; place < how_.messages; ++place)
    if (!send_one(sender, Message(sender.number, place))) break;
  sender.done.store(true);
}

/// Whether to go on.
bool Scene::send_one(Sender& sender, const Message& message) {
  const int flags = sender.way == Way::kBlocking ? 0 : MSG_DONTWAIT;
  for (bool told = false; !given_up_.load();) {
    const ssize_t sent = calls_.send(sender.fd, message.bytes(), flags);
    if (sent == static_cast<ssize_t>(message.bytes().size())) return true;
    if (sent != -EAGAIN) return wrong(sender, sent);
    if (sender.way == Way::kBlocking) continue;  // its time-out; the receiver knows what that means
    if (told) ++sender.counts.spurious;
    ++sender.counts.waits;
    told = wait_for_room(sender);
  }
  return false;
}

/// Whether the kernel said that there is room.
bool Scene::wait_for_room(Sender& sender) {
  const int longest = timeout_ms(2 * how_.patience_ns);
  const int events = sender.way == Way::kPoll ? calls_.poll(sender.fd, POLLOUT, longest)
                                              : calls_.wait(sender.epoll.get(), longest);
  if (events <= 0) return false;
  ++sender.counts.told;
  return true;
}

bool Scene::wrong(const Sender& sender, ssize_t result) {
  faults_.order.add("sender " + std::to_string(sender.number) + ": send() gave " +
                    (result < 0 ? errno_text(static_cast<int>(-result))
                                : std::to_string(result) + " bytes, which is not all"));
  return false;
}

void Scene::receive_all() {
  ReceivedOrder order(senders_.size(), faults_.order);
  Random random(how_.seed);
  const std::uint64_t expected = how_.messages * senders_.size();
  std::int64_t quiet_ns = 0;
  while (order.distinct() < expected) {
    const bool quiet = calls_.poll(receiver_.get(), POLLIN, timeout_ms(kLookAgainNs)) <= 0;
    const bool done = all_done();  // before the look: what was sent by then is there
    if (receive_burst(order, 1 + random.below(kLongestBurst))) {
      quiet_ns = 0;
      for (auto pause = random.below(kLongestPause); pause > 0; --pause) ::sched_yield();
      continue;
    }
    if (done) break;
    if (quiet) quiet_ns += kLookAgainNs;
    if (quiet_ns > how_.patience_ns) return give_up();
  }
  while (receive_burst(order, kLongestBurst)) {  // what is left now has come twice
  }
  order.end(how_.messages);
  received_ = order.distinct();
}

/// Whether anything came.
bool Scene::receive_burst(ReceivedOrder& order, std::uint64_t most) {
  std::array<char, Message::kLongest + 1> buffer;
  for (std::uint64_t i = 0; i < most; ++i) {
    const ssize_t got = calls_.receive(receiver_.get(), buffer, MSG_DONTWAIT);
    if (got < 0) return i > 0;
    order.arrived(std::span<const char>(buffer).first(static_cast<std::size_t>(got)));
  }
  return true;
}

bool Scene::all_done() const {
  return std::ranges::all_of(senders_, [](const Sender& sender) { return sender.done.load(); });
}

void Scene::give_up() {
  given_up_.store(true);
  for (const Sender& sender : senders_)
    if (!sender.done.load())
      faults_.wakeups.add("sender " + std::to_string(sender.number) + " is still " +
                          std::string(text_of(sender.way)) + ", " +
                          duration_text(how_.patience_ns) + " after the queue was emptied");
}

}  // namespace

void FanInCounts::add(const FanInCounts& other) {
  received += other.received;
  waits += other.waits;
  told += other.told;
  spurious += other.spurious;
}

Result<FanInCounts> fan_in(const SocketCalls& calls, const FanIn& how, FanInFaults& faults) {
  Scene scene(calls, how, faults);
  KAB_CHECK(scene.build());
  return scene.play();
}

}  // namespace kab::checks
