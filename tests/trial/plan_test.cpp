#include "trial/plan.h"

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

Wanted two_arms(std::vector<std::string> texts = {"a", "b"}) {
  Wanted wanted;
  for (const auto& text : texts) wanted.arms.push_back(model::parse_arm(text).value());
  wanted.subjects = {{.name = "getppid"}};
  wanted.repeat = 8;
  return wanted;
}

std::string refusal(const Wanted& wanted, ErrorKind kind = ErrorKind::kInput) {
  const auto plan = make_plan(wanted);
  EXPECT_FALSE(plan);
  if (plan) return "";
  EXPECT_EQ(plan.error().kind, kind);
  return plan.error().message;
}

TEST(MakePlan, GivesEveryArmASlotOfEverySubject) {
  auto wanted = two_arms({"a", "b:param.size=64,env.X=1"});
  wanted.subjects = {{.name = "pipe"}, {.name = "unix-stream", .params = {{"size", "16"}}}};
  const auto plan = make_plan(wanted).value();
  ASSERT_EQ(plan.slots.size(), 2U);
  ASSERT_EQ(plan.slots[1].size(), 2U);
  EXPECT_EQ(plan.slots[1][0].workload, "unix-stream");
  EXPECT_EQ(plan.slots[1][0].params, (model::Params{{"size", "16"}}));
  EXPECT_EQ(plan.slots[1][1].params, (model::Params{{"size", "64"}}));
  EXPECT_EQ(plan.slots[1][1].environment.at(0).first, "X");
  EXPECT_TRUE(plan.session.with_aa);
}

TEST(MakePlan, ACommandIsMeasuredInWallUserAndSystemTime) {
  auto wanted = two_arms();
  wanted.subjects = {};
  wanted.command = {"true"};
  const auto plan = make_plan(wanted).value();
  ASSERT_EQ(plan.session.subjects.size(), 1U);
  EXPECT_EQ(plan.session.subjects[0].metrics.at(0), model::wall_metric());
  EXPECT_EQ(plan.session.subjects[0].metrics.size(), 3U);
  EXPECT_EQ(plan.slots[0][0].command, std::vector<std::string>{"true"});
}

TEST(MakePlan, CmdOfAnArmRunsThroughTheShell) {
  auto wanted = two_arms({"a:cmd=echo 1", "b:cmd=echo 2"});
  wanted.subjects = {};
  const auto plan = make_plan(wanted).value();
  EXPECT_EQ(plan.slots[0][1].command, (std::vector<std::string>{"/bin/sh", "-c", "echo 2"}));
  EXPECT_TRUE(plan.slots[0][1].workload.empty());
}

TEST(MakePlan, RefusesWhatCannotBeATrial) {
  EXPECT_NE(refusal(two_arms({"a"})).find("two arms or more"), std::string::npos);
  EXPECT_NE(refusal(two_arms({"a", "a:env.X=1"})).find("\"a\""), std::string::npos);
  auto nothing = two_arms();
  nothing.subjects = {};
  EXPECT_NE(refusal(nothing).find("nothing to run"), std::string::npos);
  auto both = two_arms();
  both.command = {"true"};
  EXPECT_NE(refusal(both).find("one of them at a time"), std::string::npos);
  auto half = two_arms({"a:cmd=true", "b"});
  half.subjects = {};
  EXPECT_NE(refusal(half).find("cmd= in every arm"), std::string::npos);
  auto twice = two_arms();
  twice.subjects = {{.name = "pipe"}, {.name = "pipe"}};
  EXPECT_NE(refusal(twice).find("named twice"), std::string::npos);
}

TEST(MakePlan, NamesTheCommandThatDoesNotExist) {
  auto wanted = two_arms();
  wanted.subjects = {};
  wanted.command = {"no-such-command-here"};
  EXPECT_NE(refusal(wanted).find("\"no-such-command-here\""), std::string::npos);
}

TEST(MakePlan, NamesTheArmWhosePinIsNotAllowed) {
  EXPECT_NE(refusal(two_arms({"a", "b:pin=99999"})).find("arm b"), std::string::npos);
}

TEST(MakePlan, AnAbiThatThereIsNotIsRefused) {
  EXPECT_NE(refusal(two_arms({"a", "b:abi=arm"})).find("workers for x86_64 and i386"),
            std::string::npos);
}

TEST(MakePlan, AParameterOfAnArmIsNotTheSubjects) {
  auto wanted = two_arms({"a", "b:param.size=64"});
  wanted.subjects = {{.name = "pipe", .params = {{"size", "16"}}}};
  const auto plan = make_plan(wanted).value();
  EXPECT_TRUE(plan.session.subjects[0].params.empty());
  EXPECT_EQ(plan.slots[0][0].params, (model::Params{{"size", "16"}}));
}

TEST(MakePlan, AKernelIsBootedInATrialAndNotInARun) {
  EXPECT_TRUE(make_plan(two_arms({"a", "b:kernel=6.12"})));
  auto run = two_arms({"a:kernel=6.12"});
  run.kind = model::SessionKind::kRun;
  EXPECT_NE(refusal(run).find("a kernel is booted in a trial"), std::string::npos);
}

}  // namespace
}  // namespace kab::trial
