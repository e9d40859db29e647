#include "store/recorder.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "sessions.h"
#include "store/load.h"

namespace kab::store {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string current_boot() { return read_line_or_empty("/proc/sys/kernel/random/boot_id"); }

void record_all(Recorder& recorder, const model::Session& session) {
  for (std::size_t i = 0; i < session.subjects.size(); ++i)
    ASSERT_TRUE(recorder.set_subject(i, session.subjects[i]));
  for (std::size_t i = 0; i < session.arms.size(); ++i)
    ASSERT_TRUE(recorder.set_environment(i, session.arms[i].environment));
  ASSERT_TRUE(recorder.set_plan(session.planned_blocks));
  for (const auto& sample : session.samples) ASSERT_TRUE(recorder.add({&sample, 1}));
  ASSERT_TRUE(recorder.add_tally(session.tally));
  ASSERT_TRUE(recorder.add_profile(session.profile));
  ASSERT_TRUE(recorder.add_counted(session.counted));
  for (const auto& event : session.events) ASSERT_TRUE(recorder.add_event(event));
  for (const auto look : session.looks) ASSERT_TRUE(recorder.add_look(look));
  ASSERT_TRUE(recorder.finish(session.stopped.value()));
}

void expect_same(const model::Session& got, const model::Session& want) {
  EXPECT_EQ(got.kind, want.kind);
  EXPECT_EQ(got.label, want.label);
  EXPECT_EQ(got.lane, want.lane);
  EXPECT_EQ(got.seed, want.seed);
  EXPECT_EQ(got.kab_version, want.kab_version);
  EXPECT_EQ(got.worker_build, want.worker_build);
  EXPECT_EQ(got.boot_id, want.boot_id);
  EXPECT_EQ(got.started, want.started);
  EXPECT_EQ(got.argv, want.argv);
  EXPECT_EQ(got.arms, want.arms);
  EXPECT_EQ(got.subjects, want.subjects);
  EXPECT_EQ(got.with_aa, want.with_aa);
  EXPECT_EQ(got.planned_blocks, want.planned_blocks);
  EXPECT_EQ(got.looks, want.looks);
  EXPECT_EQ(got.confidence, want.confidence);
  EXPECT_EQ(got.stopped, want.stopped);
  EXPECT_EQ(got.samples, want.samples);
  EXPECT_EQ(got.events, want.events);
  EXPECT_EQ(got.tally, want.tally);
  EXPECT_EQ(got.profile, want.profile);
  EXPECT_EQ(got.counted, want.counted);
  ASSERT_EQ(got.thresholds.size(), want.thresholds.size());
  for (std::size_t i = 0; i < want.thresholds.size(); ++i) {
    EXPECT_EQ(got.thresholds[i].kind, want.thresholds[i].kind);
    EXPECT_EQ(got.thresholds[i].value, want.thresholds[i].value);
    EXPECT_EQ(got.thresholds[i].unit, want.thresholds[i].unit);
    EXPECT_EQ(got.thresholds[i].text, want.thresholds[i].text);
  }
}

TEST(Recorder, EveryFieldOfASessionComesBack) {
  const Folder folder;
  const auto session = full_session();
  // The header knows nothing yet of what is only measured later.
  auto header = session;
  for (auto& subject : header.subjects) subject.calibration = {};
  for (auto& arm : header.arms) arm.environment = {{"to be", "replaced"}};
  header.planned_blocks = 0;
  auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, header);
  ASSERT_TRUE(recorder);
  record_all(*recorder, session);

  const auto recording = load(folder.file("a.kab"));
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_EQ(recording->path, folder.file("a.kab"));
  ASSERT_EQ(recording->sessions.size(), 1U);
  expect_same(recording->sessions[0], session);
}

