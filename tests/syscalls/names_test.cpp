#include "syscalls/names.h"

#include <set>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/syscall.h>

#include "syscalls/name_tables.h"

namespace kab::syscalls {
namespace {

TEST(Names, EachAbiHasItsOwnTable) {
  // The 32-bit numbers have been the same since there are any.
  EXPECT_EQ(name_of({.abi = Abi::kI386, .number = 20}), "getpid");
  EXPECT_EQ(name_of({.abi = Abi::kX86_64, .number = 20}), "writev");
  EXPECT_EQ(name_of({.abi = Abi::kI386, .number = 200}), "getgid32");
}

TEST(Names, AreThoseOfTheHeadersThisIsBuiltWith) {
  EXPECT_EQ(name_of({.number = SYS_getppid}), "getppid");
  EXPECT_EQ(call_named(kOwnAbi, "newfstatat"), (Call{.abi = kOwnAbi, .number = SYS_newfstatat}));
}

TEST(Names, ANumberWithoutANameIsShownAsANumber) {
  EXPECT_EQ(name_of({.abi = Abi::kX86_64, .number = 4'000}), "4000");
  EXPECT_EQ(name_of({.abi = Abi::kOther, .number = 20}), "20");
  // x32 marks its calls with this bit, and has a table of its own.
  EXPECT_EQ(name_of({.abi = Abi::kX86_64, .number = 0x40000001}), "1073741825");
}

TEST(Names, NothingIsFoundThatIsNoCall) {
  for (const auto* const name : {"", "syscalls", "getppid ", "no_such_call"}) {
    EXPECT_FALSE(call_named(Abi::kX86_64, name)) << name;
    EXPECT_FALSE(call_named(Abi::kI386, name)) << name;
  }
  EXPECT_FALSE(call_named(Abi::kOther, "read"));
}

TEST(Names, NoTableHasANumberOrANameTwice) {
  for (const auto table : {table_of_x86_64(), table_of_i386()}) {
    EXPECT_GT(table.size(), 300U);
    std::set<std::uint64_t> numbers;
    std::set<std::string_view> names;
    for (const auto& row : table) {
      EXPECT_TRUE(numbers.insert(row.number).second) << row.number;
      EXPECT_TRUE(names.insert(row.name).second) << row.name;
    }
  }
}

TEST(Names, TheWordsOfTheAbisAreThoseOfTheWorkers) {
  EXPECT_EQ(text_of(Abi::kX86_64), "x86_64");
  EXPECT_EQ(text_of(Abi::kI386), "i386");
}

}  // namespace
}  // namespace kab::syscalls
