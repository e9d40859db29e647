// What trial and run have in common: from what is wanted to a finished session in a recording.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/common_options.h"
#include "trial/plan.h"
#include "trial/runner.h"

namespace kab::cli {

/// Options of measuring, shared by trial and run.
struct MeasuringOptions {
  std::vector<std::string> workloads;
  std::string suite;
  std::vector<std::string> params;
  std::string time;
  std::uint32_t repeat = 0;
  std::string pin;
  std::string abi = "x86_64";
  std::vector<std::string> metrics;  // --metric, which the command adds
  std::string number;
  std::string unit;
  std::string better;
  std::string seed;
  bool keep_failed = false;
};
void add_measuring(CLI::App& command, MeasuringOptions& options);

/// Fills in what both commands read alike.
Result<void> read_measuring(const MeasuringOptions& options,
                            const std::vector<std::string>& command, trial::Wanted& wanted);

/// Whether system calls are counted too, in a pass of its own after the timed one.
enum class CountCalls { kNo, kYes };

struct Measured {
  trial::Finished finished;
  std::string path;  // of the recording
};

/// Checks, rehearses, records and measures; events that cannot be counted here are left out of what
/// is asked for, and the recording says so. A kernel that does not boot is in Measured::finished,
/// with a recording or without. Errors are what else stopped it before a recording existed.
Result<Measured> measure(const trial::Wanted& asked, const CommonOptions& common,
                         const RecordingOptions& recording, const std::vector<std::string>& argv,
                         CountCalls calls = CountCalls::kNo);

}  // namespace kab::cli
