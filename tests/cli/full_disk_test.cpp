// A disk that fills while a trial runs, by the limit on a file's size: no signal ends kab, what was
// measured stays, and the trial can go on later.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class FullDisk : public KabTest {
 protected:
  /// A trial whose recording may not grow over `half_kilobytes` units of 512 bytes.
  Said trial_within(int half_kilobytes) const {
    return kab_by_shell(
        "ulimit -f " + std::to_string(half_kilobytes) + "; exec \"$@\"",
        {"trial", "-a", "a", "-a", "b", "--repeat", "2000", "-o", "t.kab", "--json", "--", "true"});
  }
};

TEST_F(FullDisk, FromTheStartLeavesNoRecording) {
  const auto said = trial_within(4);
  expect_refused(said, 3, {"t.kab", "limit", "make room"});
}

TEST_F(FullDisk, InTheMiddleKeepsTheWholeBlocksBeforeIt) {
  const auto said = trial_within(200);
  EXPECT_EQ(said.exit_code, 3) << said.err;
  EXPECT_NE(said.err.find("cannot write t.kab"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("make room"), std::string::npos) << said.err;
  EXPECT_EQ(json_of(said.out)["stopped"], "interrupted");
  const auto shown = json_of(kab({"show", "--json", "t.kab"}).out);
  EXPECT_EQ(shown["stopped"], "interrupted");
  const int blocks = shown["blocks"];
  EXPECT_GT(blocks, 0);
  EXPECT_LT(blocks, 2000);
  EXPECT_NE(kab({"show", "t.kab"}).out.find(std::to_string(3 * blocks) + " samples, 0 failed"),
            std::string::npos);
}

TEST_F(FullDisk, IsForgottenOnceThereIsRoom) {
  EXPECT_EQ(trial_within(200).exit_code, 3);
  const auto said = kab(
      {"trial", "-a", "a", "-a", "b", "--repeat", "2", "--append", "-o", "t.kab", "--", "true"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_EQ(json_of(kab({"show", "--json", "t.kab"}).out)["sessions"].size(), 2U);
}

TEST_F(FullDisk, TheMeasuredCommandKeepsTheDefaultsOfItsSignals) {
  constexpr const char* kIgnoresNeitherPipeNorFileSize =
      "test $(( 0x$(sed -n 's/^SigIgn:\t*//p' /proc/self/status) & 0x1001000 )) -eq 0";
  const auto said = kab({"run", "--repeat", "2", "--", "sh", "-c", kIgnoresNeitherPipeNorFileSize});
  EXPECT_EQ(said.exit_code, 0) << said.err;
}

}  // namespace
}  // namespace kab::cli
