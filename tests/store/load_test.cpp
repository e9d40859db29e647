#include "store/load.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "sessions.h"
#include "store/database.h"
#include "store/recorder.h"

namespace kab::store {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string error_of(const std::string& path) {
  const auto recording = load(path);
  if (recording) return "loaded";
  EXPECT_EQ(recording.error().kind, ErrorKind::kInput);
  EXPECT_THAT(recording.error().message, AllOf(HasSubstr(path), Not(HasSubstr("\n"))));
  return recording.error().message;
}

void record_blocks(const std::string& path, std::uint32_t blocks) {
  auto recorder = Recorder::begin(path, IfExists::kRefuse, small_session());
  ASSERT_TRUE(recorder);
  std::vector<model::Sample> samples;
  for (std::uint32_t block = 0; block < blocks; ++block)
    samples.push_back(sample_of(block, 0, 100));
  ASSERT_TRUE(recorder->add(samples));
  ASSERT_TRUE(recorder->finish(model::Stopped::kRepeat));
}

void edit(const std::string& path, const std::string& statement) {
  auto database = Database::open(path, Access::kWrite);
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute(statement));
}

// What a writer leaves that is killed after its journal began and its pages reached the file:
// a tiny cache makes SQLite write pages before the transaction ends.
void die_in_a_transaction(const std::string& path) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto database = Database::open(path, Access::kWrite);
    if (!database || !database->execute("pragma cache_size = 1")) ::_exit(1);
    static_cast<void>(database->transact([](soci::session& sql) -> Result<void> {
      sql << "update reading set total = -1";
      ::_exit(0);
    }));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  ASSERT_GT(std::filesystem::file_size(path + "-journal"), 0U);
}

TEST(Load, UndoesTheHalfBlockOfAKilledWriter) {
  const Folder folder;
  record_blocks(folder.file("a.kab"), 50);
  const auto before = load(folder.file("a.kab")).value().sessions[0].samples;
  const auto bytes = read_file(folder.file("a.kab")).value();
  die_in_a_transaction(folder.file("a.kab"));
  ASSERT_NE(read_file(folder.file("a.kab")).value(), bytes);  // the half block is in the file
  const auto recording = load(folder.file("a.kab"));
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_EQ(recording->sessions[0].samples, before);
}

// Runs `body` as somebody who may not write the files of this user.
int status_as_nobody(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) ::_exit(2);
    ::_exit(body() ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(Load, SaysWhatToDoWhenTheHalfBlockCannotBeUndoneForLackOfPermission) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 50);
  die_in_a_transaction(path);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(::chmod((path + "-journal").c_str(), 0444), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  EXPECT_EQ(status_as_nobody([&] {
              const auto recording = load(path);
              return !recording && recording.error().kind == ErrorKind::kInput &&
                     recording.error().message.find("copy it together with") != std::string::npos;
            }),
            0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
}

TEST(Load, NeedsNoWritePermissionForAFinishedRecording) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 2);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  EXPECT_EQ(status_as_nobody([&] { return load(path).has_value(); }), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
}

TEST(Load, NamesFilesThatAreNotThereOrNoFiles) {
  const Folder folder;
  EXPECT_THAT(error_of(folder.file("none.kab")), HasSubstr("No such file"));
  EXPECT_THAT(error_of(folder.path()), HasSubstr("not a regular file"));
}

TEST(Load, RefusesWhatIsNoRecordingInOneLineEach) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  write_file(path, "");
  EXPECT_THAT(error_of(path), HasSubstr("is empty"));
  write_file(path, "1.5\n2.5\n");
  EXPECT_THAT(error_of(path), HasSubstr("not a kab recording"));
  write_file(path, std::string("SQLite format 3\0", 16) + "and then nothing that fits, at all");
  EXPECT_THAT(error_of(path), AnyOf(HasSubstr("damaged"), HasSubstr("truncated")));
}

TEST(Load, RefusesADatabaseOfSomebodyElse) {
  const Folder folder;
  const auto path = folder.file("a.db");
  write_file(path, "");
  edit(path, "create table meta (key text, value text)");
  EXPECT_THAT(error_of(path), HasSubstr("not a kab recording"));
  edit(path, "drop table meta");
  edit(path, "create table sample (x)");
  EXPECT_THAT(error_of(path), HasSubstr("not a kab recording"));
}

TEST(Load, NamesTheVersionThatANewerRecordingNeeds) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 1);
  edit(path, "update meta set value = '5' where key = 'schema'");
  EXPECT_THAT(error_of(path), AllOf(HasSubstr("schema 5"), HasSubstr("kab 1.2.3 or newer")));
  const auto appended = Recorder::begin(path, IfExists::kAppend, small_session());
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().kind, ErrorKind::kInput);
}

// What a kab wrote that knew nothing of counts by function.
void make_schema_3(const std::string& path) {
  for (const std::string table : {"counted_function", "counted_batch"})
    edit(path, "drop table " + table);
  edit(path, "update meta set value = '3' where key = 'schema'");
}

