#include "sys/affinity.h"

#include <gtest/gtest.h>
#include <sched.h>

#include "sys/scratch.h"

namespace kab::sys {
namespace {

using Cpus = std::vector<int>;

Cpus pinned(std::string_view text, const Cpus& allowed, const ScratchFolder& cpus) {
  return resolve_pin_among(text, allowed, cpus.path()).value_or(Cpus{-1});
}

std::string refusal(const Result<Cpus>& result) {
  return result ? "allowed" : result.error().message;
}

/// Two cores of two threads: 0 and 2, 1 and 3.
void lay_out_two_cores(const ScratchFolder& cpus) {
  for (const int cpu : {0, 1, 2, 3})
    cpus.file("cpu" + std::to_string(cpu) + "/topology/core_cpus_list",
              cpu % 2 == 0 ? "0,2\n" : "1,3\n");
}

TEST(ParseCpuList, TakesNumbersAndRangesInTheirOrder) {
  EXPECT_EQ(parse_cpu_list("0,2-5").value(), (Cpus{0, 2, 3, 4, 5}));
  EXPECT_EQ(parse_cpu_list("3,1,1").value(), (Cpus{3, 1, 1}));
  EXPECT_EQ(parse_cpu_list("2000").value(), Cpus{2000});
}

TEST(ParseCpuList, RefusesWhatItDoesNotUnderstand) {
  for (const auto* text : {"", "a", "1,", "-1", "3-1", "1-", "0-99999999", " 1", "1-2-3"}) {
    const auto cpus = parse_cpu_list(text);
    ASSERT_FALSE(cpus) << text;
    EXPECT_EQ(cpus.error().kind, ErrorKind::kInput) << text;
  }
}

TEST(CpuListText, ReadsBackAsTheSameList) {
  EXPECT_EQ(cpu_list_text(Cpus{0, 2, 3, 4, 5}), "0,2-5");
  EXPECT_EQ(cpu_list_text(Cpus{1, 1}), "1,1");
  EXPECT_EQ(cpu_list_text(Cpus{}), "");
  for (const auto& cpus : {Cpus{3, 2, 1}, Cpus{0, 1, 1, 2}, Cpus{7}, Cpus{64, 65, 1023, 1024}})
    EXPECT_EQ(parse_cpu_list(cpu_list_text(cpus)).value(), cpus);
}

TEST(ResolvePin, FindsThePartnersOfAWorkload) {
  const ScratchFolder cpus;
  lay_out_two_cores(cpus);
  const Cpus all = {0, 1, 2, 3};
  EXPECT_EQ(pinned("none", all, cpus), Cpus{});
  EXPECT_EQ(pinned("same", all, cpus), (Cpus{0, 0}));
  EXPECT_EQ(pinned("sibling", all, cpus), (Cpus{0, 2}));
  EXPECT_EQ(pinned("other", all, cpus), (Cpus{0, 1}));
  EXPECT_EQ(pinned("3,1", all, cpus), (Cpus{3, 1}));
}

TEST(ResolvePin, LooksOnlyAmongTheAllowedCpus) {
  const ScratchFolder cpus;
  lay_out_two_cores(cpus);
  EXPECT_EQ(pinned("sibling", {0, 1, 3}, cpus), (Cpus{1, 3}));
  EXPECT_EQ(pinned("other", {2, 3}, cpus), (Cpus{2, 3}));
  EXPECT_EQ(pinned("same", {3}, cpus), (Cpus{3, 3}));
  const auto sibling = resolve_pin_among("sibling", Cpus{0, 1}, cpus.path());
  EXPECT_EQ(refusal(sibling),
            "pin=sibling: no two hardware threads of one core among the allowed CPUs (0-1)");
  EXPECT_EQ(sibling.error().kind, ErrorKind::kUnavailable);
  EXPECT_EQ(refusal(resolve_pin_among("other", Cpus{0, 2}, cpus.path())),
            "pin=other: no two CPUs of different cores among the allowed CPUs (0,2)");
}

TEST(ResolvePin, SaysWhenTheCoresAreNotShown) {
  const ScratchFolder nothing;
  const auto pin = resolve_pin_among("other", Cpus{0, 1}, nothing.path());
  EXPECT_NE(refusal(pin).find("does not show which CPUs share a core"), std::string::npos);
  EXPECT_EQ(pin.error().kind, ErrorKind::kUnavailable);
}

TEST(ResolvePin, RefusesAWordThatIsNoList) {
  const auto pin = resolve_pin("siblings");
  ASSERT_FALSE(pin);
  EXPECT_EQ(pin.error().kind, ErrorKind::kInput);
  EXPECT_NE(pin.error().message.find("pin=siblings"), std::string::npos);
}

TEST(AllowedCpus, HeedTheMaskOfThisProcess) {
  const auto before = allowed_cpus().value();
  ASSERT_FALSE(before.empty());
  const int last = before.back();
  const std::string seen = in_child([last] {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET(static_cast<std::size_t>(last), &mask);
    ::sched_setaffinity(0, sizeof mask, &mask);
    return cpu_list_text(allowed_cpus().value()) + "; " + refusal(resolve_pin("4095"));
  });
  EXPECT_EQ(seen, std::to_string(last) + "; pin=4095: CPU 4095 may not be used here; allowed are " +
                      std::to_string(last));
}

TEST(AllowedCpus, LeaveOutAnExistingCpuThatTheMaskForbids) {
  const auto before = allowed_cpus().value();
  if (before.size() < 2) GTEST_SKIP() << "needs two CPUs";
  const std::string seen = in_child([&] {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET(static_cast<std::size_t>(before[1]), &mask);
    ::sched_setaffinity(0, sizeof mask, &mask);
    return refusal(resolve_pin(std::to_string(before[0])));
  });
  EXPECT_EQ(seen, "pin=" + std::to_string(before[0]) + ": CPU " + std::to_string(before[0]) +
                      " may not be used here; allowed are " + std::to_string(before[1]));
}

}  // namespace
}  // namespace kab::sys
