#include "sys/journal.h"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sys/host_lock.h"
#include "sys/journal_file.h"
#include "sys/machine.h"
#include "sys/scratch.h"

namespace kab::sys {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A host of two settings, with a folder for the journal.
class HostSettingsTest : public testing::Test {
 protected:
  void set(const std::string& path, std::string_view value) {
    ASSERT_TRUE(write_value({.path = path, .value = std::string(value)}));
  }
  std::string value_of(const std::string& path) const { return read_file(path).value_or("gone"); }
  bool has_journal() const { return std::filesystem::exists(state_ + "/journal"); }
  std::vector<std::string> recovered() const {
    const auto lines = recover_from_journal(state_);
    EXPECT_TRUE(lines) << lines.error().message;
    return lines.value_or(std::vector<std::string>{"failed"});
  }

  /// A kab that has changed things by `life` and is then killed.
  void killed_after(const std::function<void(HostSettings&)>& life) const {
    auto ends = pipe_ends();
    Forked kab([&] {
      const auto lock = lock_host(state_);
      HostSettings settings(state_);
      life(settings);
      [[maybe_unused]] const auto told = write_all(ends.write_end.get(), "x", "pipe");
      for (;;) ::pause();
    });
    char ready = 0;
    ASSERT_EQ(::read(ends.read_end.get(), &ready, 1), 1);
    EXPECT_THAT(recovered(), IsEmpty()) << "while it still runs";
    ::kill(kab.pid(), SIGKILL);
    kab.wait();
  }

