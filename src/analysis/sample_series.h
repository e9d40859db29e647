// From sessions and sides to the values that pictures of samples show, with what stands out marked.
#pragma once

#include <cstddef>
#include <vector>

#include "analysis/side.h"
#include "model/recording.h"
#include "model/sample_series.h"

namespace kab::analysis {

/// Every subject of a trial in every metric: the baseline, the other arms, and the baseline's
/// second turns.
std::vector<model::SubjectSeries> sample_series(const model::Session& trial);

/// Every set of the first side that has a partner, with its partners.
std::vector<model::SubjectSeries> sample_series(const std::vector<Side>& sides);

/// Leaves at most `most` values in all: where there are more, each series keeps every k-th value,
/// with one k for all, and every value that stands out as far as there is room for a quarter more.
void thin(std::vector<model::SubjectSeries>& series, std::size_t most);

/// Each arm of a trial, or each side with its first session.
std::vector<model::SideSession> side_sessions(const model::Session& trial);
std::vector<model::SideSession> side_sessions(const std::vector<Side>& sides);

/// The environments beside each other; without rows where none is known.
model::FactTable fact_table(const std::vector<model::SideSession>& sides);

}  // namespace kab::analysis
