#include "workloads/partners.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <new>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kab::workloads {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// A number that partners and test share.
class SharedCounter {
 public:
  SharedCounter()
      : value_(new(::mmap(nullptr, sizeof *value_, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0)) std::atomic<std::uint32_t>(0)) {}
  ~SharedCounter() { ::munmap(value_, sizeof *value_); }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;
  std::atomic<std::uint32_t>& operator*() { return *value_; }

 private:
  std::atomic<std::uint32_t>* value_;
};

Partners::Role counting(SharedCounter& counter) {
  return {.name = "counter", .work = [&counter](std::uint64_t n) -> Result<void> {
            *counter += static_cast<std::uint32_t>(n);
            return {};
          }};
}

Partners::Role complaining() {
  return {.name = "complainer", .work = [](std::uint64_t n) -> Result<void> {
            if (n > 0) return fail_unavailable("out of patience");
            return {};
          }};
}

std::vector<Partners::Role> one(Partners::Role role) {
  std::vector<Partners::Role> roles;
  roles.push_back(std::move(role));
  return roles;
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

TEST(Partners, DoTheWholeBatchBetweenThem) {
  std::array<SharedCounter, 3> counters;
  std::vector<Partners::Role> roles;
  for (auto& counter : counters) roles.push_back(counting(counter));
  const auto partners = Partners::start(std::move(roles), {});
  ASSERT_TRUE(partners) << partners.error().message;
  for (int batch = 0; batch < 50; ++batch) {
    ASSERT_TRUE((*partners)->begin(11));
    ASSERT_TRUE((*partners)->wait());
    // Looked at while the partners stand: a wait() that comes back early is seen here.
    EXPECT_EQ(*counters[0], 4U * static_cast<unsigned>(batch + 1));
    EXPECT_EQ(*counters[1], 4U * static_cast<unsigned>(batch + 1));
    EXPECT_EQ(*counters[2], 3U * static_cast<unsigned>(batch + 1));
  }
}

TEST(Partners, AreWaitedForToTheLast) {
  SharedCounter first;
  SharedCounter last;
  std::vector<Partners::Role> roles = one(counting(first));
  roles.push_back({.name = "straggler", .work = [&](std::uint64_t n) -> Result<void> {
                     while (n > 0 && *first != *last + n) ::sched_yield();
                     for (int i = 0; i < 500; ++i) ::sched_yield();
                     *last += static_cast<std::uint32_t>(n);
                     return {};
                   }});
  const auto partners = Partners::start(std::move(roles), {});
  ASSERT_TRUE(partners);
  for (std::uint32_t batch = 1; batch <= 20; ++batch) {
    ASSERT_TRUE((*partners)->begin(2));
    ASSERT_TRUE((*partners)->wait());
    ASSERT_EQ(*last, batch);
  }
}

TEST(Partners, ThatAreAllWellEndTheInterruptions) {
  SharedCounter counter;
  const auto partners = Partners::start(one(counting(counter)), {});
  ASSERT_TRUE(partners);
  ::raise(SIGCHLD);
  EXPECT_TRUE((*partners)->check());
  itimerval timer{};
  ::getitimer(ITIMER_REAL, &timer);
  EXPECT_EQ(timer.it_interval.tv_usec, 0);
}

TEST(Partners, SayWhereTheyRan) {
  SharedCounter counter;
  const auto partners = Partners::start(one(counting(counter)), {});
  ASSERT_TRUE(partners);
  const auto cpus = (*partners)->cpus();
  ASSERT_EQ(cpus.size(), 1U);
  EXPECT_GE(cpus[0], 0);
}

TEST(Partners, RunWhereTheyArePinned) {
  const int here = ::sched_getcpu();
  SharedCounter counter;
  std::vector<Partners::Role> roles = one(counting(counter));
  roles.push_back(counting(counter));
  const auto partners = Partners::start(std::move(roles), std::array{here});
  ASSERT_TRUE(partners) << partners.error().message;
  EXPECT_EQ((*partners)->cpus(), (std::vector{here, here}));
}

TEST(Partners, ThatCannotBePinnedSaySo) {
  SharedCounter counter;
  const auto partners = Partners::start(one(counting(counter)), std::array{0, 1 << 19});
  ASSERT_FALSE(partners);
  EXPECT_THAT(partners.error().message,
              AllOf(HasSubstr("partner 1 (counter)"), HasSubstr("cannot pin to CPU 524288")));
  EXPECT_FALSE(has_children());
}

TEST(Partners, ThatFailAreAnErrorWithTheirWords) {
  const auto partners = Partners::start(one(complaining()), {});
  ASSERT_TRUE(partners) << partners.error().message;
  ASSERT_TRUE((*partners)->begin(1));
  const auto done = (*partners)->wait();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "partner 1 (complainer) gave up: out of patience");
  const auto again = (*partners)->begin(1);
  ASSERT_FALSE(again) << "what is broken stays broken";
  EXPECT_EQ(again.error().message, done.error().message);
}

TEST(Partners, ThatAreKilledAreAnErrorWithTheSignal) {
  SharedCounter counter;
  const auto partners = Partners::start(one(counting(counter)), {});
  ASSERT_TRUE(partners);
  ::kill((*partners)->pids().front(), SIGKILL);
  const auto begun = (*partners)->begin(1);
  const auto done = (*partners)->wait();
  ASSERT_FALSE(begun && done);
  EXPECT_THAT((begun ? done : begun).error().message, HasSubstr("was killed by signal 9 (Killed)"));
}

TEST(Partners, LeaveNoProcessBehind) {
  std::vector<pid_t> pids;
  {
    SharedCounter counter;
    std::vector<Partners::Role> roles = one(counting(counter));
    roles.push_back(counting(counter));
    const auto partners = Partners::start(std::move(roles), {});
    ASSERT_TRUE(partners);
    pids = (*partners)->pids();
    ASSERT_EQ(pids.size(), 2U);
  }
  EXPECT_FALSE(has_children());
  for (const pid_t pid : pids) EXPECT_NE(::kill(pid, 0), 0) << pid;
}

TEST(Partners, AreNotMoreThanThereIsRoomFor) {
  SharedCounter counter;
  std::vector<Partners::Role> roles;
  for (std::size_t i = 0; i <= kMostPartners; ++i) roles.push_back(counting(counter));
  EXPECT_FALSE(Partners::start(std::move(roles), {}));
}

TEST(Partners, DieWithTheirParent) {
  // Orphans come to this process, so that it can wait for them.
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  SharedCounter counter;
  SharedCounter partner_pid;
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto partners = Partners::start(one(counting(counter)), {});
    if (!partners) ::_exit(1);
    *partner_pid = static_cast<std::uint32_t>((*partners)->pids().front());
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(parent, &status, 0), parent);
  ASSERT_TRUE(WIFSIGNALED(status)) << "the parent could not start its partner";
  const auto orphan = static_cast<pid_t>((*partner_pid).load());
  ASSERT_EQ(::waitpid(orphan, &status, 0), orphan);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

}  // namespace
}  // namespace kab::workloads
