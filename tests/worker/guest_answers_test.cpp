#include "worker/guest_answers.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kab::worker {
namespace {

class GuestAnswersTest : public ::testing::Test {
 protected:
  wire::GuestChannel channel() const {
    return wire::read_channel({reinterpret_cast<const char*>(memory_.data()), memory_.size()});
  }
  std::vector<unsigned char> memory_ = std::vector<unsigned char>(4096);
};

TEST_F(GuestAnswersTest, EachAnswerCanBeReadAsSoonAsItIsGiven) {
  GuestAnswers answers(memory_.data(), memory_.size());
  EXPECT_EQ(channel().state, wire::GuestState::kStarted);
  answers.add({.name = "output", .order = 1, .status = 0, .bytes = "one\n"});
  ASSERT_EQ(channel().records.size(), 1U);
  answers.add({.name = "end", .order = 1, .status = 3, .bytes = {}});
  ASSERT_EQ(channel().records.size(), 2U);
  EXPECT_EQ(channel().records[1].status, 3);
  EXPECT_EQ(channel().state, wire::GuestState::kStarted);
  answers.finish();
  EXPECT_EQ(channel().state, wire::GuestState::kFinished);
}

TEST_F(GuestAnswersTest, WhatDoesNotFitIsCutAndNothingLiesBehindTheMemory) {
  std::vector<unsigned char> guarded(4096 + 64, 0xee);
  GuestAnswers answers(guarded.data(), 4096);
  for (int i = 0; i < 10; ++i)
    answers.add({.name = "output", .order = 1, .status = 0, .bytes = std::string(1000, 'x')});
  for (std::size_t i = 4096; i < guarded.size(); ++i) EXPECT_EQ(guarded[i], 0xee);
  const auto read = wire::read_channel({reinterpret_cast<const char*>(guarded.data()), 4096});
  ASSERT_GE(read.records.size(), 3U);
  EXPECT_EQ(read.records[0].bytes.size(), 1000U);
}

TEST_F(GuestAnswersTest, AnswersOfAnEarlierBootAreNotTakenForItsOwn) {
  GuestAnswers earlier(memory_.data(), memory_.size());
  earlier.add({.name = "end", .order = 1, .status = 0, .bytes = {}});
  earlier.finish();
  GuestAnswers(memory_.data(), memory_.size());
  EXPECT_EQ(channel().state, wire::GuestState::kStarted);
  EXPECT_TRUE(channel().records.empty());
}

}  // namespace
}  // namespace kab::worker
