// Guests that misbehave and kabs that die: an outcome each, and nothing left behind.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <thread>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"
#include "guest/real_guests.h"

namespace kab::cli {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

class Abuse : public RealGuests {
 protected:
  Said run_command(const std::string& script, const Words& more = {}) const {
    Words words = {"--no-aa", "--repeat", "1"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--", "sh", "-c", script});
    return kab(trial("kernel=" + new_, "kernel=" + new_, words));
  }
};

TEST_F(Abuse, ACommandThatFillsItsMemoryIsAnOutcome) {
  const auto said = run_command("x=0123456789abcdef; while :; do x=$x$x; done");
  EXPECT_EQ(said.exit_code, 3) << said.out;
  EXPECT_THAT(said.err, HasSubstr("out of memory"));
}

TEST_F(Abuse, ACommandThatForksWildlyDoesNotOutliveItsTurn) {
  const auto said = run_command("f() { f | f & }; f; exit 0");
  // Where the fork bomb takes all memory before its turn ends, that is said.
  EXPECT_THAT(said.exit_code, AnyOf(0, 3)) << said.err;
  if (said.exit_code == 3) {
    EXPECT_THAT(said.err, AnyOf(HasSubstr("out of memory"), HasSubstr("hung"))) << said.err;
  }
}

TEST_F(Abuse, SixteenMegabytesOfOutputAreNoTrouble) {
  const std::string doubling =
      "x=0123456789abcdef; i=0; while [ $i -lt 20 ]; do x=$x$x; i=$((i+1)); done; printf %s \"$x\"";
  for (const std::string to : {"", " >/dev/console"}) {
    const auto said = kab({"syscalls", "--kernel", new_, "--", "sh", "-c", doubling + to});
    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(said.out.size(), to.empty() ? std::size_t{4} << 20 : 0) << "the most that is taken";
  }
}

TEST_F(Abuse, AKernelThatFindsNoInitPanics) {
  const auto said =
      kab(trial("kernel=" + new_, "kernel=" + new_ + ",boot=rdinit=/none init=/none", {"getppid"}));
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("arm other: the kernel panicked"));
}

// A kab at work in the background, its temporary files in a folder of their own.
class KabAtWork {
 public:
  KabAtWork(const std::string& folder, const std::string& kernel) {
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::setenv("TMPDIR", folder.c_str(), 1);
    ::setenv("KAB_WORKER", KAB_WORKER_PROGRAM, 1);
    const std::string a = "a:kernel=" + kernel;
    const std::string b = "b:kernel=" + kernel;
    const std::string file = folder + "/../at-work.kab";
    ::execl(KAB_PROGRAM, "kab", "trial", "--quiet", "--no-progress", "-o", file.c_str(), "-a",
            a.c_str(), "-a", b.c_str(), "--repeat", "100", "getppid", nullptr);
    ::_exit(127);
  }
  KabAtWork(const KabAtWork&) = delete;
  KabAtWork& operator=(const KabAtWork&) = delete;
  ~KabAtWork() {
    if (!ended_) end_by(SIGKILL);
  }

  pid_t pid() const { return pid_; }

  int end_by(int signal) {
    ::kill(pid_, signal);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    ended_ = true;
    return status;
  }

 private:
  pid_t pid_ = 0;
  bool ended_ = false;
};

// The QEMUs among the children of a process.
std::vector<pid_t> guests_of(pid_t parent) {
  std::vector<pid_t> guests;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const auto pid = parse_int(entry.path().filename().string());
    if (!pid) continue;
    const auto stat = read_file(entry.path() / "stat").value_or("");
    const auto after_name = stat.substr(std::min(stat.rfind(')') + 1, stat.size()));
    const auto fields = words(after_name);
    if (fields.size() < 2 || fields[1] != std::to_string(parent)) continue;
    if (stat.find("(qemu-system") != std::string::npos) guests.push_back(static_cast<pid_t>(*pid));
  }
  return guests;
}

/// Looks again and again, for at most a minute.
template <class Condition>
bool comes_true(const Condition& condition) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::sleep_for(50ms);
  }
  return false;
}

bool is_gone(pid_t pid) { return !std::filesystem::exists("/proc/" + std::to_string(pid)); }

TEST_F(Abuse, NothingOfAKabThatIsEndedStaysBehind) {
  for (const int signal : {SIGKILL, SIGINT}) {
    const auto folder = path("tmp-" + std::to_string(signal));
    std::filesystem::create_directory(folder);
    KabAtWork kab(folder, new_);
    std::vector<pid_t> guests;
    ASSERT_TRUE(comes_true([&] { return !(guests = guests_of(kab.pid())).empty(); }));
    const int status = kab.end_by(signal);
    if (signal == SIGINT) {
      EXPECT_EQ(WEXITSTATUS(status), 130);
    }
    for (const auto guest : guests)
      EXPECT_TRUE(comes_true([&] { return is_gone(guest); })) << "QEMU " << guest << " lives on";
    EXPECT_TRUE(std::filesystem::is_empty(folder));
  }
}

}  // namespace
}  // namespace kab::cli
