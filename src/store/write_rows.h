// Model records into rows. Everything here runs inside a transaction of the caller's and throws
// what SOCI throws; Database::transact turns that into an Error.
#pragma once

#include <cstdint>
#include <span>

#include <soci/soci.h>

#include "model/recording.h"
#include "store/writer_process.h"

namespace kab::store {

/// The row of `session` itself; its lists have functions of their own.
void insert_session(soci::session& sql, long long id, const model::Session& session,
                    const WriterProcess& writer);

void insert_arm(soci::session& sql, long long session, std::size_t arm, const model::Arm& row);

/// Puts `environment` in place of what the arm had.
void replace_environment(soci::session& sql, long long session, std::size_t arm,
                         const model::Environment& environment);

/// Puts `row`, its calibration and its metrics in place of what the subject had.
void replace_subject(soci::session& sql, long long session, std::size_t subject,
                     const model::Subject& row);

/// Samples and their readings; the samples get the ids from `first_id` on.
void insert_samples(soci::session& sql, long long session, long long first_id,
                    std::span<const model::Sample> samples);

void insert_tally(soci::session& sql, long long session, std::span<const model::TalliedCall> calls);

/// The session's samples have the ids from `first_id` on.
void insert_profile(soci::session& sql, long long first_id,
                    std::span<const model::ProfileRow> rows);

/// The session's samples have the ids from `first_id` on.
void insert_counted(soci::session& sql, long long first_id,
                    std::span<const model::CountedBatch> batches);

}  // namespace kab::store
