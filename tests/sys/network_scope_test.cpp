#include "sys/network_scope.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "sys/scratch.h"

namespace kab::sys {
namespace {

TEST(MissingInPrivateNetwork, KnowsWhatANamespaceHasOfItsOwn) {
  const auto missing =
      missing_in_private_network({"net.unix.max_dgram_qlen", "net.no_such.sysctl"});
  ASSERT_TRUE(missing) << missing.error().message;
  EXPECT_EQ(*missing, std::vector<std::string>{"net.no_such.sysctl"});
}

TEST(MissingInPrivateNetwork, KnowsItForAnOrdinaryUserToo) {
  const auto missing = in_child([] {
    become_ordinary_user();
    const auto found =
        missing_in_private_network({"net.unix.max_dgram_qlen", "net.no_such.sysctl"});
    return found ? joined(*found, " ") : found.error().message;
  });
  EXPECT_EQ(missing, "net.no_such.sysctl");
}

}  // namespace
}  // namespace kab::sys
