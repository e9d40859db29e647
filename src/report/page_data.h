// What the page of kab report shows, as one JSON document: verdicts, samples, environments,
// tallies.
#pragma once

#include <string>
#include <vector>

#include "model/json.h"
#include "model/judgement.h"
#include "model/sample_series.h"

namespace kab::report {

/// One thing that was compared, as it was named and found.
struct PageContent {
  model::Judgement judgement;
  std::vector<model::SubjectSeries> series;
  std::vector<model::SideSession> sides;  // sessions outlive the page
  model::FactTable facts;
};

/// The document that docs/report-page.md describes. "judgement" in it is render_json()'s; texts of
/// rows are those of the other formats. Numbers of few samples are exact, of many rounded to
/// kDigitsOfMany significant digits; lists that say nothing are shortened (docs/report-page.md).
model::Json page_data(const PageContent& content);

constexpr std::size_t kExactUpTo = 20'000;  // values in all
constexpr int kDigitsOfMany = 6;

}  // namespace kab::report
