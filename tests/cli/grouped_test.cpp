// The grouped distributions of three kernels, as they stood in the mail that asked whether the fix
// of AF_UNIX made it slower.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class Grouped : public KabTest {
 protected:
  Grouped() {
    file("stock",
         lines_of("13100000.5", 3) + lines_of("14200000", 82) + lines_of("15999999.75", 15));
    file("patch", lines_of("13999999.5", 54) + lines_of("14000000", 35) + lines_of("15300000", 7) +
                      lines_of("16400000", 1) + lines_of("18500000", 1) + lines_of("22600000", 2));
    file("modified", lines_of("13100000", 3) + lines_of("14300000", 82) + lines_of("15100000", 14) +
                         lines_of("24900000", 1));
  }
};

constexpr const char* kBlock =
    "stock\n"
    "-----\n"
    "13000000.000-13999999.000\t3\t(3%)\n"
    "14000000.000-14999999.000\t82\t(82%)\n"
    "15000000.000-15999999.000\t15\t(15%)\n"
    "\n"
    "patch\n"
    "-----\n"
    "13000000.000-13999999.000\t54\t(54%)\n"
    "14000000.000-14999999.000\t35\t(35%)\n"
    "15000000.000-15999999.000\t7\t(7%)\n"
    "16000000.000-16999999.000\t1\t(1%)\n"
    "18000000.000-18999999.000\t1\t(1%)\n"
    "22000000.000-22999999.000\t2\t(2%)\n"
    "\n"
    "modified\n"
    "--------\n"
    "13000000.000-13999999.000\t3\t(3%)\n"
    "14000000.000-14999999.000\t82\t(82%)\n"
    "15000000.000-15999999.000\t14\t(14%)\n"
    "24000000.000-24999999.000\t1\t(1%)\n";

TEST_F(Grouped, ThreeKernelsAreLaidOutAsInTheMail) {
  for (const auto* format : {"text", "mail"}) {
    const auto said = kab({"compare", "--unit", "B/s", "--better", "higher", "--group", "1000000",
                           "--format", format, "stock", "patch", "modified"});
    EXPECT_EQ(said.exit_code, 1) << said.err;  // the published patch is slower
    const auto at = said.out.find("\n\nstock\n-----\n");
    ASSERT_NE(at, std::string::npos) << said.out;
    EXPECT_EQ(said.out.substr(at + 2, std::string(kBlock).size()), kBlock);
  }
}

TEST_F(Grouped, ThePublishedPatchIsTheSlowOne) {
  const auto json = json_of(kab({"compare", "--unit", "B/s", "--better", "higher", "--json",
                                 "stock", "patch", "modified"})
                                .out);
  EXPECT_EQ(json["comparisons"][0]["arm"], "patch");
  EXPECT_EQ(json["comparisons"][0]["verdict"], "slower");
  EXPECT_NE(json["comparisons"][1]["verdict"], "slower");
}

}  // namespace
}  // namespace kab::cli