  ScratchFolder folder_;
  std::string state_ = std::filesystem::path(folder_.file("state/.keep", "")).parent_path();
  std::string one_ = folder_.file("one", "1\n");
  std::string two_ = folder_.file("two", "2");
};

TEST_F(HostSettingsTest, AreAppliedAndPutBackToTheByte) {
  HostSettings settings(state_);
  ASSERT_TRUE(settings.apply({.path = one_, .value = "10"}));
  ASSERT_TRUE(settings.apply({.path = two_, .value = "20"}));
  ASSERT_TRUE(settings.apply({.path = one_, .value = "11"}));
  EXPECT_EQ(value_of(one_), "11");
  EXPECT_EQ(value_of(two_), "20");
  EXPECT_TRUE(has_journal());
  ASSERT_TRUE(settings.restore());
  EXPECT_EQ(value_of(one_), "1\n");
  EXPECT_EQ(value_of(two_), "2");
  EXPECT_FALSE(has_journal());
}

TEST_F(HostSettingsTest, ArePutBackOnDestructionToo) {
  {
    HostSettings settings(state_);
    ASSERT_TRUE(settings.apply({.path = one_, .value = "10"}));
  }
  EXPECT_EQ(value_of(one_), "1\n");
  EXPECT_FALSE(has_journal());
}

TEST_F(HostSettingsTest, RevertOnePathAndCanChangeItAgain) {
  HostSettings settings(state_);
  ASSERT_TRUE(settings.apply({.path = one_, .value = "10"}));
  ASSERT_TRUE(settings.apply({.path = two_, .value = "20"}));
  ASSERT_TRUE(settings.revert(one_));
  EXPECT_EQ(value_of(one_), "1\n");
  EXPECT_EQ(value_of(two_), "20");
  ASSERT_TRUE(settings.apply({.path = one_, .value = "10"}));
  EXPECT_EQ(value_of(one_), "10");
  EXPECT_TRUE(settings.revert(folder_.path("never touched")));
}

TEST_F(HostSettingsTest, KeepNoJournalWithoutAFolder) {
  HostSettings settings("");
  ASSERT_TRUE(settings.apply({.path = one_, .value = "10"}));
  EXPECT_FALSE(has_journal());
  ASSERT_TRUE(settings.restore());
  EXPECT_EQ(value_of(one_), "1\n");
}

TEST_F(HostSettingsTest, ChangeNothingThatCannotBeWrittenDownFirst) {
  HostSettings settings(folder_.path("no such folder"));
  EXPECT_FALSE(settings.apply({.path = one_, .value = "10"}));
  EXPECT_EQ(value_of(one_), "1\n");
}

TEST_F(HostSettingsTest, RefuseAPathThatDoesNotExist) {
  HostSettings settings(state_);
  EXPECT_EQ(settings.apply({.path = folder_.path("absent"), .value = "1"}).error().kind,
            ErrorKind::kInput);
  EXPECT_FALSE(has_journal());
}

TEST_F(HostSettingsTest, SayWhatCouldNotBePutBackAndKeepItInTheJournal) {
  HostSettings settings(state_);
  ASSERT_TRUE(settings.apply({.path = one_, .value = "10"}));
  ASSERT_TRUE(settings.apply({.path = two_, .value = "20"}));
  std::filesystem::remove(two_);
  const auto restored = settings.restore();
  ASSERT_FALSE(restored);
  EXPECT_THAT(restored.error().message, HasSubstr(two_));
  EXPECT_EQ(value_of(one_), "1\n");
  const auto journal = load_journal(state_).value();
  ASSERT_TRUE(journal);
  EXPECT_THAT(journal->changes,
              ElementsAre(Change{.path = two_, .original = "2", .written = {"20"}}));
}

TEST_F(HostSettingsTest, ArePutBackAfterAKill) {
  killed_after([&](HostSettings& settings) {
    [[maybe_unused]] auto done = settings.apply({.path = one_, .value = "10"});
    done = settings.apply({.path = two_, .value = "20"});
  });
  EXPECT_EQ(value_of(one_), "10");
  EXPECT_THAT(recovered(),
              ElementsAre(two_ + ": restored \"2\" (a killed kab had set \"20\")",
                          one_ + ": restored \"1\\x0a\" (a killed kab had set \"10\")"));
  EXPECT_EQ(value_of(one_), "1\n");
  EXPECT_EQ(value_of(two_), "2");
  EXPECT_FALSE(has_journal());
  EXPECT_THAT(recovered(), IsEmpty());
}

TEST_F(HostSettingsTest, ArePutBackWhenTheKillFellBetweenJournalAndWrite) {
  killed_after([&](HostSettings& settings) {
    [[maybe_unused]] auto done = settings.apply({.path = one_, .value = "10"});
    done = settings.apply({.path = one_, .value = "11"});
  });
  set(one_, "10");  // the journal already says 11
  EXPECT_THAT(recovered(), ElementsAre(HasSubstr("restored")));
  EXPECT_EQ(value_of(one_), "1\n");
}

TEST_F(HostSettingsTest, AreLeftAloneWhenSomebodyElseChangedThemSince) {
  killed_after([&](HostSettings& settings) {
    [[maybe_unused]] const auto done = settings.apply({.path = one_, .value = "10"});
  });
  set(one_, "99");
  EXPECT_THAT(recovered(),
              ElementsAre(one_ + ": left at \"99\", somebody changed it since (a killed "
                                 "kab had found \"1\\x0a\")"));
  EXPECT_EQ(value_of(one_), "99");
  EXPECT_FALSE(has_journal());
}

TEST_F(HostSettingsTest, AreLeftAloneAfterAnotherBoot) {
  set(one_, "10");
  ASSERT_TRUE(save_journal(
      state_,
      {.boot = "another boot", .changes = {{.path = one_, .original = "1\n", .written = {"10"}}}}));
  EXPECT_THAT(recovered(),
              ElementsAre("nothing restored: a kab was killed before this boot, having "
                          "changed " +
                          one_));
  EXPECT_EQ(value_of(one_), "10");
  EXPECT_FALSE(has_journal());
}

TEST_F(HostSettingsTest, AreNotMentionedWhenAlreadyAsTheyWere) {
  ASSERT_TRUE(save_journal(
      state_,
      {.boot = boot_id(), .changes = {{.path = one_, .original = "1\n", .written = {"10"}}}}));
  EXPECT_THAT(recovered(), IsEmpty());
  EXPECT_FALSE(has_journal());
}

TEST_F(HostSettingsTest, ArePutBackAsFarAsADamagedJournalCanBeRead) {
  set(one_, "10");
  set(two_, "20");
  folder_.file("state/journal", "kab-journal\t1\nboot\t" + boot_id() + "\nset\t" + one_ +
                                    "\t1\\n\t10\nnonsense\nset\t" + two_ + "\t2\t2");
  EXPECT_THAT(recovered(),
              ElementsAre(HasSubstr("2 damaged lines"), HasSubstr(one_ + ": restored")));
  EXPECT_EQ(value_of(one_), "1\n");
  EXPECT_EQ(value_of(two_), "20");
  EXPECT_FALSE(has_journal());
}

TEST_F(HostSettingsTest, AreNotBlockedByAJournalCutAnywhere) {
  ASSERT_TRUE(save_journal(
      state_,
      {.boot = boot_id(), .changes = {{.path = one_, .original = "1\n", .written = {"10"}}}}));
  const std::string whole = read_file(state_ + "/journal").value();
  const std::size_t header = whole.find('\n') + 1;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    set(one_, "10");
    folder_.file("state/journal", whole.substr(0, length));
    recovered();
    EXPECT_EQ(value_of(one_), "10") << length;
    EXPECT_FALSE(has_journal()) << length << " of " << header;
  }
}

