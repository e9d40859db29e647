#include "model/arm.h"

#include <gtest/gtest.h>

namespace kab::model {
namespace {

TEST(ParseArm, ReadsNameKeysAndValues) {
  const auto arm = parse_arm("long:sysctl.net.unix.max_dgram_qlen=512,env.LANG=C");
  ASSERT_TRUE(arm) << arm.error().message;
  EXPECT_EQ(arm->name, "long");
  EXPECT_EQ(setting_of(*arm, "sysctl.net.unix.max_dgram_qlen"), "512");
  EXPECT_EQ(setting_of(*arm, "env.LANG"), "C");
}

TEST(ParseArm, AValueEndsOnlyAtACommaBeforeAKnownKey) {
  const auto arm = parse_arm("a:pin=0,1,setup=echo a,b; x=1,env.Y=2");
  ASSERT_TRUE(arm) << arm.error().message;
  EXPECT_EQ(setting_of(*arm, "pin"), "0,1");
  EXPECT_EQ(setting_of(*arm, "setup"), "echo a,b; x=1");
  EXPECT_EQ(setting_of(*arm, "env.Y"), "2");
}

TEST(ParseArm, ABackslashMakesACommaLiteral) {
  const auto arm = parse_arm("a:env.X=1\\,pin=3");
  ASSERT_TRUE(arm);
  EXPECT_EQ(setting_of(*arm, "env.X"), "1,pin=3");
  EXPECT_EQ(arm->settings.size(), 1U);
}

TEST(ParseArm, ANameAloneIsAnArmWithoutSettings) {
  const auto arm = parse_arm("stock");
  ASSERT_TRUE(arm);
  EXPECT_TRUE(arm->settings.empty());
  EXPECT_EQ(description_of(*arm), "(as is)");
}

TEST(ParseArm, NamesTheUnknownKeyAndSuggestsTheNearest) {
  const auto arm = parse_arm("a:sysctrl.kernel.x=1");
  ASSERT_FALSE(arm);
  EXPECT_EQ(arm.error().kind, ErrorKind::kInput);
  EXPECT_NE(arm.error().message.find("sysctrl.kernel.x"), std::string::npos);
  EXPECT_NE(arm.error().message.find("did you mean \"sysctl.\""), std::string::npos);
}

TEST(ParseArm, RefusesWhatHasNoNameNoValueOrAKeyTwice) {
  for (const auto* bad :
       {"", ":env.A=1", "a:env.A", "a:env.A=1,env.A=2", "a b:env.A=1", "a:env.=1"})
    EXPECT_FALSE(parse_arm(bad)) << bad;
}

}  // namespace
}  // namespace kab::model
