// stdout carries results and nothing else; everything else goes to stderr.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class Streams : public KabTest {
 protected:
  Said trial(const Words& more) const {
    Words words = {"trial", "-a", "a", "-a", "b", "--repeat", "2", "-o", "t.kab"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--", "sh", "-c", "echo to stdout; echo to stderr >&2"});
    return kab(words);
  }
};

TEST_F(Streams, WithJsonTheWholeOfStdoutIsOneDocument) {
  EXPECT_EQ(json_of(trial({"--json"}).out)["schema"], 1);
  EXPECT_EQ(json_of(kab({"show", "--json", "t.kab"}).out)["schema"], 1);
  EXPECT_EQ(json_of(kab({"compare", "--json", "t.kab"}).out)["schema"], 1);
  EXPECT_EQ(json_of(kab({"run", "--json", "--repeat", "2", "--", "true"}).out)["schema"], 1);
  EXPECT_TRUE(json_of(kab({"list", "--json"}).out).is_object());
}

TEST_F(Streams, QuietLeavesStderrEmpty) {
  EXPECT_EQ(trial({"--quiet"}).err, "");
  EXPECT_EQ(kab({"run", "--quiet", "--repeat", "2", "--", "true"}).err, "");
  EXPECT_EQ(kab({"compare", "--quiet", "t.kab"}).err, "");
}

TEST_F(Streams, NotesGoToStderr) {
  const auto said = trial({});
  EXPECT_NE(said.err.find("note: 2 blocks are asked for, too few"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("recording: t.kab"), std::string::npos) << said.err;
  EXPECT_EQ(said.out.find("too few for any verdict"), std::string::npos) << said.out;
}

TEST_F(Streams, WhatTheCommandPrintsIsNotKabsOutput) {
  const auto said = trial({});
  EXPECT_EQ(said.out.find("to stdout\n"), std::string::npos) << said.out;
  EXPECT_EQ(said.err.find("to stderr\n"), std::string::npos) << said.err;
}

TEST_F(Streams, NothingIsRedrawnWhereStderrIsNoTerminal) {
  const auto said = trial({});
  EXPECT_EQ(said.err.find('\r'), std::string::npos);
  EXPECT_EQ(said.err.find('\x1b'), std::string::npos);
  EXPECT_EQ(said.out.find('\x1b'), std::string::npos);
}

TEST_F(Streams, ColourComesWhenAsked) {
  const auto said = kab({"trial", "-a", "a:cmd=echo 1", "-a", "b:cmd=echo 2", "--number", "stdout",
                         "--unit", "ns", "--repeat", "6", "--color", "always"});
  EXPECT_NE(said.out.find('\x1b'), std::string::npos) << said.out;
}

TEST_F(Streams, AResultThatCannotBeWrittenIsAnError) {
  const auto said = kab_by_shell("exec \"$@\" >/dev/full", {"list", "metrics"});
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_NE(said.err.find("standard output: No space left on device"), std::string::npos)
      << said.err;
}

}  // namespace
}  // namespace kab::cli
