#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Vdsotest, GivesATimePerFunctionAndPath) {
  const auto file = read_text(
      "clock-gettime-monotonic: syscall: 771 nsec/call\n"
      "clock-gettime-monotonic:    libc: 130 nsec/call\n"
      "clock-gettime-monotonic:    vdso: 111 nsec/call\n"
      "clock-gettime-realtime:    vdso: 0.5 usec/call\n"
      "getcpu:    vdso: not tested\n",
      "x");
  EXPECT_EQ(file.reader, "vdsotest");
  ASSERT_EQ(file.sets.size(), 4U);
  EXPECT_EQ(file.sets[0].metric, model::time_metric());
  EXPECT_THAT(set_of(file, "clock-gettime-monotonic syscall", "time").values, ElementsAre(771));
  EXPECT_THAT(set_of(file, "clock-gettime-monotonic libc", "time").values, ElementsAre(130));
  EXPECT_THAT(set_of(file, "clock-gettime-monotonic vdso", "time").values, ElementsAre(111));
  EXPECT_THAT(set_of(file, "clock-gettime-realtime vdso", "time").values, ElementsAre(500));
  EXPECT_THAT(remark_of(file, "not-measured"), HasSubstr("getcpu vdso"));
}

TEST(Vdsotest, RefusesAnUnknownUnit) {
  EXPECT_THAT(error_of("getcpu: vdso: 7 nsec/call\ngetcpu: libc: 9 ticks/call\n", "x"),
              HasSubstr("x:2: \"9 ticks/call\""));
}

}  // namespace
}  // namespace kab::readers
