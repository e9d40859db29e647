// What trials, checks and questions say of Debian's kernels.
#include "guest/real_guests.h"

#include <gmock/gmock.h>

#include "store/load.h"

namespace kab::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(RealGuests, BetweenTwoKernelsStatRisesALittle) {
  const auto said =
      kab(trial("kernel=" + old_, "kernel=" + new_, {"stat", "getppid", "unix-seqpacket"}));
  ASSERT_TRUE(said.exit_code == 0 || said.exit_code == 1) << said.err;
  const auto document = json_of(said.out);
  EXPECT_EQ(document["lane"], "count");
  const auto stat = comparison(document, "stat");
  // Counting the iterations of string instructions would say that it fell by half.
  EXPECT_GT(stat["change"].get<double>(), 0.0) << stat;
  EXPECT_LT(stat["change"].get<double>(), 0.5) << stat;
  const auto getppid = comparison(document, "getppid");
  EXPECT_GT(getppid["baseline_median"].get<double>(), 100.0) << getppid;
  EXPECT_LT(getppid["baseline_median"].get<double>(), 1000.0) << getppid;
}

TEST_F(RealGuests, TheSameKernelWithOtherSeedsIsTheSame) {
  const auto said = kab(trial("kernel=" + new_, "kernel=" + new_, {"getppid", "clock-monotonic"}));
  EXPECT_EQ(said.exit_code, 0) << said.err << said.out;
  const auto document = json_of(said.out);
  EXPECT_EQ(comparison(document, "getppid")["verdict"], "same") << said.out;
  EXPECT_EQ(comparison(document, "clock-monotonic")["verdict"], "same") << said.out;
}

// Every reading of a boot: the clock of the machine that kab runs on is not in them.
std::vector<std::vector<model::Reading>> readings_in(const std::string& path) {
  std::vector<std::vector<model::Reading>> readings;
  const auto recording = store::load(path);
  EXPECT_TRUE(recording) << recording.error().message;
  if (!recording) return readings;
  auto samples = recording->sessions.front().samples;
  // Boots end in any order.
  std::ranges::sort(samples, {}, [](const model::Sample& sample) {
    return std::tuple(sample.block, sample.position, sample.subject);
  });
  for (const auto& sample : samples) readings.push_back(sample.readings);
  return readings;
}

TEST_F(RealGuests, TheSameSeedGivesTheSameCounts) {
  for (const std::string name : {"first.kab", "second.kab"}) {
    const auto said =
        kab(trial("kernel=" + new_, "kernel=" + new_,
                  {"--no-aa", "--repeat", "1", "-o", name, "stat", "unix-seqpacket"}));
    ASSERT_EQ(said.exit_code, 0) << said.err;
  }
  const auto first = readings_in(path("first.kab"));
  ASSERT_EQ(first.size(), 4U);
  EXPECT_GE(first[0].size(), 4U);
  EXPECT_EQ(first, readings_in(path("second.kab")));
}

TEST_F(RealGuests, ClocksWithoutTheVdsoAreSlowerInBothAbisWhichOneCommandSays) {
  const auto said = kab(trial("kernel=" + new_ + ",boot=vdso=1 vdso32=1",
                              "kernel=" + new_ + ",boot=vdso=0 vdso32=0",
                              {"--abi", "x86_64,i386", "clock-monotonic", "clock-realtime"}));
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto document = json_of(said.out);
  for (const std::string abi : {"x86_64", "i386"})
    for (const std::string clock : {"clock-monotonic", "clock-realtime"}) {
      const auto kernel = comparison(document, clock, "instructions-kernel", abi);
      EXPECT_EQ(kernel["baseline_median"], 0.0) << kernel;
      EXPECT_GT(kernel["arm_median"].get<double>(), 100.0) << kernel;
      EXPECT_EQ(comparison(document, clock, "instructions", abi)["verdict"], "slower");
    }
}

TEST_F(RealGuests, HardenedUsercopyIsNamedByFunctionForAWholeSuite) {
  const auto said =
      kab(trial("kernel=" + new_ + ",boot=hardened_usercopy=off",
                "kernel=" + new_ + ",boot=hardened_usercopy=on",
                {"--by-function", "--no-aa", "--repeat", "1", "--suite", "usercopy"}));
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const auto document = json_of(said.out);
  EXPECT_NEAR(gain_of(document, "stat", "__check_object_size"), 68, 3);
  EXPECT_NEAR(gain_of(document, "stat", "__check_heap_object"), 50, 3);
  EXPECT_EQ(gain_of(document, "fstat", "__check_object_size"), 0) << "copies of constant size";
}