TEST_F(HostSettingsTest, LeaveAJournalOfAnotherVersionForItsOwnKab) {
  folder_.file("state/journal", "kab-journal\t2\nboot\tx\n");
  const auto lines = recover_from_journal(state_);
  ASSERT_FALSE(lines);
  EXPECT_EQ(lines.error().kind, ErrorKind::kInput);
  EXPECT_TRUE(has_journal());
}

TEST(Journal, ReadsBackWhateverItsFieldsHold) {
  const ScratchFolder folder;
  const std::string awkward = "tab\tline\nback\\slash\\n end\\";
  const Journal journal{
      .boot = "b",
      .changes = {{.path = "/a " + awkward, .original = awkward, .written = {awkward, ""}},
                  {.path = "/b", .original = "", .written = {"x"}}}};
  ASSERT_TRUE(save_journal(folder.path(), journal));
  const auto back = load_journal(folder.path()).value();
  ASSERT_TRUE(back);
  EXPECT_EQ(back->boot, "b");
  EXPECT_EQ(back->changes, journal.changes);
  EXPECT_EQ(back->unreadable, 0U);
}

TEST(Journal, IsForItsOwnerOnly) {
  const ScratchFolder folder;
  ASSERT_TRUE(save_journal(folder.path(), {.boot = "b"}));
  struct stat status{};
  ASSERT_EQ(::stat(folder.path("journal").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

/// What an ordinary user's kab says of its folder in `runtime`.
std::string state_folder_in(const ScratchFolder& runtime) {
  ::chmod(runtime.path().c_str(), 0777);
  return in_child([&]() -> std::string {
    become_ordinary_user();
    ::setenv("XDG_RUNTIME_DIR", runtime.path().c_str(), 1);
    const auto folder = state_folder();
    return folder ? *folder : folder.error().message;
  });
}

TEST(StateFolder, IsTheUsersAlone) {
  const ScratchFolder runtime;
  EXPECT_EQ(state_folder_in(runtime), runtime.path("kab"));
  EXPECT_EQ(state_folder_in(runtime), runtime.path("kab")) << "the second time";
  struct stat status{};
  ASSERT_EQ(::stat(runtime.path("kab").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST(StateFolder, IsRefusedWhereOthersCouldPlantAJournal) {
  const ScratchFolder runtime;
  std::filesystem::create_directory(runtime.path("kab"));
  ::chmod(runtime.path("kab").c_str(), 0777);
  EXPECT_THAT(state_folder_in(runtime), HasSubstr("remove it"));
  std::filesystem::remove(runtime.path("kab"));
  std::filesystem::create_directory(runtime.path("elsewhere"));
  std::filesystem::create_symlink(runtime.path("elsewhere"), runtime.path("kab"));
  EXPECT_THAT(state_folder_in(runtime), HasSubstr("cannot open the folder"));
}

}  // namespace
}  // namespace kab::sys
