// One comparison as the texts of a table row: what text, mail, markdown and junit share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/judgement.h"
#include "report/numbers.h"
#include "report/options.h"

namespace kab::report {

/// A number with and without the unit that its row shares.
struct RowValue {
  std::string text;    // "9.120 us/op ±3.0 %"
  std::string number;  // "9.120 ±3.0 %"; with its unit where the baseline does not show it
};

struct Row {
  std::string title;  // "unix-seqpacket size=64 (i386)"
  std::string metric;
  std::string baseline;  // name
  std::string arm;       // name
  RowValue baseline_value;
  RowValue arm_value;  // in the same unit, or in its own where the two are far apart
  ChangeText change;   // of the absolute change where there is no ratio
  RowValue absolute;   // "-1.10 us/op"
  std::string p;
  std::string n;                          // "24", or "24, 23" where the sides differ
  std::optional<model::Verdict> verdict;  // nothing in a row that sums up
};

/// All texts are visible(): safe to show, ASCII when `glyphs` say so.
Row row_of(const model::Comparison& comparison, Glyphs glyphs);

/// "geometric mean of 14": a row without values, n or verdict.
Row row_of(const model::MeanChange& mean, Glyphs glyphs);

/// The verdict's word, or nothing.
std::string verdict_text(const Row& row);

/// The subject of a comparison as all formats name it; an ABI is named unless it is the usual one.
/// Not yet escaped.
std::string subject_title(std::string_view workload, std::string_view abi,
                          const model::Params& params);

/// "-12.1 % [-13.9, -10.4]", or "change unknown".
std::string change_of(const Row& row);

/// "24 processes an arm", "11 to 24 boots an arm", "20 values an arm": n over all comparisons.
std::string replication_text(const model::Judgement& judgement);

/// "±1 %"; of several "the larger of ±1 % and ±5 ns".
std::string threshold_text(const std::vector<std::string>& thresholds);

}  // namespace kab::report
