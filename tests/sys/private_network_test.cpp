#include "sys/private_network.h"

#include <cstring>

#include <gtest/gtest.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "sys/scratch.h"
#include "sys/settings.h"

namespace kab::sys {
namespace {

const char* const kQueue = "/proc/sys/net/unix/max_dgram_qlen";

bool loopback_is_up() {
  const Fd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", sizeof "lo");
  return ::ioctl(socket.get(), SIOCGIFFLAGS, &request) == 0 && (request.ifr_flags & IFF_UP) != 0;
}

/// Enters, changes the queue length there, and says what is to be seen.
std::string life_in_private_network() {
  const auto uid = ::geteuid();
  const auto gid = ::getegid();
  if (const auto entered = enter_private_network(); !entered) return entered.error().message;
  if (::geteuid() != uid || ::getegid() != gid) return "became somebody else";
  if (!loopback_is_up()) return "lo is down";
  if (const auto set = write_value({.path = kQueue, .value = "347"}); !set)
    return set.error().message;
  return current_value(kQueue).value_or("unreadable");
}

TEST(PrivateNetwork, TakesTheSettingsOfRootWithoutTouchingTheHosts) {
  const std::string before = current_value(kQueue).value_or("");
  ASSERT_NE(before, "347");
  if (const auto here = private_network_available(); !here) GTEST_SKIP() << here.error().message;
  EXPECT_EQ(in_child(life_in_private_network), "347");
  EXPECT_EQ(current_value(kQueue).value_or(""), before);
}

TEST(PrivateNetwork, TakesTheSettingsOfAnOrdinaryUserToo) {
  const std::string before = current_value(kQueue).value_or("");
  const std::string seen = in_child([] {
    become_ordinary_user();
    const auto here = private_network_available();
    return here ? life_in_private_network() : "unavailable: " + here.error().message;
  });
  if (seen.starts_with("unavailable")) GTEST_SKIP() << seen;
  EXPECT_EQ(seen, "347");
  EXPECT_EQ(current_value(kQueue).value_or(""), before);
}

TEST(PrivateNetwork, IsTriedWithoutLeavingThisOne) {
  const std::string before = std::filesystem::read_symlink("/proc/self/ns/net");
  [[maybe_unused]] const auto tried = private_network_available();
  EXPECT_EQ(std::filesystem::read_symlink("/proc/self/ns/net"), before);
}

TEST(PrivateNetwork, NamesTheReasonWhereItIsForbidden) {
  // Inside a user namespace of its own the limit can be lowered without touching the host's.
  const std::string seen = in_child([]() -> std::string {
    become_ordinary_user();
    if (!enter_private_network()) return "skip: no private network";
    if (!write_value({.path = "/proc/sys/user/max_net_namespaces", .value = "0"}))
      return "skip: no limit to set";
    const auto again = private_network_available();
    return again ? "entered again" : again.error().message;
  });
  if (seen.starts_with("skip")) GTEST_SKIP() << seen;
  EXPECT_NE(seen.find("user.max_net_namespaces is reached"), std::string::npos) << seen;
}

}  // namespace
}  // namespace kab::sys
