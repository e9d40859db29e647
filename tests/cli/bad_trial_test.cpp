// Trials that cannot be: what is wrong is found before anything is measured or recorded.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class BadTrial : public KabTest {
 protected:
  Said trial(Words words) const {
    words.insert(words.begin(), {"trial", "--repeat", "6"});
    return kab(words);
  }
};

TEST_F(BadTrial, AnUnknownWorkloadIsNamedWithTheNearestOne) {
  const Words expected = {"workload \"unix-seqpackt\"", "did you mean unix-seqpacket?",
                          "kab list workloads"};
  expect_refused(trial({"-a", "a", "-a", "b", "unix-seqpackt"}), 2, expected);
  expect_refused(kab({"run", "unix-seqpackt"}), 2, expected);
}

TEST_F(BadTrial, AnUnknownParameterIsNamedWithThoseThatThereAre) {
  const auto said = trial({"-a", "a", "-a", "b", "--param", "zork=1", "unix-seqpacket"});
  expect_refused(said, 2, {"parameter \"zork\""});
  expect_refused(trial({"-a", "a", "-a", "b", "--param", "zork", "unix-seqpacket"}), 2,
                 {"--param \"zork\"", "KEY=VALUE"});
  expect_refused(trial({"-a", "a:param.zork=1", "-a", "b", "unix-seqpacket"}), 2,
                 {"kab: unix-seqpacket: no parameter \"zork\"", "size"});
  expect_refused(trial({"-a", "a:param.size=x", "-a", "b", "unix-seqpacket"}), 2,
                 {"size", "\"x\"", "whole number"});
}

TEST_F(BadTrial, AnUnknownArmKeyIsNamedWithTheNearestOne) {
  expect_refused(trial({"-a", "a:systcl.x=1", "-a", "b", "--", "true"}), 2,
                 {"arm a", "\"systcl.x\"", "did you mean \"sysctl.\"?"});
  expect_refused(trial({"-a", "a:pin", "-a", "b", "--", "true"}), 2, {"arm a", "KEY=VALUE"});
}

TEST_F(BadTrial, OneArmIsNoTrial) {
  expect_refused(trial({"-a", "only", "--", "true"}), 2,
                 {"two arms or more", "this names 1", "kab run"});
  expect_refused(trial({"--", "true"}), 2, {"two arms or more", "this names 0"});
}

TEST_F(BadTrial, ArmsHaveNamesOfTheirOwn) {
  expect_refused(trial({"-a", "twin", "-a", "twin:env.X=1", "--", "true"}), 2,
                 {"two arms are named \"twin\"", "its own name"});
  expect_refused(trial({"-a", ":env.X=1", "-a", "b", "--", "true"}), 2,
                 {"no name", "NAME:KEY=VALUE"});
}

TEST_F(BadTrial, NothingToRunIsAnError) {
  expect_refused(trial({"-a", "a", "-a", "b"}), 2, {"nothing to run", "kab list workloads"});
  expect_refused(trial({"-a", "a:cmd=true", "-a", "b"}), 2, {"nothing to run", "cmd="});
  expect_refused(trial({"-a", "a", "-a", "b", "unix-seqpacket", "--", "true"}), 2, {"one of them"});
}

TEST_F(BadTrial, ASysctlThatDoesNotExistIsNamedWithTheNearestOne) {
  expect_refused(
      trial({"-a", "a:sysctl.net.unix.max_dgram_qlem=10", "-a", "b", "--", "true"}), 2,
      {"arm a", "no sysctl \"net.unix.max_dgram_qlem\"", "did you mean net.unix.max_dgram_qlen?"});
}

TEST_F(BadTrial, AFileThatDoesNotExistIsNotMade) {
  expect_refused(trial({"-a", "a:file." + path("absent") + "=1", "-a", "b", "--", "true"}), 2,
                 {"arm a", path("absent"), "does not exist"});
  EXPECT_NE(::access(path("absent").c_str(), F_OK), 0);
}

TEST_F(BadTrial, ACommandThatIsNotFoundIsNamed) {
  expect_refused(trial({"-a", "a", "-a", "b", "--", "no-such-command"}), 2,
                 {"\"no-such-command\"", "not found", "PATH"});
  expect_refused(trial({"-a", "a:cmd=true", "-a", "b:cmd=no-such-command", "--json"}), 2,
                 {"arm b", "\"no-such-command\"", "exited 127", "check the command's name"});
  expect_refused(kab({"run", "--", "no-such-command"}), 2, {"\"no-such-command\""});
}

TEST_F(BadTrial, ACpuOfAnArmIsOneThatMayBeUsedHere) {
  expect_refused(trial({"-a", "a:pin=60000", "-a", "b", "--", "true"}), 2,
                 {"arm a", "CPU 60000", "allowed are"});
}

TEST_F(BadTrial, AnArmsFileIsReadWithLineNumbers) {
  expect_refused(trial({"--arms", "absent.toml", "--", "true"}), 2, {"absent.toml"});
  file("arms.toml", "[[arm]]\nname = \"a\"\n\n[[arm]]\n\"env.X\" = 1\n");
  expect_refused(trial({"--arms", "arms.toml", "--", "true"}), 2, {"arms.toml:4", "name"});
  file("arms.toml", "[[arm]\n");
  expect_refused(trial({"--arms", "arms.toml", "--", "true"}), 2, {"arms.toml:1"});
}

}  // namespace
}  // namespace kab::cli
