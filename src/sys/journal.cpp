#include "sys/journal.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ranges>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/text.h"
#include "sys/host_lock.h"
#include "sys/journal_file.h"
#include "sys/machine.h"

namespace kab::sys {
namespace {

/// Makes the folder ours alone, or says why it is not: others could plant a journal in it.
Result<std::string> own_folder(std::string path) {
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    return fail_unavailable("cannot make the folder " + path + ": " + errno_text(errno));
  const Fd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) return fail_unavailable("cannot open the folder " + path + ": " + errno_text(errno));
  struct stat status{};
  if (::fstat(folder.get(), &status) != 0 || status.st_uid != ::geteuid())
    return fail_unavailable("the folder " + path + " belongs to somebody else; remove it");
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return fail_unavailable("others may write to the folder " + path + "; remove it");
  return path;
}

bool holds_any_of(const std::vector<std::string>& values, std::string_view value) {
  return std::any_of(values.begin(), values.end(),
                     [&](const std::string& one) { return same_value(one, value); });
}

std::string name_of(const std::string& path) {
  constexpr std::string_view kSysctls = "/proc/sys/";
  if (!path.starts_with(kSysctls)) return path;
  std::string name = path.substr(kSysctls.size());
  for (char& c : name) c = c == '/' ? '.' : c == '.' ? '/' : c;
  return name;
}

enum class Restored { kDone, kNotNeeded, kLeftAlone, kFailed };

/// Puts one path back after a crash, and says in `lines` what came of it.
Restored recover(const Change& change, std::vector<std::string>& lines) {
  const std::string name = name_of(change.path);
  const auto now = current_value(change.path);
  if (!now) {
    lines.push_back(name + ": left alone, it cannot be read any more (it was " +
                    kab::in_quotes(change.original) + ")");
    return Restored::kLeftAlone;
  }
  if (*now == change.original) return Restored::kNotNeeded;
  if (!holds_any_of(change.written, *now)) {
    lines.push_back(name + ": left at " + kab::in_quotes(*now) +
                    ", somebody changed it since (a killed " + "kab had found " +
                    kab::in_quotes(change.original) + ")");
    return Restored::kLeftAlone;
  }
  const auto written = write_value({.path = change.path, .value = change.original});
  lines.push_back(written ? name + ": restored " + kab::in_quotes(change.original) +
                                " (a killed kab had set " + kab::in_quotes(*now) + ")"
                          : name + ": not restored: " + written.error().message);
  return written ? Restored::kDone : Restored::kFailed;
}

std::string words_for_another_boot(const Journal& journal) {
  std::vector<std::string> names;
  for (const auto& change : journal.changes) names.push_back(name_of(change.path));
  return "nothing restored: a kab was killed before this boot, having changed " +
         (names.empty() ? "nothing known" : joined(names, ", "));
}

/// Puts back what can be, newest first; returns what has to be tried again, oldest first.
std::vector<Change> recover_all(const Journal& journal, std::vector<std::string>& lines) {
  std::vector<Change> left;
  if (journal.boot.empty() || journal.boot != boot_id()) {
    lines.push_back(words_for_another_boot(journal));
    return left;
  }
  for (const Change& change : journal.changes | std::views::reverse)
    if (recover(change, lines) == Restored::kFailed) left.insert(left.begin(), change);
  return left;
}

}  // namespace

Result<std::string> state_folder() {
  if (::geteuid() == 0) return own_folder("/run/kab");
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime == '/') return own_folder(std::string(runtime) + "/kab");
  return own_folder("/tmp/kab-" + std::to_string(::geteuid()));
}

HostSettings::HostSettings(std::string folder) : folder_(std::move(folder)) {}

HostSettings::~HostSettings() {
  // Who wants to hear of a failure calls restore; the journal keeps it for the next start.
  [[maybe_unused]] const auto restored = restore();
}

Result<void> HostSettings::apply(const Setting& setting) {
  KAB_TRY(const std::string before, current_value(setting.path));
  if (before == setting.value) return {};
  if (change_of(setting.path) == nullptr)
    changes_.push_back({.path = setting.path, .original = before, .written = {}});
  KAB_CHECK(note(setting));
  KAB_CHECK(write_value(setting));
  // The kernel may show it in other words ("0x10" as 16), and recovery compares with those.
  KAB_TRY(std::string shown, current_value(setting.path));
  return note({.path = setting.path, .value = std::move(shown)});
}

Result<void> HostSettings::revert(const std::string& path) {
  const Change* change = change_of(path);
  if (change == nullptr) return {};
  const auto now = current_value(path);
  if (now && *now == change->original) return {};
  return write_value({.path = path, .value = change->original});
}

Result<void> HostSettings::restore() {
  if (changes_.empty()) return {};
  std::vector<std::string> failures;
  std::vector<Change> left;
  for (const Change& change : changes_ | std::views::reverse) {
    const auto reverted = revert(change.path);
    if (reverted) continue;
    failures.push_back(reverted.error().message);
    left.insert(left.begin(), change);
  }
  changes_ = std::move(left);
  if (failures.empty()) {
    if (!folder_.empty()) remove_journal(folder_);
    return {};
  }
  KAB_CHECK(write_journal());
  return fail_unavailable("not everything is as it was: " + joined(failures, "; "));
}

Change* HostSettings::change_of(const std::string& path) {
  const auto found = std::find_if(changes_.begin(), changes_.end(),
                                  [&](const Change& change) { return change.path == path; });
  return found == changes_.end() ? nullptr : &*found;
}

/// Adds a value to what the journal says of its path, unless it says so already.
Result<void> HostSettings::note(const Setting& setting) {
  Change* change = change_of(setting.path);
  auto& written = change->written;
  if (std::find(written.begin(), written.end(), setting.value) != written.end()) return {};
  written.push_back(setting.value);
  return write_journal();
}

Result<void> HostSettings::write_journal() const {
  if (folder_.empty()) return {};
  return save_journal(folder_, {.boot = boot_id(), .changes = changes_, .unreadable = 0});
}

Result<std::vector<std::string>> recover_from_journal(const std::string& folder) {
  std::vector<std::string> lines;
  KAB_TRY(auto journal, load_journal(folder));
  if (!journal) return lines;
  const auto lock = lock_host(folder);
  if (!lock && host_is_locked(folder)) return lines;
  if (!lock) return std::unexpected(lock.error());
  // Read again: its writer may have ended in good order between the two lines above.
  KAB_TRY(journal, load_journal(folder));
  if (!journal) return lines;
  if (journal->unreadable > 0)
    lines.push_back(std::to_string(journal->unreadable) + " damaged lines in the journal in " +
                    folder + ": what a killed kab changed there is not known");
  const auto left = recover_all(*journal, lines);
  if (left.empty()) {
    remove_journal(folder);
  } else {
    KAB_CHECK(save_journal(folder, {.boot = journal->boot, .changes = left, .unreadable = 0}));
  }
  return lines;
}

}  // namespace kab::sys