TEST(Recorder, AppendsSessionsThatStayApart) {
  const Folder folder;
  const auto path = folder.file("a.kab");
  auto second = full_session();
  second.label = "second";
  second.samples[0].readings[0].total = 42;
  for (const auto& session : {full_session(), second}) {
    auto recorder = Recorder::begin(path, IfExists::kAppend, session);
    ASSERT_TRUE(recorder) << recorder.error().message;
    record_all(*recorder, session);
  }
  const auto recording = load(path);
  ASSERT_TRUE(recording) << recording.error().message;
  ASSERT_EQ(recording->sessions.size(), 2U);
  expect_same(recording->sessions[0], full_session());
  expect_same(recording->sessions[1], second);
}

TEST(Recorder, StoresTensOfThousandsOfReadingsInOrder) {
  const Folder folder;
  auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, small_session());
  ASSERT_TRUE(recorder);
  std::vector<model::Sample> samples;
  for (std::uint32_t block = 0; block < 5000; ++block) samples.push_back(sample_of(block, 0, 7));
  samples[17].readings.clear();  // a sample without readings must not shift the others'
  ASSERT_TRUE(recorder->add(samples));
  ASSERT_TRUE(recorder->add({}));
  ASSERT_TRUE(recorder->finish(model::Stopped::kRepeat));
  const auto recording = load(folder.file("a.kab"));
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_EQ(recording->sessions[0].samples, samples);
}

TEST(Recorder, RefusesAFileThatExists) {
  const Folder folder;
  std::ofstream(folder.file("a.kab")) << "precious";
  const auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, small_session());
  ASSERT_FALSE(recorder);
  EXPECT_EQ(recorder.error().kind, ErrorKind::kInput);
  EXPECT_THAT(recorder.error().message, HasSubstr("--append"));
  EXPECT_EQ(read_file(folder.file("a.kab")).value(), "precious");
}

TEST(Recorder, ReplacesAFileTogetherWithItsJournal) {
  const Folder folder;
  std::ofstream(folder.file("a.kab")) << "old";
  std::ofstream(folder.file("a.kab-journal")) << "old";
  {
    auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kReplace, small_session());
    ASSERT_TRUE(recorder) << recorder.error().message;
    EXPECT_FALSE(std::filesystem::exists(folder.file("a.kab-journal")));
    ASSERT_TRUE(recorder->finish(model::Stopped::kRepeat));
  }
  EXPECT_EQ(load(folder.file("a.kab")).value().sessions.size(), 1U);
}

TEST(Recorder, AppendsOnlyToRecordings) {
  const Folder folder;
  std::ofstream(folder.file("a.txt")) << "1\n2\n";
  const auto recorder = Recorder::begin(folder.file("a.txt"), IfExists::kAppend, small_session());
  ASSERT_FALSE(recorder);
  EXPECT_EQ(recorder.error().kind, ErrorKind::kInput);
  EXPECT_EQ(read_file(folder.file("a.txt")), "1\n2\n");
}

TEST(Recorder, NamesTheFolderThatCannotBeWritten) {
  const auto recorder = Recorder::begin("/nonexistent/a.kab", IfExists::kRefuse, small_session());
  ASSERT_FALSE(recorder);
  EXPECT_EQ(recorder.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(recorder.error().message, HasSubstr("/nonexistent/a.kab"));
}

TEST(Recorder, WithoutAnEndItSaysInterrupted) {
  const Folder folder;
  {
    auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, small_session());
    ASSERT_TRUE(recorder);
    Recorder moved = std::move(*recorder);
    EXPECT_EQ(load(folder.file("a.kab")).value().sessions[0].stopped, std::nullopt);
  }
  EXPECT_EQ(load(folder.file("a.kab")).value().sessions[0].stopped, model::Stopped::kInterrupted);
}

TEST(Recorder, CanBeReadWhileItIsWritten) {
  const Folder folder;
  auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, small_session());
  ASSERT_TRUE(recorder);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const auto sample = sample_of(block, 0, 2);
    ASSERT_TRUE(recorder->add({&sample, 1}));
    const auto recording = load(folder.file("a.kab"));
    ASSERT_TRUE(recording) << recording.error().message;
    EXPECT_EQ(recording->sessions[0].samples.size(), block + 1);
  }
}

