#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "guest/count_file.h"
#include "guest/fake_tcg.h"
#include "guest/plugin/instruction.h"
#include "guest/plugin/tally.h"

namespace kab::guest {
namespace {

constexpr std::uint64_t kUser = 0x401000;
constexpr std::uint64_t kKernel = 0xffffffff81000000;

// A file without a name, by a path that the plugin can open.
class OutFile {
 public:
  OutFile() : file_(std::tmpfile()) {}
  ~OutFile() { std::fclose(file_); }
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;
  std::string argument() const { return "out=/proc/self/fd/" + std::to_string(::fileno(file_)); }
  std::vector<CountedRegion> regions() const {
    const auto bytes = read_file("/proc/self/fd/" + std::to_string(::fileno(file_)));
    return read_counts(bytes.value()).value();
  }

 private:
  std::FILE* file_;
};

// Code of a guest's init that begins an order, and of a worker that marks a batch.
class Plugin : public testing::Test {
 protected:
  Plugin() {
    EXPECT_EQ(tcg.install(x86_64_guest(), {out.argument()}), 0);
    order();
  }
  void order() { tcg.execute({mark(kUser, 1), nop(kUser + 7)}); }
  void begin() { tcg.execute({nop(kUser + 99), mark(kUser + 100, 2)}); }
  void end() { tcg.execute({mark(kUser + 200, 3), nop(kUser + 207)}); }

  OutFile out;
  FakeTcg tcg;
};

TEST_F(Plugin, CountsEachInstructionBetweenTheMarksAndNoneBesides) {
  const Code in_program = {nop(kUser + 300), nop(kUser + 301), nop(kUser + 302)};
  const Code in_kernel = {nop(kKernel), nop(kKernel + 1)};
  tcg.execute(in_kernel);
  begin();
  tcg.execute(in_program);
  tcg.execute(in_kernel);
  tcg.execute(in_kernel);
  end();
  tcg.execute(in_program);
  const auto regions = out.regions();
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_EQ(regions[0], (CountedRegion{.order = 0,
                                       .region = 0,
                                       .user = 3,
                                       .kernel = 4,
                                       .addresses = {{kKernel, 2}, {kKernel + 1, 2}}}));
}

TEST_F(Plugin, NumbersRegionsWithinOrders) {
  begin();
  end();
  begin();
  end();
  order();
  begin();
  end();
  const auto regions = out.regions();
  ASSERT_EQ(regions.size(), 3U);
  EXPECT_EQ(regions[1].order, 0U);
  EXPECT_EQ(regions[1].region, 1U);
  EXPECT_EQ(regions[2].order, 1U);
  EXPECT_EQ(regions[2].region, 0U);
}

TEST_F(Plugin, CountsARepeatedStringInstructionOnceAndItsIterationsApart) {
  begin();
  tcg.execute_string({nop(kKernel), rep_stosb(kKernel + 1)}, 100, 1);
  tcg.execute_string({nop(kKernel), rep_stosb(kKernel + 1)}, 3, 1);
  end();
  const auto region = out.regions().at(0);
  EXPECT_EQ(region.kernel, 4U);
  EXPECT_EQ(region.kernel_strings, 103U);
  EXPECT_EQ(region.strings, (AddressCounts{{kKernel + 1, 103}}));
}

TEST_F(Plugin, CountsAStringInstructionThatDoesNothing) {
  begin();
  tcg.execute_string({rep_stosb(kUser + 300)}, 0, 1);
  tcg.execute({nop(kUser + 302)});
  tcg.execute_string({rep_stosb(kUser + 300)}, 0, 1);
  end();
  const auto region = out.regions().at(0);
  EXPECT_EQ(region.user, 3U);
  EXPECT_EQ(region.user_strings, 0U);
}

TEST_F(Plugin, CountsAnIterationThatReadsTwoPlacesOnce) {
  begin();
  tcg.execute_string({repe_cmpsb(kUser + 300)}, 7, 2);
  end();
  const auto region = out.regions().at(0);
  EXPECT_EQ(region.user, 1U);
  EXPECT_EQ(region.user_strings, 7U);
}

TEST_F(Plugin, DropsARegionWhoseProcessEndedWithinIt) {
  begin();
  tcg.execute({nop(kUser + 300)});
  order();
  end();
  EXPECT_TRUE(out.regions().empty());
  begin();
  end();
  ASSERT_EQ(out.regions().size(), 1U);
  EXPECT_EQ(out.regions()[0].order, 1U);
  EXPECT_EQ(out.regions()[0].user, 0U);
}

TEST(PluginInstall, RefusesWhatItCannotCount) {
  OutFile out;
  FakeTcg tcg;
  auto several = x86_64_guest();
  several.system.max_vcpus = 2;
  EXPECT_NE(tcg.install(several, {out.argument()}), 0);
  auto other = x86_64_guest();
  other.target_name = "aarch64";
  EXPECT_NE(tcg.install(other, {out.argument()}), 0);
  auto program = x86_64_guest();
  program.system_emulation = false;
  EXPECT_NE(tcg.install(program, {out.argument()}), 0);
  EXPECT_NE(tcg.install(x86_64_guest(), {}), 0);
  EXPECT_NE(tcg.install(x86_64_guest(), {"out=/nowhere/at/all"}), 0);
}

TEST(Instruction, TellsRepeatedStringInstructionsFromOthersWithAPrefix) {
  const auto accesses = [](std::vector<unsigned char> bytes) { return accesses_of_string(bytes); };
  EXPECT_EQ(accesses({0xf3, 0xaa}), 1U);
  EXPECT_EQ(accesses({0xf3, 0x48, 0xab}), 1U);  // rep stosq
  EXPECT_EQ(accesses({0x67, 0xf3, 0x48, 0xa5}), 2U);
  EXPECT_EQ(accesses({0xf2, 0xae}), 1U);
  EXPECT_EQ(accesses({0xf3, 0x66, 0xa7}), 2U);
  EXPECT_FALSE(accesses({0xaa}));                    // no prefix: goes round once
  EXPECT_FALSE(accesses({0xf3, 0x90}));              // pause
  EXPECT_FALSE(accesses({0xf3, 0xc3}));              // repz ret
  EXPECT_FALSE(accesses({0xf3, 0x0f, 0x1e, 0xfa}));  // endbr64
  EXPECT_FALSE(accesses({0xf3, 0x0f, 0xaa}));        // a byte of another opcode's
  EXPECT_FALSE(accesses({0x48, 0xf3, 0x0f, 0xb8, 0xc0}));
}

TEST(Instruction, KnowsMarksByAllTheirBytes) {
  const auto found = [](std::vector<unsigned char> bytes) { return mark_of(bytes); };
  EXPECT_EQ(found({0x0f, 0x1f, 0x80, 'k', 'a', 'b', 2}), wire::Mark::kBegin);
  EXPECT_FALSE(found({0x0f, 0x1f, 0x80, 'k', 'a', 'b', 9}));
  EXPECT_FALSE(found({0x0f, 0x1f, 0x80, 0, 0, 0, 0}));
  EXPECT_FALSE(found({0x0f, 0x1f, 0x80, 'k', 'a', 'b'}));
}

}  // namespace
}  // namespace kab::guest
