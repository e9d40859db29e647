#include "sys/network_scope.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "sys/private_network.h"
#include "sys/scratch.h"

namespace kab::sys {
namespace {

TEST(MissingInPrivateNetwork, KnowsWhatANamespaceHasOfItsOwn) {
  const auto missing =
      missing_in_private_network({"net.unix.max_dgram_qlen", "net.no_such.sysctl"});
  ASSERT_TRUE(missing) << missing.error().message;
  EXPECT_EQ(*missing, std::vector<std::string>{"net.no_such.sysctl"});
}

// Where users may make no namespaces (in a chroot, for one) the reason is the answer.
TEST(MissingInPrivateNetwork, KnowsItForAnOrdinaryUserTooOrSaysWhyNot) {
  const auto seen = in_child([]() -> std::string {
    become_ordinary_user();
    const auto found =
        missing_in_private_network({"net.unix.max_dgram_qlen", "net.no_such.sysctl"});
    if (found) return joined(*found, " ");
    const auto possible = private_network_available();
    if (possible) return "possible, but refused: " + found.error().message;
    return found.error().message == possible.error().message ? "net.no_such.sysctl" : "no reason";
  });
  EXPECT_EQ(seen, "net.no_such.sysctl");
}

}  // namespace
}  // namespace kab::sys
