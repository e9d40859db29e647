#include "syscalls/tally.h"

#include <gtest/gtest.h>

namespace kab::syscalls {
namespace {

constexpr Call kRead = {.abi = Abi::kX86_64, .number = 0};
constexpr Call kWrite = {.abi = Abi::kX86_64, .number = 1};
constexpr Call kOld = {.abi = Abi::kI386, .number = 1};

TEST(Beyond, IsWhatOneHasMoreThanTheOther) {
  const Tally few = {{kRead, {.calls = 3, .errors = 1}}, {kWrite, {.calls = 1}}};
  const Tally many = {{kRead, {.calls = 13, .errors = 4}}, {kWrite, {.calls = 1}}};
  EXPECT_EQ(beyond(many, few), (Tally{{kRead, {.calls = 10, .errors = 3}}}));
}

TEST(Beyond, NeverGoesBelowNothing) {
  const Tally few = {{kRead, {.calls = 3, .errors = 3}}, {kWrite, {.calls = 9}}};
  const Tally many = {{kRead, {.calls = 5, .errors = 1}}, {kWrite, {.calls = 4}}};
  EXPECT_EQ(beyond(many, few), (Tally{{kRead, {.calls = 2, .errors = 0}}}));
}

TEST(Beyond, KeepsTheAbisApart) {
  const Tally few = {{kWrite, {.calls = 5}}};
  const Tally many = {{kWrite, {.calls = 5}}, {kOld, {.calls = 5}}};
  EXPECT_EQ(beyond(many, few), (Tally{{kOld, {.calls = 5}}}));
}

}  // namespace
}  // namespace kab::syscalls
