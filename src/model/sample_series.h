// Every value of one subject in one metric, side by side and in the order taken: what pictures of
// samples are drawn from. Made by `analysis`, drawn by who shows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/arm.h"
#include "model/metric.h"
#include "model/recording.h"

namespace kab::model {

enum class SideRole { kBaseline, kArm, kAA };  // kAA: the baseline's second turns

/// Where a distribution of two modes divides.
struct ModeBorder {
  double at = 0;
  double share_below = 0;

  bool operator==(const ModeBorder&) const = default;
};

/// The values of one side in the order taken. The lists beside `values` are as long as it, or
/// empty where that is not known (other tools' files).
struct SampleSeries {
  std::string side;
  SideRole role = SideRole::kArm;
  std::vector<double> values;
  std::vector<double> started_s;         // since the start of its session
  std::vector<std::uint32_t> blocks;     // from 0
  std::vector<std::uint32_t> positions;  // in the block, from 0
  std::vector<std::uint32_t> sessions;   // of its side, from 0
  std::vector<std::size_t> outliers;     // places in `values`, rising
  std::optional<ModeBorder> modes;       // nothing: one mode
  std::optional<double> median;
  std::size_t failed = 0;  // samples without a value
  std::size_t taken = 0;  // values that there were; more than values.size() where some are left out
};

struct SubjectSeries {
  std::string workload;
  std::string abi;
  Params params;
  Metric metric;
  bool primary = true;
  std::vector<SampleSeries> sides;  // the baseline first, its second turns last
};

/// Where the facts of a side come from: its first session, and which arm of that it is.
struct SideSession {
  std::string side;
  const Session* session = nullptr;  // null: another tool's file
  std::uint32_t arm = 0;             // index into Session::arms
};

/// One fact of the machine, one value a side.
struct FactRow {
  std::string key;
  std::vector<std::optional<std::string>> values;  // nothing: not known there
  bool differs = false;
  bool moves = false;  // always moves and explains nothing by itself: load, frequency

  bool operator==(const FactRow&) const = default;
};

struct FactTable {
  std::vector<std::string> sides;
  std::vector<FactRow> rows;  // by key
};

}  // namespace kab::model
