#include "wire/guest_orders.h"

#include <gtest/gtest.h>

namespace kab::wire {
namespace {

using Kind = GuestOrder::Kind;

TEST(GuestOrders, EveryKindIsReadBackAsItWas) {
  const std::vector<GuestOrder> orders = {
      {.kind = Kind::kChannel, .address = 0xd000000, .bytes = 16 << 20},
      {.kind = Kind::kWorker,
       .abi = "i386",
       .request = "{\"kab\":1,\"request\":\"measure\"}\n",
       .environment = {{"LANG", "C"}, {"EMPTY", ""}},
       .deadline_ns = 5'000'000'000},
      {.kind = Kind::kCommand,
       .argv = {"/bin/sh", "-c", "echo \"$HOME\"", ""},
       .start = GuestOrder::Start::kAtOnce},
      {.kind = Kind::kWrite, .path = "/proc/sys/net/unix/max_dgram_qlen", .value = "512"},
      {.kind = Kind::kCopy, .path = "/proc/kallsyms"}};
  for (const auto& order : orders) {
    const auto line = encode(order);
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    const auto read = decode_order(line);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(*read, order) << line;
  }
}

TEST(GuestOrders, AnUnknownOrderIsRefusedByName) {
  EXPECT_NE(decode_order("{\"order\":\"dance\"}").error().message.find("dance"), std::string::npos);
  EXPECT_FALSE(decode_order("").has_value());
  EXPECT_FALSE(decode_order("{\"order\":\"command\",\"environment\":[\"NAME\"]}").has_value());
}

TEST(GuestOrders, WorkersOfOtherAbisLieBesideTheFirst) {
  EXPECT_EQ(guest_path_of_worker("x86_64"), "/kab/kab-worker");
  EXPECT_EQ(guest_path_of_worker("i386"), "/kab/kab-worker-i386");
}

}  // namespace
}  // namespace kab::wire
