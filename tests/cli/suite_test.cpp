// --suite: many workloads by one name; what cannot run here is left out and named.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class Suite : public KabTest {};

TEST_F(Suite, RunsItsWorkloadsAndSaysSo) {
  const auto said = kab({"run", "--suite", "quick", "--repeat", "2", "-o", "q.kab", "--json"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto series = json_of(said.out)["sessions"][0]["series"];
  EXPECT_GE(series.size(), 6U);
}

TEST_F(Suite, NamesWhatCannotRunHereOnceForEachReason) {
  // The i386 half of the clocks runs on some kernels only; the reason is one line on the others.
  const auto said = kab({"run", "--suite", "clocks", "--repeat", "1", "-o", "c.kab", "--json"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto session = json_of(said.out)["sessions"][0];
  bool with_i386 = false;
  for (const auto& series : session["series"])
    with_i386 = with_i386 || series["title"].get<std::string>().find("(i386)") != std::string::npos;
  std::size_t reasons = 0;
  for (const auto& event : session["events"])
    if (event["code"] == "unavailable" &&
        event["text"].get<std::string>().find("(i386)") != std::string::npos)
      ++reasons;
  EXPECT_EQ(reasons, with_i386 ? 0U : 1U) << session["events"].dump(2);
}

TEST_F(Suite, ACommandSuiteMakesItsTreeAndTakesItAway) {
  const auto said = kab({"run", "--suite", "commands", "--repeat", "1", "-o", "c.kab"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_NE(said.out.find("find"), std::string::npos);
  EXPECT_NE(said.out.find("ls -lR"), std::string::npos);
}

TEST_F(Suite, AnUnknownOneIsRefused) {
  const auto said = kab({"run", "--suite", "qick"});
  EXPECT_EQ(said.exit_code, 2);
  EXPECT_NE(said.err.find("did you mean quick?"), std::string::npos) << said.err;
}

TEST_F(Suite, IsAllThereIsToRun) {
  EXPECT_EQ(kab({"run", "--suite", "quick", "pipe"}).exit_code, 2);
  EXPECT_EQ(kab({"run", "--suite", "quick", "--", "true"}).exit_code, 2);
  EXPECT_EQ(kab({"run", "--suite", "quick", "--param", "size=1"}).exit_code, 2);
}

}  // namespace
}  // namespace kab::cli
