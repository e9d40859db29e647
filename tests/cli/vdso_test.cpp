// kab vdso: this kernel's images, files with one thing wrong, dumps, diffs, and a kernel without a
// fast path, which a stand-in for the worker plays.
#include <algorithm>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string image(const std::string& name) { return std::string(KAB_IMAGES) + "/" + name; }

std::vector<std::string> codes_in(const model::Json& findings, const std::string& weight) {
  std::vector<std::string> codes;
  for (const auto& finding : findings)
    if (finding["weight"] == weight) codes.push_back(finding["code"]);
  return codes;
}

class Vdso : public KabTest {
 protected:
  /// A worker whose every reading of a clock is a system call.
  std::string slow_worker() const {
    const auto path = file(
        "worker",
        "#!/bin/sh\n"
        "case \"$1\" in\n"
        "--list) echo '{\"kab\":1,\"name\":\"clock-monotonic\",\"family\":\"clocks\"}'; exit;;\n"
        "--vdso) echo 'no such ABI' >&2; exit 3;;\n"
        "esac\n"
        "read request\n"
        "case \"$request\" in\n"
        "*tally*) echo '{\"kab\":1,\"reply\":\"tally\",\"operations\":1000,\"calls\":"
        "[{\"name\":\"clock_gettime\",\"abi\":\"x86_64\",\"calls\":1000,\"errors\":0}]}';;\n"
        "*) echo '{\"kab\":1,\"reply\":\"refusal\",\"kind\":\"unavailable\",\"reason\":\"no "
        "time\"}';;\n"
        "esac\n");
    EXPECT_EQ(::chmod(path.c_str(), 0755), 0);
    return path;
  }
};

TEST_F(Vdso, OfThisKernelIsShownWithoutFindings) {
  const auto said = kab({"vdso", "--json"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["schema"], 1);
  for (const auto& one : json["images"]) {
    EXPECT_THAT(codes_in(one["findings"], "finding"), ::testing::IsEmpty()) << one["source"];
    EXPECT_GE(one["functions"].size(), 1U);
    EXPECT_GE(one["mappings"].size(), 1U);
  }
  // Each ABI has an image, a finding that it has none, or a reason.
  EXPECT_GE(json["images"].size() + json["unavailable"].size() + json["findings"].size(), 2U);
}

TEST_F(Vdso, OfAnotherProcessIsTheOneThatIsMappedThere) {
  const auto json = json_of(kab({"vdso", "--pid", std::to_string(::getpid()), "--json"}).out);
  for (const auto& one : json["images"])
    EXPECT_EQ(one["source"], "process " + std::to_string(::getpid()));
  expect_refused(kab({"vdso", "--pid", "999999999"}), 2, {"no process 999999999"});
}

TEST_F(Vdso, InAFileHasATableAndNotes) {
  const auto said = kab({"vdso", image("clean")});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, StartsWith("vDSO of " + image("clean")));
  EXPECT_THAT(said.out, HasSubstr("__vdso_gettimeofday"));
  EXPECT_THAT(said.out, HasSubstr("0 findings, 2 notes"));
  EXPECT_THAT(said.out, HasSubstr("note alternative-not-applied"));
}

TEST_F(Vdso, WithAFindingFailsOnlyWhenStrict) {
  EXPECT_EQ(kab({"vdso", image("no-cfi")}).exit_code, 0);
  const auto strict = kab({"vdso", "--strict", image("no-cfi")});
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.out, HasSubstr("FINDING no-unwind-info"));
  EXPECT_EQ(kab({"vdso", "--strict", image("clean")}).exit_code, 0);
}

TEST_F(Vdso, ThatIsADumpOfMemoryIsJudgedAsOne) {
  const auto said = kab({"vdso", "--strict", "--as-memory", "--json", image("clean")});
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_THAT(codes_in(json_of(said.out)["images"][0]["findings"], "finding"),
              Contains("alternative-not-applied"));
  EXPECT_EQ(kab({"vdso", "--strict", "--as-memory", image("patched")}).exit_code, 0);
}

TEST_F(Vdso, CanBeWrittenToAFileOnce) {
  const auto said = kab({"vdso", image("clean"), "--dump", path("copy")});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_EQ(content("copy"), read_file(image("clean")).value());
  expect_refused(kab({"vdso", image("clean"), "--dump", path("copy")}), 2, {"exists already"});
  EXPECT_EQ(kab({"vdso", image("clean"), "--dump", path("copy"), "--force"}).exit_code, 0);
}

TEST_F(Vdso, IsDisassembledByName) {
  const auto said = kab({"vdso", image("clean"), "--disassemble", "clock_gettime"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, StartsWith("__vdso_clock_gettime of"));
  EXPECT_THAT(said.out, HasSubstr("rdtsc"));
  expect_refused(kab({"vdso", image("clean"), "--disassemble", "__vdso_tim"}), 2,
                 {"did you mean __vdso_time?"});
}

TEST_F(Vdso, IsComparedWithAnother) {
  const auto same = kab({"vdso", "--diff", image("clean"), image("moved")});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("3 functions unchanged"));
  const auto changed = kab({"vdso", "--diff", image("clean"), image("changed"), "--json"});
  EXPECT_EQ(json_of(changed.out)["diffs"][0]["changes"][0]["function"], "__vdso_time");
  const auto worse = kab({"vdso", "--strict", "--diff", image("clean"), image("no-cfi")});
  EXPECT_EQ(worse.exit_code, 1);
  EXPECT_THAT(worse.out, HasSubstr("appeared"));
  expect_refused(kab({"vdso", "--diff", image("clean"), image("clean32")}), 2, {"same machine"});
}

TEST_F(Vdso, OfAKernelWithoutAFastPathEntersItWithEveryCall) {
  const auto said =
      kab_with({{"KAB_WORKER", slow_worker()}}, {"vdso", "--measure", "--strict", "--json"});
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto json = json_of(said.out);
  EXPECT_THAT(codes_in(json["findings"], "finding"), Contains("every-call-enters-kernel"));
  ASSERT_GE(json["paths"].size(), 3U);
  EXPECT_EQ(json["paths"][0]["system_calls"], 1000);
  EXPECT_TRUE(json["paths"][0]["ns"].is_null());
  EXPECT_EQ(json["paths"][0]["unavailable"], "no time");
}

TEST_F(Vdso, IsRefusedWhereThereIsNone) {
  expect_refused(kab({"vdso", file("text", "hello")}), 2, {"neither an ELF file nor a kernel"});
  expect_refused(kab({"vdso", file("short",
                                   "\x7f"
                                   "ELF")}),
                 2, {"cut short"});
  expect_refused(kab({"vdso", "/no/such/file"}), 2, {"/no/such/file"});
  expect_refused(kab({"vdso", image("clean"), "--pid", "1"}), 2, {"exclude each other"});
  expect_refused(kab({"vdso", image("clean"), "--measure"}), 2, {"--measure"});
  expect_refused(kab({"vdso", image("clean"), "--abi", "i386"}), 2, {"no image for i386"});
}

}  // namespace
}  // namespace kab::cli
