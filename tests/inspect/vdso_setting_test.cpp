// What clocks depend on beside the image, and what measured paths prove: over simulated kernels.
#include "inspect/vdso_setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inspect/images.h"
#include "sys/scratch.h"

namespace kab::inspect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A kernel as far as its files say.
class Kernel {
 public:
  Kernel(const std::string& source, const std::string& available) {
    const std::string clocks = "sys/devices/system/clocksource/clocksource0/";
    folder_.file(clocks + "current_clocksource", source + "\n");
    folder_.file(clocks + "available_clocksource", available + "\n");
  }
  void put(const std::string& path, const std::string& content) { folder_.file(path, content); }
  model::VdsoSetting setting() const { return vdso_setting("self", root()); }
  std::string root() const { return folder_.path() + "/"; }

 private:
  sys::ScratchFolder folder_;
};

TEST(VdsoSetting, OfAFastClocksourceIsNoFinding) {
  const auto setting = Kernel("tsc", "tsc hpet acpi_pm").setting();
  EXPECT_EQ(setting.clocksource, "tsc");
  EXPECT_THAT(setting.clocksources, ElementsAre("tsc", "hpet", "acpi_pm"));
  EXPECT_THAT(judge_setting(setting), IsEmpty());
}

TEST(VdsoSetting, OfAClocksourceThatNoVdsoReadsIsAFindingWithARemedy) {
  const auto findings = judge_setting(Kernel("hpet", "tsc hpet").setting());
  EXPECT_THAT(codes_of(findings), ElementsAre("slow-clocksource"));
  EXPECT_THAT(findings[0].evidence[1], HasSubstr("echo tsc"));
}

TEST(VdsoSetting, ThatCannotBeReadIsNoFinding) {
  EXPECT_THAT(judge_setting(vdso_setting("self", "/no/such/root/")), IsEmpty());
}

TEST(VdsoSetting, NotesATimeNamespaceAndAFilter) {
  Kernel kernel("tsc", "tsc");
  kernel.put("proc/self/timens_offsets", "monotonic 86400 0\nboottime 0 0\n");
  kernel.put("proc/self/status", "Name: x\nSeccomp:\t2\nSeccomp_filters:\t3\n");
  const auto setting = kernel.setting();
  EXPECT_EQ(setting.time_namespace, "monotonic +86400 s");
  EXPECT_EQ(setting.seccomp, "3 filters");
  EXPECT_THAT(codes_of(judge_setting(setting), model::VdsoWeight::kNote),
              ElementsAre("time-namespace", "seccomp-filter"));
}

TEST(CpuFlags, AreThoseOfTheFirstProcessor) {
  Kernel kernel("tsc", "tsc");
  EXPECT_EQ(cpu_flags(kernel.root()), std::nullopt);
  kernel.put("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu rdtscp\nbugs\t: none\n");
  EXPECT_THAT(*cpu_flags(kernel.root()), ElementsAre("fpu", "rdtscp"));
}

model::VdsoPath path(const std::string& workload, const std::string& way, std::uint64_t calls) {
  return {.abi = "x86_64",
          .workload = workload,
          .path = way,
          .ns = 20.0,
          .operations = 1000,
          .calls = calls,
          .call_names = {"clock_gettime"}};
}

TEST(Paths, OfAFastKernelAreNoFinding) {
  EXPECT_THAT(judge_paths({path("clock-monotonic", "vdso", 0), path("clock-monotonic", "libc", 1),
                           path("clock-monotonic", "syscall", 1000),
                           path("clock-thread-cpu", "vdso", 1000)}),
              IsEmpty());
}

TEST(Paths, OfAKernelWithoutAFastPathEnterItWithEveryCall) {
  const auto findings =
      judge_paths({path("clock-monotonic", "vdso", 1000), path("clock-monotonic", "libc", 1000)});
  EXPECT_THAT(codes_of(findings), ElementsAre("every-call-enters-kernel"));
  EXPECT_THAT(findings[0].text, HasSubstr("every call enters the kernel"));
  EXPECT_THAT(findings[0].evidence[0], HasSubstr("1000 system calls in 1000 reads"));
}

TEST(Paths, OfALibraryThatPassesByTheVdsoAreANote) {
  EXPECT_THAT(codes_of(judge_paths({path("getcpu", "vdso", 0), path("getcpu", "libc", 1000)}),
                       model::VdsoWeight::kNote),
              ElementsAre("libc-passes-by-the-vdso"));
}

TEST(Paths, ThatWereNotCountedProveNothing) {
  auto uncounted = path("clock-monotonic", "vdso", 0);
  uncounted.operations = 0;
  EXPECT_THAT(judge_paths({uncounted}), IsEmpty());
}

}  // namespace
}  // namespace kab::inspect
