// From a trial whose samples are boots to its judgement. Boots are independent draws and no block
// ties them together, so the arms are compared unpaired, the baseline's A/A boots among its own.
#pragma once

#include "analysis/judge_trial.h"
#include "base/result.h"
#include "model/judgement.h"
#include "model/recording.h"

namespace kab::analysis {

/// Whether a session's samples are boots of guests: it counts instructions, or an arm of it says
/// something of a machine.
bool is_of_boots(const model::Session& session);

/// Judges all boots that there are. What differs between the arms' machines beside what the arms
/// say (configuration, command line, mitigations, CPU model) stands in the setting, before any
/// verdict. kInput when a threshold does not fit a metric.
Result<model::Judgement> judge_boots(const model::Session& session, const JudgeOptions& options);

}  // namespace kab::analysis
