// Writes a recording as it goes: a SQLite database in rollback-journal mode, one transaction a
// block, so that a killed trial loses at most the block in flight.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "model/recording.h"

namespace kab::store {

enum class IfExists { kRefuse, kReplace, kAppend };

class Recorder {
 public:
  /// Opens `path` for a new session and writes the session's header (everything but calibration,
  /// samples, tallies, profiles, counts by function, events and how it stopped). kInput when the
  /// file exists (kRefuse), is no recording or has a newer schema (kAppend); kUnavailable when it
  /// cannot be written.
  static Result<Recorder> begin(const std::string& path, IfExists if_exists,
                                const model::Session& header);

  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;
  ~Recorder();  // without finish(): the recording says "interrupted" to whoever reads it

  /// Stores a subject's calibration and bytes per operation, once known.
  Result<void> set_subject(std::size_t subject, const model::Subject& calibrated);

  Result<void> set_environment(std::size_t arm, const model::Environment& environment);

  Result<void> set_plan(std::uint32_t planned_blocks);

  /// Stores finished samples with their readings, in one transaction. A full disk is kUnavailable
  /// and leaves what was stored before intact.
  Result<void> add(std::span<const model::Sample> samples);

  /// Stores what a pass counted.
  Result<void> add_tally(std::span<const model::TalliedCall> calls);

  /// Stores where the samples of profiles fell; `sample` of a row counts what add() has stored in
  /// this session, from 0.
  Result<void> add_profile(std::span<const model::ProfileRow> rows);

  /// Stores what samples executed by function; `sample` of each as for add_profile().
  Result<void> add_counted(std::span<const model::CountedBatch> batches);

  Result<void> add_event(const model::Event& event);
  Result<void> add_look(std::uint32_t blocks);

  /// The end: says how it stopped, and syncs the file to disk.
  Result<void> finish(model::Stopped stopped);

 private:
  struct Impl;
  explicit Recorder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace kab::store
