#include "trial/suites.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/judgement.h"

namespace kab::trial {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

WorkloadFacts facts(const std::string& name, const std::string& family, model::Json params) {
  return {.name = name,
          .summary = name,
          .description = {{"name", name}, {"family", family}, {"params", std::move(params)}}};
}

const std::vector<WorkloadFacts> kKnown = {
    facts("clock-tai", "clocks",
          {{{"name", "path"}, {"default", "libc"}, {"choices", "vdso|libc|syscall"}}}),
    facts("getppid", "control", model::Json::array()),
    facts("pipe", "ipc",
          {{{"name", "size"}, {"default", "16"}},
           {{"name", "latency"}, {"default", "off"}, {"choices", "off|on"}}})};

std::vector<std::string> titles(std::string_view suite) {
  std::vector<std::string> all;
  const auto subjects = subjects_of_suite(suite, kKnown, "x86_64", "/tree").value();
  for (const auto& subject : subjects)
    all.push_back(model::title_of(subject.name, subject.params) + " " + subject.abi);
  return all;
}

TEST(Suites, AFamilyHoldsEachOfItsWorkloadsOnceForEachWordOfAParameter) {
  EXPECT_THAT(titles("clocks"),
              ElementsAre("clock-tai path=libc x86_64", "clock-tai path=vdso x86_64",
                          "clock-tai path=syscall x86_64", "clock-tai path=libc i386",
                          "clock-tai path=vdso i386", "clock-tai path=syscall i386"));
}

TEST(Suites, OnAndOffAreNoVariants) { EXPECT_EQ(titles("ipc").size(), 1U); }

TEST(Suites, AllHoldsEveryWorkloadOnce) { EXPECT_EQ(titles("all").size(), kKnown.size()); }

TEST(Suites, QuickHoldsThoseThatThisWorkerHas) { EXPECT_EQ(titles("quick").size(), 2U); }

TEST(Suites, CommandsWalkTheTree) {
  EXPECT_TRUE(needs_tree("commands"));
  const auto subjects = subjects_of_suite("commands", kKnown, "x86_64", "/tree").value();
  EXPECT_EQ(subjects.size(), 4U);
  for (const auto& subject : subjects)
    EXPECT_EQ(std::ranges::count(subject.command, "/tree"), 1) << subject.name;
}

TEST(Suites, EachNamedOneCanBeMade) {
  const auto known = list_workloads(KAB_TEST_WORKER).value();
  for (const auto& suite : all_suites()) {
    const auto subjects = subjects_of_suite(suite.name, known, "x86_64", "/tree");
    ASSERT_TRUE(subjects) << suite.name << ": " << subjects.error().message;
    EXPECT_FALSE(subjects->empty()) << suite.name;
    EXPECT_EQ(std::set(subjects->begin(), subjects->end()).size(), subjects->size()) << suite.name;
  }
}

TEST(Suites, AnUnknownOneIsRefusedWithTheNearest) {
  const auto subjects = subjects_of_suite("clock", kKnown, "x86_64", "");
  ASSERT_FALSE(subjects);
  EXPECT_EQ(subjects.error().kind, ErrorKind::kInput);
  EXPECT_THAT(subjects.error().message, HasSubstr("did you mean clocks?"));
}

}  // namespace
}  // namespace kab::trial