// What a kab wrote that knew nothing of tallies and profiles.
void make_schema_2(const std::string& path) {
  make_schema_3(path);
  for (const std::string table : {"tally", "profile"}) edit(path, "drop table " + table);
  edit(path, "update meta set value = '2' where key = 'schema'");
}

// What a kab wrote that knew nothing of user copies.
void make_schema_1(const std::string& path) {
  make_schema_2(path);
  for (const std::string column : {"copies", "copied_bytes", "checked_copies", "checked_bytes"})
    edit(path, "alter table subject drop column " + column);
  edit(path, "update meta set value = '1' where key = 'schema'");
}

TEST(Load, OpensARecordingOfSchema1WithoutUserCopies) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  auto header = small_session();
  header.subjects[0].copies.copies = 3;
  ASSERT_TRUE(Recorder::begin(path, IfExists::kRefuse, header)->finish(model::Stopped::kRepeat));
  EXPECT_EQ(load(path)->sessions[0].subjects[0].copies.copies, 3);
  make_schema_1(path);
  const auto loaded = load(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->sessions[0].subjects[0].copies, model::UserCopies{});
}

TEST(Load, ARecordingOfSchema1IsBroughtUpBeforeSomethingIsAdded) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 1);
  make_schema_1(path);
  auto header = small_session();
  header.subjects[0].copies = {.copies = 2, .bytes = 24, .checked_copies = 1, .checked_bytes = 16};
  auto appended = Recorder::begin(path, IfExists::kAppend, header);
  ASSERT_TRUE(appended) << appended.error().message;
  ASSERT_TRUE(appended->finish(model::Stopped::kRepeat));
  const auto loaded = load(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_EQ(loaded->sessions.size(), 2U);
  EXPECT_EQ(loaded->sessions[0].subjects[0].copies, model::UserCopies{});
  EXPECT_EQ(loaded->sessions[1].subjects[0].copies, header.subjects[0].copies);
}

TEST(Load, OpensARecordingOfSchema2WithoutTallies) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 1);
  make_schema_2(path);
  const auto loaded = load(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->sessions[0].samples.size(), 1U);
  EXPECT_TRUE(loaded->sessions[0].tally.empty());
  EXPECT_TRUE(loaded->sessions[0].profile.empty());
}

TEST(Load, ARecordingOfSchema2TakesTalliesAndProfilesOnceItIsAppendedTo) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 1);
  make_schema_2(path);
  auto appended = Recorder::begin(path, IfExists::kAppend, small_session());
  ASSERT_TRUE(appended) << appended.error().message;
  const std::vector<model::Sample> samples = {sample_of(0, 0, 1)};
  const model::TalliedCall call = {
      .method = "ptrace", .abi = "x86_64", .name = "read", .calls = 3, .seconds = {}};
  const model::ProfileRow row = {.sample = 0, .dso = "[kernel]", .symbol = "memcpy", .count = 8};
  ASSERT_TRUE(appended->add(samples));
  ASSERT_TRUE(appended->add_tally({&call, 1}));
  ASSERT_TRUE(appended->add_profile({&row, 1}));
  ASSERT_TRUE(appended->finish(model::Stopped::kRepeat));
  const auto loaded = load(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(loaded->sessions[0].tally.empty());
  EXPECT_EQ(loaded->sessions[1].tally, std::vector{call});
  EXPECT_EQ(loaded->sessions[1].profile, std::vector{row});
}

const model::CountedBatch kCountedBatch = {
    .sample = 0,
    .iterations = 4,
    .user = 8,
    .kernel = 12,
    .functions = {{.name = "memcpy", .module = "", .instructions = 12, .calls = 4}},
    .happened = {}};

TEST(Load, ARecordingOfSchema3TakesCountsByFunctionOnceItIsAppendedTo) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 2);
  make_schema_3(path);
  EXPECT_TRUE(load(path)->sessions[0].counted.empty());
  auto appended = Recorder::begin(path, IfExists::kAppend, small_session());
  ASSERT_TRUE(appended) << appended.error().message;
  const std::vector<model::Sample> samples = {sample_of(0, 0, 1)};
  ASSERT_TRUE(appended->add(samples));
  ASSERT_TRUE(appended->add_counted({&kCountedBatch, 1}));
  ASSERT_TRUE(appended->finish(model::Stopped::kRepeat));
  const auto loaded = load(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(loaded->sessions[0].counted.empty());
  EXPECT_EQ(loaded->sessions[1].counted, std::vector{kCountedBatch});
}