TEST(Recorder, ASecondWriterIsRefusedWhileTheFirstLives) {
  const Folder folder;
  auto header = small_session();
  header.boot_id = current_boot();
  auto first = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, header);
  ASSERT_TRUE(first);
  for (const auto how : {IfExists::kAppend, IfExists::kReplace}) {
    const auto second = Recorder::begin(folder.file("a.kab"), how, header);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, ErrorKind::kUnavailable);
    EXPECT_THAT(second.error().message,
                HasSubstr("being written by process " + std::to_string(::getpid())));
  }
  ASSERT_TRUE(first->finish(model::Stopped::kRepeat));
  EXPECT_TRUE(Recorder::begin(folder.file("a.kab"), IfExists::kAppend, header));
}

TEST(Recorder, AReadingThatIsNotANumberIsRefusedAndItsBlockWithIt) {
  const Folder folder;
  auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, small_session());
  ASSERT_TRUE(recorder);
  std::vector<model::Sample> block = {sample_of(0, 0, 1), sample_of(0, 1, 1)};
  block[1].readings[0].total = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(recorder->add(block));
  EXPECT_THAT(load(folder.file("a.kab")).value().sessions[0].samples, IsEmpty());
  block[1].readings[0].total = 1;
  EXPECT_TRUE(recorder->add(block));
  EXPECT_EQ(load(folder.file("a.kab")).value().sessions[0].samples, block);
}

// The file may not grow beyond a few blocks: what write(2) says then is EFBIG, and SIGXFSZ.
TEST(Recorder, WhenTheFileCannotGrowTheEarlierBlocksStay) {
  const Folder folder;
  auto recorder = Recorder::begin(folder.file("a.kab"), IfExists::kRefuse, small_session());
  ASSERT_TRUE(recorder);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_NE(std::signal(SIGXFSZ, SIG_IGN), SIG_ERR);
  const rlimit small{.rlim_cur = 256 * 1024, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::uint32_t blocks = 0;
  Result<void> added;
  for (; blocks < 1000; ++blocks) {
    const auto sample = sample_of(blocks, 0, 1000);
    added = recorder->add({&sample, 1});
    if (!added) break;
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(added.error().message, HasSubstr("file size limit"));
  EXPECT_GT(blocks, 0U);
  EXPECT_EQ(load(folder.file("a.kab")).value().sessions[0].samples.size(), blocks);
}

constexpr std::uint32_t kBlockOfKilled = 3;

// Adds blocks until somebody ends it, with a byte into `told` after each.
[[noreturn]] void record_without_end(const std::string& path, int told) {
  auto recorder = Recorder::begin(path, IfExists::kRefuse, small_session());
  for (std::uint32_t block = 0; recorder; ++block) {
    std::vector<model::Sample> samples;
    for (std::uint32_t i = 0; i < kBlockOfKilled; ++i) samples.push_back(sample_of(block, i, 500));
    if (!recorder->add(samples) || ::write(told, "+", 1) != 1) break;
  }
  ::_exit(1);
}

TEST(Recorder, AfterAKillTheRecordingHoldsWholeBlocksOnly) {
  const Folder folder;
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Fd told(ends[0]);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) record_without_end(folder.file("a.kab"), ends[1]);
  ::close(ends[1]);
  std::array<char, 1> byte{};
  std::size_t blocks = 0;
  while (blocks < 5 && ::read(told.get(), byte.data(), 1) == 1) ++blocks;
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));

  const auto recording = load(folder.file("a.kab"));
  ASSERT_TRUE(recording) << recording.error().message;
  const auto& session = recording->sessions[0];
  EXPECT_EQ(session.stopped, std::nullopt);
  EXPECT_GE(session.samples.size(), blocks * kBlockOfKilled);
  EXPECT_EQ(session.samples.size() % kBlockOfKilled, 0U);
  for (const auto& sample : session.samples) EXPECT_EQ(sample.readings.size(), 500U);
  EXPECT_TRUE(Recorder::begin(folder.file("a.kab"), IfExists::kAppend, small_session()));
}

}  // namespace
}  // namespace kab::store
