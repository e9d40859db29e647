// A trial that is interrupted or killed: its whole blocks are in the recording, no child is left,
// and what it changed is put back.
#include <cerrno>
#include <csignal>
#include <future>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>

#include "base/fd.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

constexpr int kLongestWaitMs = 120'000;

// Hangs in the third block, under the arm that sets the knob to "on": two calls are the rehearsal,
// six the first two blocks. Then it says which processes kab and it itself are.
constexpr const char* kWork =
    "echo >>calls\n"
    "if test \"$(cat knob)\" = on && test $(wc -l <calls) -gt 8; then\n"
    "  echo $PPID $$ >fifo\n"
    "  exec sleep 600\n"
    "fi\n";

class Interruption : public KabTest {
 protected:
  Interruption() {
    file("knob", "original\n");
    file("calls", "");
    file("work", kWork);
    EXPECT_EQ(::mkfifo(path("fifo").c_str(), 0666), 0);
    EXPECT_EQ(::chmod(path("fifo").c_str(), 0666), 0);
    // Held open for both ways, so that neither side waits for the other.
    fifo_ = Fd(::open(path("fifo").c_str(), O_RDWR | O_CLOEXEC));
  }

  Words trial_words(const std::string& recording) const {
    return {"trial",
            "-a",
            "off:file." + path("knob") + "=off",
            "-a",
            "on:file." + path("knob") + "=on",
            "--repeat",
            "50",
            "-o",
            recording,
            "--",
            "sh",
            "work"};
  }

  /// Starts the trial and waits until it hangs.
  void start() {
    trial_ = std::async(std::launch::async, [this] { return kab_as_user(trial_words("t.kab")); });
    pollfd polled{.fd = fifo_.get(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(::poll(&polled, 1, kLongestWaitMs), 1) << "the trial did not come to its third block";
    char text[64] = {};
    ASSERT_GT(::read(fifo_.get(), text, sizeof text - 1), 0);
    const auto pids = words(text);
    ASSERT_EQ(pids.size(), 2U) << text;
    kab_ = static_cast<pid_t>(parse_int(pids[0]).value_or(0));
    ASSERT_GT(kab_, 1);
    child_ = Fd(static_cast<int>(::syscall(SYS_pidfd_open, parse_int(pids[1]).value_or(0), 0)));
    ASSERT_TRUE(child_);
    EXPECT_EQ(content("knob"), "on");
  }

  /// Sends the signal; what the trial said until its end.
  Said end_by(int signal) {
    EXPECT_EQ(::kill(kab_, signal), 0);
    return trial_.get();
  }

  bool child_ends() const {
    pollfd polled{.fd = child_.get(), .events = POLLIN, .revents = 0};
    return ::poll(&polled, 1, kLongestWaitMs) == 1;
  }

  void expect_two_blocks_recorded() const {
    const auto said = kab_as_user({"show", "--json", "t.kab"});
    EXPECT_EQ(said.exit_code, 0) << said.err;
    const auto json = json_of(said.out);
    EXPECT_EQ(json["blocks"], 2);
    EXPECT_EQ(json["stopped"], "interrupted");
    const auto text = kab_as_user({"show", "t.kab"}).out;
    EXPECT_NE(text.find("6 samples, 0 failed"), std::string::npos) << text;
    EXPECT_NE(text.find("interrupted"), std::string::npos) << text;
  }

 private:
  Fd fifo_;
  Fd child_;
  pid_t kab_ = 0;
  std::future<Said> trial_;
};

TEST_F(Interruption, ByCtrlCSavesRestoresAndLeavesNoChild) {
  start();
  const auto said = end_by(SIGINT);
  EXPECT_EQ(said.exit_code, 130);
  EXPECT_NE(said.err.find("kab: interrupted; what was measured is saved in t.kab\n"),
            std::string::npos)
      << said.err;
  EXPECT_EQ(content("knob"), "original\n");
  EXPECT_TRUE(child_ends());
  expect_two_blocks_recorded();
}

TEST_F(Interruption, ByTheTerminationSignalIsTheSame) {
  start();
  EXPECT_EQ(end_by(SIGTERM).exit_code, 130);
  EXPECT_EQ(content("knob"), "original\n");
  EXPECT_TRUE(child_ends());
  expect_two_blocks_recorded();
}

TEST_F(Interruption, ByAKillIsPutRightAtTheNextStart) {
  start();
  const auto said = end_by(SIGKILL);
  EXPECT_EQ(said.exit_code, 128 + SIGKILL);
  EXPECT_TRUE(child_ends());
  EXPECT_EQ(content("knob"), "on");
  const auto next = kab_as_user({"list", "metrics"});
  EXPECT_EQ(next.exit_code, 0);
  EXPECT_TRUE(next.out.starts_with("metrics\n")) << next.out;
  EXPECT_NE(next.err.find(path("knob") + ": restored"), std::string::npos) << next.err;
  EXPECT_EQ(content("knob"), "original\n");
  EXPECT_EQ(kab_as_user({"list", "metrics"}).err, "");
  expect_two_blocks_recorded();
}

TEST_F(Interruption, AValueThatSomebodyChangedAfterAKillIsLeftAlone) {
  start();
  end_by(SIGKILL);
  EXPECT_TRUE(child_ends());
  file("knob", "the user's own\n");
  const auto next = kab_as_user({"list", "metrics"});
  EXPECT_NE(next.err.find(path("knob")), std::string::npos) << next.err;
  EXPECT_EQ(content("knob"), "the user's own\n");
}

TEST_F(Interruption, MeanwhileNoOtherTrialMayChangeTheHost) {
  start();
  const auto second = kab_as_user(trial_words("second.kab"));
  EXPECT_EQ(second.exit_code, 3) << second.err;
  EXPECT_EQ(second.out, "");
  EXPECT_EQ(recordings(), Words{"t.kab"});
  EXPECT_EQ(content("knob"), "on");
  EXPECT_EQ(kab_as_user({"show", "t.kab"}).exit_code, 0);
  EXPECT_EQ(end_by(SIGINT).exit_code, 130);
}

}  // namespace
}  // namespace kab::cli