TEST_F(RealGuests, APlantedChangeIsFoundToTheInstructionAndItsFunctionNamed) {
  const auto said = kab(trial("kernel=" + new_ + ",param.nops=1",
                              "kernel=" + new_ + ",param.nops=3,param.getuid=1",
                              {"--by-function", "--no-aa", "--repeat", "2", "getppid"}));
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const auto document = json_of(said.out);
  const auto user = comparison(document, "getppid", "instructions-user");
  EXPECT_NEAR(user["arm_median"].get<double>() - user["baseline_median"].get<double>(), 2 + 8, 0.01)
      << "two no-operations, and eight instructions around the further call";
  EXPECT_GT(gain_of(document, "getppid", "__ia32_sys_getuid") +
                gain_of(document, "getppid", "__x64_sys_getuid"),
            0)
      << said.out;
}

TEST_F(RealGuests, AKernelWithoutA32BitAbiSaysSo) {
  const auto said = kab(trial("kernel=" + new_, "kernel=" + new_ + ",boot=ia32_emulation=0",
                              {"--abi", "i386", "getppid"}));
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, AllOf(HasSubstr("getppid"), HasSubstr("ABI")));
}

TEST_F(RealGuests, ACommandComesWithItsLibrariesAndFiles) {
  const auto data = file("data.txt", "one\ntwo\n");
  const auto said = kab(
      trial("kernel=" + old_, "kernel=" + old_,
            {"--guest-file", data, "--no-aa", "--repeat", "1", "--", "grep", "-c", "two", data}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
}

TEST_F(RealGuests, ChecksRunInAGuestOfAnyKernelInBothAbis) {
  const auto said =
      kab({"check", "--json", "--kernel", new_, "--time", "4s", "clock-monotonic", "unix-order"});
  EXPECT_EQ(said.exit_code, 0) << said.out << said.err;
}

TEST_F(RealGuests, WithTheVdsoNoReadingEntersTheKernelAndWithoutItEachDoes) {
  for (const std::string boot : {"vdso=1 vdso32=1", "vdso=0 vdso32=0"}) {
    const auto said = kab({"vdso", "--json", "--measure", "--kernel", new_, "--boot", boot});
    ASSERT_EQ(said.exit_code, 0) << said.err;
    const auto document = json_of(said.out);
    std::size_t abis = 0;
    for (const auto& path : document["paths"]) {
      if (path["workload"] != "clock-monotonic" || path["path"] != "libc") continue;
      ++abis;
      EXPECT_EQ(path["system_calls"], boot.starts_with("vdso=0") ? 200 : 0) << path;
      EXPECT_TRUE(path["ns"].is_null());
    }
    EXPECT_EQ(abis, 2U);
    const bool entered =
        document["findings"].dump().find("every-call-enters-kernel") != std::string::npos;
    EXPECT_EQ(entered, boot.starts_with("vdso=0")) << document["findings"];
  }
}

TEST_F(RealGuests, AClocksourceThatNoVdsoSupportsIsAFinding) {
  const auto said = kab({"vdso", "--kernel", new_, "--boot", "tsc=unstable", "--abi", "x86_64"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("slow-clocksource"), HasSubstr("refined-jiffies")));
}

TEST_F(RealGuests, ProgramsOf32BitsMake32BitCalls) {
  const std::string worker = KAB_WORKER_PROGRAM "-i386";
  const auto said = kab({"syscalls", "--json", "--kernel", new_, "--", worker, "--version"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("i386"));
  for (const auto& row : json_of(said.out)["tallies"][0]["calls"])
    EXPECT_EQ(row["abi"], row["name"] == "execve" ? "x86_64" : "i386") << row;
}

// Debian's kernels have a level 3, and kernels of others a level 4.
TEST_F(RealGuests, WhereThePerfEventsAreKeptFromUsersTheLevelIsNamed) {
  for (const std::string level : {"3", "4"}) {
    const auto said = kab({"syscalls", "--json", "--kernel", new_, "--mem", "512M", "--guest-file",
                           "/usr/bin/setpriv", "--guest-file", KAB_PROGRAM, "--", "sh", "-c",
                           "echo " + level +
                               " >/proc/sys/kernel/perf_event_paranoid && exec /usr/bin/setpriv "
                               "--reuid=12345 --regid=12345 --clear-groups " KAB_PROGRAM
                               " stat -e cpu-migrations -- " KAB_PROGRAM " --version"});
    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_THAT(said.err, HasSubstr("kernel.perf_event_paranoid=" + level)) << said.out;
  }
}

}  // namespace
}  // namespace kab::cli
