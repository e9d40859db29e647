#include "store/text_columns.h"

#include <gtest/gtest.h>

namespace kab::store {
namespace {

TEST(TextColumns, WordsSurviveWhateverTheyHold) {
  const std::vector<std::string> words = {"find", "", "a b", "\"quoted\"", "line\nbreak", "ü"};
  EXPECT_EQ(words_from(text_of_words(words)), words);
  EXPECT_EQ(text_of_words({}), "[]");
}

TEST(TextColumns, BytesThatAreNotUtf8AreReplacedAndNotFatal) {
  EXPECT_EQ(text_of_words({"a\xff"}), "[\"a\xef\xbf\xbd\"]");
}

TEST(TextColumns, SettingsAndParamsKeepTheirOrder) {
  const std::vector<model::ArmSetting> settings = {{"pin", "0,1"}, {"env.A", "[\"x\"]"}};
  EXPECT_EQ(settings_from(text_of_settings(settings)), settings);
  const model::Params params = {{"writers", "4"}, {"size", "007"}, {"path", ""}};
  EXPECT_EQ(params_from(text_of_params(params)), params);
}

TEST(TextColumns, CpusAreNumbersBetweenCommas) {
  EXPECT_EQ(text_of_cpus({3, 0}), "3,0");
  EXPECT_EQ(cpus_from("3,0"), (std::vector<int>{3, 0}));
  EXPECT_EQ(cpus_from(""), std::vector<int>{});
  for (const auto* bad : {"3,", "x", "-1", "99999999999"}) EXPECT_FALSE(cpus_from(bad)) << bad;
}

TEST(TextColumns, RefuseWhatIsNoList) {
  for (const auto* bad : {"", "{}", "[1]", "\"a\"", "["}) EXPECT_FALSE(words_from(bad)) << bad;
  for (const auto* bad : {"{}", "[[1,2]]", "[[\"a\"]]", "["})
    EXPECT_FALSE(settings_from(bad)) << bad;
}

}  // namespace
}  // namespace kab::store
