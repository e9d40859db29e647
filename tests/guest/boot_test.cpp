#include "guest/boot.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/number.h"
#include "guest/initramfs.h"
#include "support/fake_kernel.h"
#include "sys/scratch.h"
#include "wire/protocol.h"

namespace kab::guest {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kLong = 60'000'000'000;

class BootTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // As root, kab runs QEMU as nobody, who may not look into the folder of every build.
    fs::permissions(folder_.path(), fs::perms::all);
    fs::copy_file(KAB_FAKE_QEMU, folder_.path("qemu"));
    machine_.kernel = folder_.file("kernel", support::fake_vmlinux());
    folder_.file("worker", "\177ELF worker");
  }

  Result<Boot> boot_with(const std::string& options, std::int64_t deadline_ns = kLong) {
    machine_.boot = options;
    const wire::Request request{
        .task = wire::Task::kMeasure, .workload = "getppid", .iterations = 10, .batches = 2};
    const Contents contents{.workers = {{.abi = "x86_64", .path = folder_.path("worker")}},
                            .orders = {{.kind = wire::GuestOrder::Kind::kWorker,
                                        .abi = "x86_64",
                                        .request = wire::encode(request)}}};
    KAB_TRY(const auto bytes, initramfs_of(contents, channel_address(machine_), ""));
    KAB_TRY(const auto file, MemoryFile::with("initramfs", bytes));
    return boot({.program = folder_.path("qemu"), .version = "7.2"}, machine_, file, deadline_ns);
  }

  BootEnd end_with(const std::string& options, std::int64_t deadline_ns = kLong) {
    auto boot = boot_with(options, deadline_ns);
    EXPECT_TRUE(boot.has_value()) << boot.error().message;
    if (!boot) return BootEnd::kNotMade;
    reason_ = boot->reason;
    return boot->end;
  }

  sys::ScratchFolder folder_;
  Machine machine_;
  std::string reason_;
};

TEST_F(BootTest, AGuestThatFinishesHasAnsweredItsOrders) {
  const auto boot = boot_with("fake.cost=7");
  ASSERT_TRUE(boot.has_value()) << boot.error().message;
  EXPECT_EQ(boot->end, BootEnd::kDone) << boot->reason;
  EXPECT_TRUE(boot->reason.empty());
  ASSERT_GE(boot->channel.records.size(), 2U);
  EXPECT_EQ(boot->channel.records[1].order, 1U);
  EXPECT_NE(boot->channel.records[1].bytes.find("\"elapsed_ns\":70"), std::string::npos);
}

TEST_F(BootTest, SixEndsAreToldApartAndTheConsoleIsShown) {
  EXPECT_EQ(end_with("fake=reset"), BootEnd::kNotBooted);
  EXPECT_NE(reason_.find("its console is empty"), std::string::npos) << reason_;
  EXPECT_EQ(end_with("fake=panic"), BootEnd::kPanicked);
  EXPECT_NE(reason_.find("its console: [    0.5] Kernel panic - not syncing: VFS"),
            std::string::npos)
      << reason_;
  EXPECT_EQ(end_with("fake=oom"), BootEnd::kOutOfMemory);
  EXPECT_NE(reason_.find("mem="), std::string::npos) << reason_;
  EXPECT_EQ(end_with("fake=lacks"), BootEnd::kLacksFeature);
  EXPECT_NE(reason_.find("CONFIG_DEVMEM"), std::string::npos) << reason_;
  EXPECT_EQ(end_with("fake=hang", 300'000'000), BootEnd::kHung);
  EXPECT_NE(reason_.find("waiting for something"), std::string::npos) << reason_;
}

TEST_F(BootTest, AGuestCannotColourItsReadersTerminal) {
  EXPECT_EQ(end_with("fake=panic"), BootEnd::kPanicked);
  EXPECT_EQ(reason_.find('\x1b'), std::string::npos);
}

TEST_F(BootTest, AMachineThatQemuRefusesWasNeverBooted) {
  machine_.cpu = "unknown";
  EXPECT_EQ(end_with(""), BootEnd::kNotMade);
  EXPECT_NE(reason_.find("unable to find CPU model"), std::string::npos) << reason_;
}

TEST_F(BootTest, OfMuchConsoleTextTheEndIsKept) {
  const auto boot = boot_with("fake=chatter");
  ASSERT_TRUE(boot.has_value()) << boot.error().message;
  EXPECT_EQ(boot->end, BootEnd::kDone);
  EXPECT_LE(boot->console.size(), std::size_t{64} << 10);
  EXPECT_GT(boot->console.size(), std::size_t{60} << 10);
}

TEST_F(BootTest, AConsoleWithoutEndIsCutOff) {
  EXPECT_EQ(end_with("fake=flood"), BootEnd::kTalkedTooMuch);
}

TEST_F(BootTest, AGuestThatIgnoresSigtermIsEndedAllTheSame) {
  EXPECT_EQ(end_with("fake=deaf", 300'000'000), BootEnd::kHung);
}

// Ends by itself only where it has to be given up on: some seconds.
template <class Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 1000 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

TEST_F(BootTest, AGuestDiesWithItsKabWhateverEndsThat) {
  const auto file = folder_.path("pid");
  sys::Forked kab([&] { (void)boot_with("fake=deaf fake.pid=" + file); });
  ASSERT_TRUE(comes_true([&] { return read_line_or_empty(file) != ""; }));
  const auto pid = static_cast<pid_t>(parse_int(read_line_or_empty(file)).value());
  EXPECT_EQ(::kill(pid, 0), 0);
  ::kill(kab.pid(), SIGKILL);
  kab.wait();
  EXPECT_TRUE(comes_true([&] { return ::kill(pid, 0) != 0 && errno == ESRCH; }));
}

TEST_F(BootTest, AKernelThatIsNotThereIsTheUsersMistake) {
  machine_.kernel = folder_.path("nothing");
  const auto boot = boot_with("");
  ASSERT_FALSE(boot.has_value());
  EXPECT_EQ(boot.error().kind, ErrorKind::kInput);
  EXPECT_NE(boot.error().message.find("nothing"), std::string::npos);
}

}  // namespace
}  // namespace kab::guest
