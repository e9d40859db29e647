// Where the time of a command goes, by function: shares, and how they differ between two arms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/interval.h"
#include "model/judgement.h"

namespace kab::model {

struct ProfileShare {
  std::string dso;
  std::string symbol;  // empty: none known there
  std::uint64_t count = 0;
  double share = 0;                  // of all samples
  double time_s = 0;                 // a run: its share of the CPU time of the run, the mean
  std::optional<Interval> interval;  // of `share` over runs, 95 %; nothing for one run
};

struct Profile {
  std::string name;  // of the arm or recording
  std::size_t runs = 0;
  std::uint64_t samples = 0;
  double cpu_s = 0;                // user and system time of a run, the mean
  std::vector<ProfileShare> rows;  // the largest first
};

/// One function on both sides. Times are CPU seconds a run.
struct ProfileChange {
  std::string dso;
  std::string symbol;
  double baseline_share = 0;
  double arm_share = 0;
  double baseline_s = 0;
  double arm_s = 0;
  double difference_s = 0;
  std::optional<Interval> interval;  // of the difference, 95 %, Welch; nothing under 2 runs a side
};

struct ProfileDiff {
  Profile baseline;
  Profile arm;
  std::vector<ProfileChange> rows;  // the largest differences first
};

struct ProfileReport {
  std::string command;
  std::string sampled_by;  // "cycles at 997 Hz"
  std::vector<Profile> profiles;
  std::optional<ProfileDiff> diff;
  std::vector<Remark> remarks;
};

}  // namespace kab::model