TEST(Load, RefusesCountsByFunctionThatPointNowhere) {
  for (const auto* statement :
       {"update counted_batch set sample = 99 where sample = 2",
        "update counted_batch set iterations = 0", "update counted_function set sample = 99",
        "delete from counted_batch where sample = 2"}) {
    const Folder folder;
    const auto path = folder.file("a.kab");
    auto recorder = Recorder::begin(path, IfExists::kRefuse, small_session());
    const std::vector<model::Sample> samples = {sample_of(0, 0, 1), sample_of(0, 1, 1)};
    auto second = kCountedBatch;
    second.sample = 1;
    ASSERT_TRUE(recorder->add(samples));
    ASSERT_TRUE(recorder->add_counted(std::vector{kCountedBatch, second}));
    ASSERT_TRUE(recorder->finish(model::Stopped::kRepeat));
    ASSERT_TRUE(load(path));
    edit(path, statement);
    error_of(path);
    EXPECT_FALSE(load(path)) << statement;
  }
}

TEST(Load, RefusesTalliesAndProfilesThatPointNowhere) {
  for (const auto* statement :
       {"update tally set arm = 7", "update tally set subject = -1",
        "update tally set operations = 0", "update profile set sample = 99"}) {
    const Folder folder;
    const auto path = folder.file("a.kab");
    auto recorder = Recorder::begin(path, IfExists::kRefuse, small_session());
    const std::vector<model::Sample> samples = {sample_of(0, 0, 1)};
    const model::TalliedCall call = {.method = "bpf", .abi = "i386", .name = "9", .calls = 1};
    const model::ProfileRow row = {.sample = 0, .dso = "a", .symbol = "b", .count = 1};
    ASSERT_TRUE(recorder->add(samples));
    ASSERT_TRUE(recorder->add_tally({&call, 1}));
    ASSERT_TRUE(recorder->add_profile({&row, 1}));
    ASSERT_TRUE(recorder->finish(model::Stopped::kRepeat));
    ASSERT_TRUE(load(path));
    edit(path, statement);
    error_of(path);
    EXPECT_FALSE(load(path)) << statement;
  }
}

TEST(Load, SaysHowMuchOfATruncatedFileIsThere) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 100);
  const auto bytes = read_file(path).value();
  for (const std::size_t kept : {bytes.size() / 2, bytes.size() - 4096, bytes.size() - 1,
                                 std::size_t{4096}, std::size_t{50}, std::size_t{20}}) {
    write_file(path, bytes.substr(0, kept));
    EXPECT_THAT(error_of(path), HasSubstr("truncated (" + std::to_string(kept) + " of "));
  }
}

TEST(Load, NoticesPagesThatWereOverwritten) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 100);
  auto bytes = read_file(path).value();
  std::fill(bytes.begin() + 4096, bytes.end(), '\x55');
  write_file(path, bytes);
  EXPECT_THAT(error_of(path), HasSubstr("damaged"));
}

TEST(Load, RefusesRowsThatPointNowhere) {
  for (const auto* statement :
       {"update sample set arm = 7", "update sample set subject = -1",
        "update sample set session = 9", "update reading set metric = 1",
        "update reading set sample = 99", "update reading set iterations = 0",
        "update sample set block = -1", "update sample set cpus = 'x'",
        "update session set lane = 'slow'", "update session set seed = 'x'",
        "update session set argv = '{'", "update session set stopped = 'x'",
        "update metric set better = 'x'", "update subject set params = '['",
        "update arm set settings = '{}'", "update session set thresholds = 'x'",
        "drop table reading"}) {
    const Folder folder;
    record_blocks(folder.file("a.kab"), 2);
    edit(folder.file("a.kab"), statement);
    error_of(folder.file("a.kab"));
    EXPECT_FALSE(load(folder.file("a.kab"))) << statement;
  }
}

TEST(Load, FindsReadingsWhereverTheyStand) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 3);
  const auto before = load(path).value().sessions[0].samples;
  edit(path, "insert into reading select * from reading where sample = 1");
  edit(path, "delete from reading where rowid <= 100");
  EXPECT_EQ(load(path).value().sessions[0].samples, before);
}

TEST(LooksLikeRecording, GoesByTheFirstBytes) {
  const Folder folder;
  record_blocks(folder.file("a.kab"), 1);
  write_file(folder.file("b.kab"), "1\n");
  EXPECT_TRUE(looks_like_recording(folder.file("a.kab")));
  EXPECT_FALSE(looks_like_recording(folder.file("b.kab")));
  EXPECT_FALSE(looks_like_recording(folder.file("none.kab")));
  EXPECT_FALSE(looks_like_recording(folder.path()));
}

// The view that docs/recording.md offers to readers of the file.
TEST(Measurement, IsOneRowAReadingWithItsNames) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  record_blocks(path, 3);
  auto database = Database::open(path, Access::kRead);
  ASSERT_TRUE(database);
  int rows = 0;
  double last = 0;
  std::string arm;
  ASSERT_TRUE(database->transact([&](soci::session& sql) -> Result<void> {
    sql << "select count(*), max(value), max(arm) from measurement", soci::into(rows),
        soci::into(last), soci::into(arm);
    return {};
  }));
  EXPECT_EQ(rows, 300);
  EXPECT_EQ(last, 2.099);
  EXPECT_EQ(arm, "stock");
}

}  // namespace
}  // namespace kab::store
