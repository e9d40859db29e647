#include "checks/registry.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace kab::checks {
namespace {

TEST(Registry, EveryCheckHasTheNameOfItsFileAndAProperty) {
  EXPECT_GE(all_checks().size(), 6U);
  for (const auto& check : all_checks()) {
    std::string file(check.name);
    std::ranges::replace(file, '-', '_');
    EXPECT_TRUE(std::filesystem::exists(KAB_SOURCE_DIR "/src/checks/" + file + ".cpp"))
        << check.name;
    EXPECT_FALSE(check.property.empty());
    EXPECT_LE(check.property.size(), 80U) << check.property;
    EXPECT_NE(check.run, nullptr);
  }
}

TEST(Registry, FindsByNameAndSuggests) {
  EXPECT_EQ(find_check("unix-order")->name, "unix-order");
  const auto missing = find_check("unix-ordre");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::kInput);
  EXPECT_NE(missing.error().message.find("did you mean unix-order?"), std::string::npos);
}

}  // namespace
}  // namespace kab::checks
