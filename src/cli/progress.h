// The progress of a trial on stderr: one line that is redrawn on a terminal, else a line at each
// look.
#pragma once

#include <cstdint>
#include <string>

#include "trial/runner.h"

namespace kab::cli {

enum class ProgressStyle { kNone, kLines, kRedrawn };

class ProgressLine {
 public:
  explicit ProgressLine(ProgressStyle style) : style_(style) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const trial::Progress& progress);

  /// Takes the line off the terminal, so that something else can be printed.
  void clear();

 private:
  ProgressStyle style_;
  bool drawn_ = false;
  std::int64_t drawn_at_ns_ = -1'000'000'000;
  std::size_t look_said_ = 0;
};

/// "block 12 of 96, 8 s, about 52 s left; at block 48: long faster -12.1 % [-13.9, -10.4]"
std::string progress_text(const trial::Progress& progress);

/// What fits the terminal and the options: nothing when quiet or --no-progress.
ProgressStyle progress_style(bool quiet, bool no_progress);

}  // namespace kab::cli
