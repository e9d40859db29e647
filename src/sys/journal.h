// What a trial changes on the host is written down first, so that the next start of kab can put it
// back after a crash: boot id, path, old value, every value written. Restores only in the same boot
// and only where the current value is still one of those written.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "sys/settings.h"

namespace kab::sys {

/// Where journal and lock live: /run/kab for root; else $XDG_RUNTIME_DIR/kab, or /tmp/kab-<uid>
/// (made with mode 0700, refused when somebody else owns it).
Result<std::string> state_folder();

/// One path's part of the journal.
struct Change {
  std::string path = {};
  std::string original = {};
  // Every value that kab may have left there. It is noted before it is written, and all are kept:
  // a kill can come between the two, when the file still holds the one before.
  std::vector<std::string> written = {};

  bool operator==(const Change&) const = default;
};

/// Changes settings and puts them back: at `restore`, on destruction, or at the next start.
class HostSettings {
 public:
  /// `folder` holds the journal; an empty one keeps no journal (settings in a private namespace die
  /// with it).
  explicit HostSettings(std::string folder);
  ~HostSettings();
  HostSettings(const HostSettings&) = delete;
  HostSettings& operator=(const HostSettings&) = delete;

  /// Writes the value, having written the file's original value to the journal the first time this
  /// path is touched. Does nothing when the path already holds the value we last wrote.
  Result<void> apply(const Setting& setting);

  /// Puts one path back to its original value, if we changed it (for an arm that does not set it).
  Result<void> revert(const std::string& path);

  /// Puts everything back, newest first, and removes the journal. Errors name what could not be;
  /// that stays in the journal for the next start.
  Result<void> restore();

 private:
  Change* change_of(const std::string& path);
  Result<void> note(const Setting& setting);
  Result<void> write_journal() const;
  std::string folder_;
  std::vector<Change> changes_;
};

/// Puts back what a killed kab left changed. Returns one line of text for each setting restored or
/// left alone ("kernel.x: restored 1 (a killed kab had set 2)"). Does nothing while the trial that
/// wrote the journal still runs (its lock is held). What could not be restored stays in the journal
/// for the next start; lines of it that cannot be read are said and dropped.
Result<std::vector<std::string>> recover_from_journal(const std::string& folder);

}  // namespace kab::sys
