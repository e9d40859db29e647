#include "store/database.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sessions.h"

namespace kab::store {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Result<Database> open_empty(const std::string& path) {
  std::ofstream(path).close();
  return Database::open(path, Access::kWrite);
}

int rows_of(Database& database) {
  int rows = -1;
  const auto read = database.transact([&](soci::session& sql) -> Result<void> {
    sql << "select count(*) from t", soci::into(rows);
    return {};
  });
  return read ? rows : -1;
}

TEST(UriOf, EscapesEverythingThatAConnectTextOrAUriCouldTakeForItsOwn) {
  EXPECT_EQ(uri_of("/tmp/a.kab"), "file:///tmp/a.kab");
  EXPECT_EQ(uri_of("x/a-b_c.kab"), "file:x/a-b_c.kab");
  EXPECT_EQ(uri_of("/a b=\"c\"?d#e%f"), "file:///a%20b%3D%22c%22%3Fd%23e%25f");
}

TEST(Database, OpensFilesWhateverTheirName) {
  const Folder folder;
  for (const auto* name : {"plain.kab", "with blank.kab", "a=b \"c\" 'd'.kab", "?x#y%41.kab"}) {
    auto database = open_empty(folder.file(name));
    ASSERT_TRUE(database) << name;
    ASSERT_TRUE(database->execute("create table t (a)")) << name;
    EXPECT_GT(std::filesystem::file_size(folder.file(name)), 0U) << name;
  }
}

TEST(Database, KeepsNothingOfATransactionThatFailed) {
  const Folder folder;
  auto database = open_empty(folder.file("a.kab"));
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute("create table t (a)"));
  const auto by_error = database->transact([](soci::session& sql) -> Result<void> {
    sql << "insert into t values (1)";
    return fail_input("no");
  });
  const auto by_exception = database->transact([](soci::session& sql) -> Result<void> {
    sql << "insert into t values (1)";
    sql << "insert into nowhere values (1)";
    return {};
  });
  EXPECT_EQ(by_error.error().message, "no");
  EXPECT_THAT(by_exception.error().message, HasSubstr("nowhere"));
  EXPECT_THAT(by_exception.error().message, Not(HasSubstr("\n")));
  EXPECT_EQ(rows_of(*database), 0);
}

TEST(Database, SaysDiskFullAndKeepsWhatWasThere) {
  const Folder folder;
  auto database = open_empty(folder.file("a.kab"));
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute("create table t (a)"));
  ASSERT_TRUE(database->execute("insert into t values (1)"));
  ASSERT_TRUE(database->execute("pragma max_page_count = 3"));
  const auto full = database->transact([](soci::session& sql) -> Result<void> {
    sql << "insert into t values (2)";
    sql << "insert into t values (zeroblob(100000))";
    return {};
  });
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(full.error().message, HasSubstr("disk full"));
  EXPECT_THAT(full.error().message, HasSubstr("a.kab"));
  EXPECT_EQ(rows_of(*database), 1);
}

TEST(Database, ReadingNeverWrites) {
  const Folder folder;
  {
    auto writer = open_empty(folder.file("a.kab"));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->execute("create table t (a)"));
  }
  auto reader = Database::open(folder.file("a.kab"), Access::kRead);
  ASSERT_TRUE(reader);
  EXPECT_EQ(rows_of(*reader), 0);
  EXPECT_FALSE(reader->execute("insert into t values (1)"));
}

}  // namespace
}  // namespace kab::store
