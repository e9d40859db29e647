// kab check: what is tried, what a failure looks like, and what becomes of a worker that dies.
#include <algorithm>
#include <iterator>

#include <sys/stat.h>

#include "base/text.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

class CheckOf : public KabTest {
 protected:
  /// A worker with one check, whose answer is what a shell line prints.
  std::string worker(const std::string& line) const {
    const auto path =
        file("worker",
             "#!/bin/sh\n"
             "if test \"$1\" = --list-checks; then\n"
             "  echo '{\"kab\":1,\"name\":\"water\",\"property\":\"water runs downhill\"}'\n"
             "  exit\n"
             "fi\n" +
                 line + "\n");
    EXPECT_EQ(::chmod(path.c_str(), 0755), 0);
    return path;
  }
  Said check_with(const std::string& line, Words more = {}) const {
    Words words = {"check", "--abi", "x86_64", "--seed", "9"};
    std::ranges::move(more, std::back_inserter(words));
    return kab_with({{"KAB_WORKER", worker(line)}}, words);
  }
};

constexpr const char* kFailed =
    R"(echo '{"kab":1,"reply":"checked","outcome":"failed","property":"water runs downhill",)"
    R"("evidence":["it ran up"],"numbers":[{"name":"height","value":3,"unit":"m"}]}')";

TEST_F(CheckOf, AClockPassesOnThisKernel) {
  const auto said = kab({"check", "--abi", "x86_64", "--time", "50ms", "clock-agree"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_TRUE(said.out.starts_with("passed       clock-agree          x86_64")) << said.out;
  EXPECT_NE(said.err.find("check 1 of 1: clock-agree (x86_64)"), std::string::npos) << said.err;
}

TEST_F(CheckOf, AFailureShowsItsEvidenceAndHowToTryAgain) {
  const auto said = check_with(kFailed);
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_EQ(said.out,
            "FAILED       water                x86_64  water runs downhill\n"
            "             it ran up\n"
            "0 passed, 1 failed, 0 unavailable; seed 9\n"
            "again: kab check --seed 9 --abi x86_64 water\n");
}

TEST_F(CheckOf, TheJsonHoldsAllOfIt) {
  const auto said = check_with(kFailed, {"--json", "--quiet"});
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_EQ(said.err, "");
  const auto json = json_of(said.out);
  EXPECT_EQ(json["seed"], 9);
  const auto& check = json["checks"][0];
  EXPECT_EQ(check["name"], "water");
  EXPECT_EQ(check["outcome"], "failed");
  EXPECT_EQ(check["evidence"][0], "it ran up");
  EXPECT_EQ(check["numbers"][0]["value"], 3);
  EXPECT_EQ(check["numbers"][0]["unit"], "m");
}

TEST_F(CheckOf, AWorkerThatCrashesIsAFailure) {
  const auto said = check_with("kill -SEGV $$");
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_NE(said.out.find("killed by signal 11"), std::string::npos) << said.out;
}

TEST_F(CheckOf, WithoutAnythingToRunItIsNotPossible) {
  const auto refused =
      check_with(R"(echo '{"kab":1,"reply":"refusal","kind":"unavailable","reason":"dry here"}')");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_NE(refused.out.find("unavailable  water"), std::string::npos) << refused.out;
  EXPECT_NE(refused.out.find("dry here"), std::string::npos) << refused.out;
  const auto missing = kab_with({{"KAB_WORKER", "/no/such/worker"}}, {"check", "--abi", "x86_64"});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_NE(missing.out.find("/no/such/worker"), std::string::npos) << missing.out;
}

TEST_F(CheckOf, AnUnknownNameIsRefusedWithTheNearest) {
  expect_refused(kab({"check", "clock-agre"}), 2, {"clock-agre", "did you mean clock-agree?"});
}

TEST_F(CheckOf, ATimeThatIsNoneIsRefused) {
  expect_refused(kab({"check", "--time", "soon"}), 2, {"soon"});
}

TEST_F(CheckOf, TheOtherAbiIsCheckedOrNamedWithTheReason) {
  const auto said = kab({"check", "--json", "--time", "50ms", "clock-agree"});
  EXPECT_EQ(said.exit_code, 0) << said.out;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["checks"].size() + json["unavailable"].size(), 2U) << said.out;
}

TEST_F(CheckOf, AnInterruptionEndsTheWorker) {
  // The worker interrupts kab, and would then go on for long.
  const auto said = check_with("kill -INT $PPID; exec sleep 600");
  EXPECT_EQ(said.exit_code, 130) << said.out << said.err;
  EXPECT_NE(said.err.find("interrupted"), std::string::npos) << said.err;
}

TEST_F(CheckOf, TheListNamesThem) {
  const auto json = json_of(kab({"list", "checks", "--json"}).out);
  EXPECT_GE(json["checks"].size(), 6U);
  EXPECT_EQ(json["checks"][0]["name"], "clock-agree");
  EXPECT_NE(json["checks"][0]["summary"], "");
}

}  // namespace
}  // namespace kab::cli
