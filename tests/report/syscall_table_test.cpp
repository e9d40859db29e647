#include "report/syscall_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/json.h"

namespace kab::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

model::SyscallReport report_of_one() {
  model::SyscallReport report{.subject = "find /usr",
                              .command = {"find", "/usr"},
                              .backend = "bpf",
                              .plain_call_ns = 1000,
                              .counted_call_ns = 1250,
                              .attach_s = 0.1,
                              .wall_s = 2,
                              .end = "exited 0"};
  model::SyscallRow row{.name = "read",
                        .abi = "x86_64",
                        .calls = 4'000'000,
                        .errors = 2,
                        .wall_s = 1.5,
                        .cpu_s = 0.5,
                        .share = 1.0,
                        .us_per_call = 0.375};
  auto total = row;
  total.name = "total";
  total.abi.clear();
  report.owners = {{.name = "", .rows = {row}, .total = total}};
  report.calls = row.calls;
  return report;
}

TEST(SyscallText, HasTheColumnsOfATallyAndWhatItCost) {
  const auto text = syscall_text(report_of_one(), {});
  EXPECT_THAT(text,
              HasSubstr("% wall    wall s  usecs/call     cpu s    calls  errors  syscall  abi"
                        "\n100.00  1.500000       0.375  0.500000  4000000       2  read     "
                        "x86_64\n"));
  EXPECT_THAT(text, HasSubstr("a call took 0.25 us longer"));
  EXPECT_THAT(text, HasSubstr("together about\n1.00 s"));
}

TEST(SyscallText, WhatWasNotLookedAtIsADashAndNoZero) {
  auto report = report_of_one();
  report.owners[0].rows[0] = {.name = "read", .abi = "x86_64", .calls = 5};
  report.owners[0].total = {.name = "total", .calls = 5};
  const auto text = syscall_text(report, {});
  EXPECT_THAT(text, HasSubstr("     -       -           -      -      5       -  read"));
  EXPECT_THAT(text, Not(HasSubstr("on the wall"))) << "there is no time to explain";
}

TEST(SyscallText, NamesFromOutsideCommandNoTerminal) {
  auto report = report_of_one();
  report.subject = "a\x1b[31m";
  report.owners[0].name = "b\x1b[31m (7)";
  EXPECT_THAT(syscall_text(report, {}), Not(HasSubstr("\x1b")));
}

TEST(SyscallJson, WhatWasNotLookedAtIsNull) {
  auto report = report_of_one();
  report.owners[0].rows[0].errors.reset();
  report.owners[0].rows[0].cpu_s.reset();
  const auto json = model::parse_json(syscall_json(report, "1"), "report").value();
  const auto row = json["tallies"][0]["calls"][0];
  EXPECT_TRUE(row["errors"].is_null());
  EXPECT_TRUE(row["cpu_s"].is_null());
  EXPECT_EQ(row["wall_s"], 1.5);
  EXPECT_TRUE(json["why_not_bpf"].is_null());
}

}  // namespace
}  // namespace kab::report
