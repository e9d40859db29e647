#include "checks/received_order.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kab::checks {
namespace {

class Received : public ::testing::Test {
 protected:
  void take(std::uint32_t sender, std::initializer_list<std::uint64_t> places) {
    for (const auto place : places) order_.arrived(Message(sender, place).bytes());
  }
  std::vector<std::string> faults() const { return complaints_.lines(); }

  Complaints complaints_;
  ReceivedOrder order_{2, complaints_};
};

using Lines = std::vector<std::string>;

TEST_F(Received, NothingIsWrongWithMessagesInOrder) {
  take(0, {0, 1});
  take(1, {0, 1, 2});
  take(0, {2});
  order_.end(3);
  EXPECT_EQ(faults(), Lines{});
  EXPECT_EQ(order_.distinct(), 6U);
}

TEST_F(Received, FindsTheLost) {
  take(0, {0, 2, 3});
  take(1, {0});
  order_.end(4);
  EXPECT_EQ(faults(), (Lines{"sender 0, message 1: lost", "sender 1, message 1: lost",
                             "sender 1, message 2: lost", "sender 1, message 3: lost"}));
}

TEST_F(Received, FindsTheDoubled) {
  take(0, {0, 1, 1, 2, 0});
  take(1, {0, 1, 2});
  order_.end(3);
  EXPECT_EQ(faults(),
            (Lines{"sender 0, message 1: arrived twice", "sender 0, message 0: arrived twice"}));
  EXPECT_EQ(order_.distinct(), 6U);
}

TEST_F(Received, FindsTheReordered) {
  take(0, {0, 2, 1});
  take(1, {0, 1, 2});
  order_.end(3);
  EXPECT_EQ(faults(), (Lines{"sender 0, message 1: arrived after message 2"}));
}

TEST_F(Received, FindsTheAltered) {
  const Message message(0, 5);
  std::vector<char> bytes(message.bytes().begin(), message.bytes().end());
  ASSERT_GT(bytes.size(), 17U);
  ++bytes.back();
  order_.arrived(bytes);
  bytes.pop_back();
  order_.arrived(bytes);
  EXPECT_NE(faults().front().find("message 5: arrived altered"), std::string::npos);
  EXPECT_GE(faults().size(), 2U);
}

TEST_F(Received, FindsWhatNobodySent) {
  order_.arrived(Message(7, 0).bytes());
  order_.arrived({});
  EXPECT_EQ(faults().size(), 2U);
}

TEST(Message, DiffersFromEveryOther) {
  const Message one(1, 2);
  EXPECT_FALSE(std::ranges::equal(one.bytes(), Message(2, 1).bytes()));
  EXPECT_FALSE(std::ranges::equal(one.bytes(), Message(1, 3).bytes()));
  for (std::uint64_t place = 0; place < 1000; ++place)
    EXPECT_LE(Message(3, place).bytes().size(), Message::kLongest);
}

}  // namespace
}  // namespace kab::checks
