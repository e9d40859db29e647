// Text against the file that holds what it should be, byte for byte.
// After a change that is meant: KAB_UPDATE_GOLDEN=1 kab_report_test, then read the diff.
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/files.h"

namespace kab::report {

inline bool updating_golden() {
  const char* wanted = std::getenv("KAB_UPDATE_GOLDEN");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

/// Against golden/<name>.txt.
inline void expect_golden(const std::string& name, const std::string& actual) {
  const auto path = std::string(KAB_GOLDEN_DIR) + "/" + name + ".txt";
  if (updating_golden()) std::ofstream(path, std::ios::binary) << actual;
  const auto expected = read_file(path);
  ASSERT_TRUE(expected.has_value()) << expected.error().message;
  EXPECT_EQ(actual, *expected) << path;
}

}  // namespace kab::report
