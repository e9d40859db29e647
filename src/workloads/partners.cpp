#include "workloads/partners.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "workloads/futex.h"
#include "workloads/pin.h"

namespace kab::workloads {
namespace {

constexpr timespec kPause = {.tv_sec = 0, .tv_nsec = 1'000'000};

}  // namespace

/// The memory that all share. `round` counts batches; a partner that sees it rise does its `n` and
/// adds itself to `finished`.
struct Partners::Shared {
  struct Slot {
    std::uint64_t n = 0;
    int cpu = -1;
    std::array<char, 240> failure = {};  // a C string, empty: none
  };

  std::atomic<std::uint32_t> round = 0;
  std::atomic<std::uint32_t> finished = 0;
  std::atomic<std::uint32_t> expected = 0;
  std::atomic<std::uint32_t> finish = 0;  // not 0: the round is the end
  std::array<Slot, kMostPartners> slots = {};
};

Partners::Partners(SharedMemory<Shared> shared) : shared_(std::move(shared)) {}

Partners::Adoption::Adoption() {
  ::prctl(PR_GET_CHILD_SUBREAPER, &before_);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Partners::Adoption::~Adoption() { ::prctl(PR_SET_CHILD_SUBREAPER, before_); }

Partners::~Partners() {
  if (adoption_) let_finish();
  for (const auto& partner : partners_) {
    if (partner.pid > 0) ::kill(partner.pid, SIGKILL);
  }
  for (const auto& partner : partners_) {
    while (partner.pid > 0 && ::waitpid(partner.pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (partner.group > 0) end_group(partner.group);
  }
}

/// Has partners with children of their own put away what they hold. One that is stuck is given up.
void Partners::let_finish() {
  constexpr int kMostPauses = 1000;
  shared_->finish.store(1);
  shared_->round.fetch_add(1);
  futex_wake(shared_->round);
  for (int pauses = 0; pauses < kMostPauses; ++pauses) {
    bool all_ended = true;
    for (auto& partner : partners_) {
      if (partner.pid > 0 && ::waitpid(partner.pid, nullptr, WNOHANG) != 0) partner.pid = -1;
      all_ended = all_ended && partner.pid < 0;
    }
    if (all_ended) return;
    ::nanosleep(&kPause, nullptr);
  }
}

/// Orphans of a partner are this process's children by now. Where there is none the number of the
/// group may be another's, so nothing is killed before one was seen.
void Partners::end_group(pid_t group) {
  for (;;) {
    const pid_t waited = ::waitpid(-group, nullptr, WNOHANG);
    if (waited < 0) return;
    if (waited > 0) continue;
    ::kill(-group, SIGKILL);
    ::waitpid(-group, nullptr, 0);
  }
}

Result<std::unique_ptr<Partners>> Partners::start(std::vector<Role> roles,
                                                  std::span<const int> pin) {
  if (roles.size() > kMostPartners) return fail_input("too many partner processes");
  KAB_TRY(auto shared, share<Shared>());
  std::unique_ptr<Partners> partners(new Partners(std::move(shared)));
  for (auto& role : roles) {
    const auto cpu = cpu_of_role(pin, partners->partners_.size() + 1);
    KAB_CHECK(partners->fork_partner(std::move(role), cpu));
  }
  // An empty batch: whoever cannot start says so here.
  KAB_CHECK(partners->begin(0));
  KAB_CHECK(partners->wait());
  return partners;
}

Result<void> Partners::fork_partner(Role role, std::optional<int> cpu) {
  const pid_t parent = ::getpid();
  const std::size_t index = partners_.size();
  const bool has_children = role.children == Children::kSome;
  if (has_children && !adoption_) adoption_.emplace();
  const pid_t pid = ::fork();
  if (pid < 0)
    return fail_unavailable("cannot start the " + std::string(role.name) +
                            ": fork: " + errno_text(errno));
  if (pid == 0) live(*shared_, index, parent, cpu, std::move(role));
  partners_.push_back({.name = role.name, .pid = pid, .group = has_children ? pid : -1});
  return {};
}

void Partners::live(Shared& shared, std::size_t index, pid_t parent, std::optional<int> cpu,
                    Role role) noexcept {
  // The parent may be gone before prctl() was there to tell; then getppid() is another's number.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  if (role.children == Children::kSome) {
    ::setpgid(0, 0);
    forget_partner_signals();  // its children's ends are its own business
  }
  Shared::Slot& slot = shared.slots[index];
  const auto give_up = [&](const std::string& why) {
    why.copy(slot.failure.data(), slot.failure.size() - 1);
    ::_exit(1);
  };
  if (cpu) {
    if (const auto pinned = pin_to(*cpu); !pinned) give_up(pinned.error().message);
  }
  for (std::uint32_t seen = 0;;) {
    const std::uint32_t round = shared.round.load();
    if (round == seen) {
      if (futex_wait(shared.round, seen) == Woken::kBroken) give_up("futex: " + errno_text(errno));
      continue;
    }
    seen = round;
    if (shared.finish.load() != 0) {
      role.work = {};
      ::_exit(0);
    }
    if (const auto done = role.work(slot.n); !done) give_up(done.error().message);
    slot.cpu = ::sched_getcpu();
    if (shared.finished.fetch_add(1) + 1 == shared.expected.load()) futex_wake(shared.finished);
  }
}

Result<void> Partners::begin(std::uint64_t n) {
  if (failure_) return std::unexpected(*failure_);
  const std::uint64_t count = partners_.size();
  for (std::size_t i = 0; i < partners_.size(); ++i)
    shared_->slots[i].n = n / count + (i < n % count ? 1 : 0);
  shared_->finished.store(0);
  shared_->expected.store(static_cast<std::uint32_t>(count));
  shared_->round.fetch_add(1);
  futex_wake(shared_->round);
  return {};
}

Result<void> Partners::wait() {
  for (;;) {
    const std::uint32_t finished = shared_->finished.load();
    if (finished == shared_->expected.load()) return {};
    switch (futex_wait(shared_->finished, finished)) {
      case Woken::kLook:
        break;
      case Woken::kInterrupted:
        KAB_CHECK(check());
        break;
      case Woken::kBroken:
        return fail_unavailable("futex: " + errno_text(errno));
    }
  }
}

Result<void> Partners::check() {
  if (failure_) return std::unexpected(*failure_);
  signals_.quiet();
  for (std::size_t i = 0; i < partners_.size(); ++i) {
    int status = 0;
    if (::waitpid(partners_[i].pid, &status, WNOHANG) != partners_[i].pid) continue;
    failure_ = death_of(i, status);
    partners_[i].pid = -1;
    return std::unexpected(*failure_);
  }
  return {};
}

Error Partners::death_of(std::size_t index, int status) const {
  const char* const own_words = shared_->slots[index].failure.data();
  std::string message =
      "partner " + std::to_string(index + 1) + " (" + std::string(partners_[index].name) + ") ";
  if (*own_words != '\0') {
    message += std::string("gave up: ") + own_words;
  } else if (WIFSIGNALED(status)) {
    message += "was killed by signal " + std::to_string(WTERMSIG(status)) + " (" +
               ::strsignal(WTERMSIG(status)) + ")";
  } else {
    message += "exited " + std::to_string(WEXITSTATUS(status)) + " of its own accord";
  }
  return Error{.kind = ErrorKind::kUnavailable, .message = std::move(message)};
}

Error Partners::explain(std::string_view call, int error_number) {
  // A dying process closes its descriptors some time before it can be waited for.
  for (int tries = 0; tries < 200; ++tries) {
    if (auto alive = check(); !alive) return std::move(alive).error();
    ::nanosleep(&kPause, nullptr);
  }
  return Error{.kind = ErrorKind::kUnavailable,
               .message = std::string(call) + ": " + errno_text(error_number)};
}

std::vector<int> Partners::cpus() const {
  std::vector<int> found;
  for (std::size_t i = 0; i < partners_.size(); ++i) found.push_back(shared_->slots[i].cpu);
  return found;
}

std::vector<pid_t> Partners::pids() const {
  std::vector<pid_t> found;
  for (const auto& partner : partners_) found.push_back(partner.pid);
  return found;
}

}  // namespace kab::workloads
