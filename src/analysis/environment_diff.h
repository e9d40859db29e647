// What else differs between arms or recordings than the thing under test, and what happened to it.
#pragma once

#include <string>
#include <vector>

#include "model/judgement.h"
#include "model/recording.h"

namespace kab::analysis {

/// Facts that always move and explain nothing by themselves (load, steal, frequency of the moment).
bool is_volatile_fact(std::string_view key);

/// Names of the facts in which two environments differ, volatile ones left out; a fact known on one
/// side only counts as differing.
std::vector<std::string> differing_facts(const model::Environment& a, const model::Environment& b);

/// Warnings about an arm of a trial whose environment is not the baseline's.
std::vector<model::Remark> environment_warnings(const model::Session& session);

/// Warnings about comparing two sessions: another worker build, another machine, or facts that
/// differ beside the kernel itself ("not attributable to ...").
std::vector<model::Remark> environment_warnings(const model::Session& baseline,
                                                const model::Session& other);

/// What happened while a session ran: how many samples failed and why, and its events.
std::vector<model::Remark> course_warnings(const model::Session& session);

}  // namespace kab::analysis
