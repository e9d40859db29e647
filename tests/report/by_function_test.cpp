#include "report/by_function.h"

#include <gtest/gtest.h>

namespace kab::report {
namespace {

model::ByFunction usercopy() {
  return {.workload = "stat",
          .abi = "x86_64",
          .baseline = "off",
          .arm = "on",
          .baseline_boots = 8,
          .arm_boots = 4,
          .changed = {{.name = "__check_object_size",
                       .fate = model::FunctionFate::kCame,
                       .arm = 68,
                       .arm_calls = 1},
                      {.name = "strncpy_from_user",
                       .module = "ext4",
                       .fate = model::FunctionFate::kShrank,
                       .baseline = 31,
                       .arm = 29,
                       .baseline_calls = 2,
                       .arm_calls = 2}},
          .unchanged = 120,
          .varying = 3,
          .varying_instructions = {1.5, 1.25},
          .user = {18, 18},
          .total = {3345.26, 3411.01},
          .clock = {3345.3, 3411.05},
          .string_iterations = {0, 0},
          .context_switches = model::Pair{0, 0},
          .page_faults = model::Pair{0, 0},
          .baseline_functions = {{.name = "strncpy_from_user", .instructions = 31, .calls = 2}},
          .arm_functions = {{.name = "__check_object_size", .instructions = 68, .calls = 1}}};
}

TEST(ByFunctionText, NamesTheFunctionsAndMakesTheSumAgree) {
  EXPECT_EQ(by_function_text({usercopy()}, {.glyphs = Glyphs::kAscii, .columns = 100}),
            "\n"
            "By function: stat, on against off, instructions/op, medians of 4 and 8 boots\n"
            "  function                             off       on  change          calls/op\n"
            "  __check_object_size                 0.00    68.00  +68.00  came    0.00 -> 1.00\n"
            "  strncpy_from_user [ext4]           31.00    29.00   -2.00  shrank  2.00\n"
            "  (3 that vary from boot to boot)     1.50     1.25   -0.25\n"
            "  (programs, the vDSO with them)     18.00    18.00       0\n"
            "  all                              3345.26  3411.01  +65.75\n"
            "  2 functions differ, 120 are the same in every boot\n"
            "  context switches 0.00 -> 0.00, page faults 0.00 -> 0.00, interrupts unknown (this "
            "kernel names\n"
            "  them otherwise), string iterations 0.00 -> 0.00\n"
            "  these explain +65.75 of +65.75 instructions/op; the guest's clock counts 3411.05 in "
            "on, the plugin\n"
            "  3411.01 with string iterations\n");
}

TEST(ByFunctionText, SaysWhatWasCountedTwice) {
  auto faulting = usercopy();
  faulting.total.arm = faulting.clock.arm + 16;
  faulting.page_faults = model::Pair{16, 16};
  EXPECT_NE(by_function_text({faulting}, {})
                .find("16.00 counted twice, at most one a page fault (16.00)\n"),
            std::string::npos)
      << by_function_text({faulting}, {});
}

TEST(ByFunctionText, IsEmptyWithoutComparisons) { EXPECT_EQ(by_function_text({}, {}), ""); }

TEST(ByFunctionText, ShowsNothingThatATerminalWouldObey) {
  auto hostile = usercopy();
  hostile.changed[0].name = "\x1b[31mred";
  EXPECT_EQ(by_function_text({hostile}, {}).find('\x1b'), std::string::npos);
}

TEST(ByFunctionFolded, IsAStackALine) {
  EXPECT_EQ(by_function_folded({usercopy()}),
            "stat;off;user 18000\n"
            "stat;off;kernel;strncpy_from_user 31000\n"
            "stat;on;user 18000\n"
            "stat;on;kernel;__check_object_size 68000\n");
}

TEST(ByFunctionJson, HasNullForWhatThisKernelDoesNotName) {
  const auto json = by_function_json({usercopy()});
  ASSERT_EQ(json.size(), 1U);
  EXPECT_TRUE(json[0]["interrupts"].is_null());
  EXPECT_EQ(json[0]["page_faults"]["arm"], 0);
  EXPECT_EQ(json[0]["changed"][1]["fate"], "shrank");
  EXPECT_EQ(json[0]["changed"][0]["instructions"]["arm"], 68);
}

TEST(ByFunctionText, ATrialInWhichNoFunctionDiffersTakesALine) {
  const model::ByFunction same = {.workload = "fstat",
                                  .abi = "x86_64",
                                  .params = {},
                                  .baseline = "off",
                                  .arm = "on",
                                  .baseline_boots = 8,
                                  .arm_boots = 4,
                                  .unchanged = 61,
                                  .varying = 2,
                                  .varying_instructions = {.baseline = 4, .arm = 3.5}};
  const auto text = by_function_text({same}, {.columns = 200});
  EXPECT_EQ(text,
            "\nBy function: fstat, on against off, instructions/op, medians of 4 and 8 boots: no "
            "function differs, 61 are the same in every boot, 2 vary from boot to boot (-0.50 "
            "instructions/op)\n");
}

}  // namespace
}  // namespace kab::report
