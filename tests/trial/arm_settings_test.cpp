#include "trial/arm_settings.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"

namespace kab::trial {
namespace {

namespace fs = std::filesystem;

// The state folder of these tests is their own, so that they touch no other kab's journal.
class ArmSettingsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/kab-arm-settings-XXXXXX";
    folder_ = ::mkdtemp(name);
    file_ = folder_ / "value";
    std::ofstream(file_) << "original\n";
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<model::Arm> arms(std::vector<std::string> texts) const {
    std::vector<model::Arm> made;
    for (const auto& text : texts) made.push_back(model::parse_arm(text).value());
    return made;
  }
  std::string content() const { return read_line_or_empty(file_); }

  fs::path folder_;
  fs::path file_;
};

TEST_F(ArmSettingsTest, EachArmHasItsValueAndTheOthersTheOriginal) {
  auto settings =
      ArmSettings::prepare(arms({"plain", "set:file." + file_.string() + "=new"})).value();
  ASSERT_TRUE(settings.apply(1));
  EXPECT_EQ(content(), "new");
  ASSERT_TRUE(settings.apply(0));
  EXPECT_EQ(content(), "original");
  ASSERT_TRUE(settings.apply(1));
  ASSERT_TRUE(settings.restore());
  EXPECT_EQ(content(), "original");
}

TEST_F(ArmSettingsTest, DestructionPutsBackToo) {
  {
    auto settings = ArmSettings::prepare(arms({"a", "b:file." + file_.string() + "=new"})).value();
    ASSERT_TRUE(settings.apply(1));
    ASSERT_EQ(content(), "new");
  }
  EXPECT_EQ(content(), "original");
}

TEST_F(ArmSettingsTest, AFileThatDoesNotExistIsAnInputErrorOfThatArm) {
  const auto settings = ArmSettings::prepare(arms({"a", "b:file.no/such/file=1"}));
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().kind, ErrorKind::kInput);
  EXPECT_NE(settings.error().message.find("arm b: file no/such/file does not exist"),
            std::string::npos);
}

TEST_F(ArmSettingsTest, ASysctlThatDoesNotExistIsAnInputErrorWithTheNearestName) {
  const auto settings = ArmSettings::prepare(arms({"a", "b:sysctl.net.unix.max_dgram_qlne=1"}));
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().kind, ErrorKind::kInput);
  EXPECT_NE(settings.error().message.find("max_dgram_qlen"), std::string::npos);
}

// In a child, since it enters a namespace for good: 0 when all went as it should.
int in_child(auto&& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

TEST_F(ArmSettingsTest, ANetworkSysctlIsSetInAPrivateNamespaceAndNotOnTheHost) {
  const std::string path = "/proc/sys/net/unix/max_dgram_qlen";
  const auto before = read_line_or_empty(path);
  const auto made =
      arms({"a:sysctl.net.unix.max_dgram_qlen=11", "b:sysctl.net.unix.max_dgram_qlen=513"});
  EXPECT_EQ(in_child([&] {
              auto settings = ArmSettings::prepare(made);
              if (!settings) return 1;
              if (!settings->in_private_network()) return 2;
              if (!settings->apply(0) || read_line_or_empty(path) != "11") return 3;
              if (!settings->apply(1) || read_line_or_empty(path) != "513") return 4;
              return 0;
            }),
            0);
  EXPECT_EQ(read_line_or_empty(path), before);
}

TEST_F(ArmSettingsTest, AValueThatTheKernelRefusesIsAnInputErrorOfThatArm) {
  const auto made = arms({"a", "b:sysctl.net.unix.max_dgram_qlen=many"});
  EXPECT_EQ(in_child([&] {
              const auto settings = ArmSettings::prepare(made);
              if (settings) return 1;
              return settings.error().kind == ErrorKind::kInput &&
                             settings.error().message.starts_with("arm b: ")
                         ? 0
                         : 2;
            }),
            0);
}

}  // namespace
}  // namespace kab::trial
