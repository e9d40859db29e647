#include "cli/progress.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/units.h"
#include "cli/output.h"

namespace kab::cli {
namespace {

constexpr std::int64_t kRedrawEveryNs = 200'000'000;

// The interval of the last planned look; of several comparisons, how many stand.
std::string look_text(const model::Judgement& look) {
  std::size_t primary = 0;
  std::size_t decided = 0;
  const model::Comparison* only = nullptr;
  for (const auto& one : look.comparisons) {
    if (!one.primary) continue;
    ++primary;
    only = &one;
    if (one.verdict != model::Verdict::kUndecided) ++decided;
  }
  const auto at = fmt::format("at block {}: ", look.blocks.value_or(0));
  if (primary != 1) return at + fmt::format("{} of {} verdicts stand", decided, primary);
  if (!only->change || !only->interval) return at + "no interval yet";
  return at + fmt::format("{} {:+.1f} % [{:+.1f}, {:+.1f}] {}", only->arm, 100 * *only->change,
                          100 * only->interval->low, 100 * only->interval->high,
                          model::text_of(only->verdict));
}

std::size_t stderr_columns() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

std::string progress_text(const trial::Progress& progress) {
  if (progress.stage == trial::Progress::Stage::kCalibrating) return "calibrating";
  std::string text =
      fmt::format("block {} of {}, {}", std::min(progress.blocks_done + 1, progress.blocks_planned),
                  progress.blocks_planned, duration_text(progress.elapsed_ns));
  if (const auto left = progress.expected_ns - progress.elapsed_ns;
      progress.expected_ns > 0 && left > 0)
    text += fmt::format(", about {} left", duration_text(left));
  if (progress.last_look != nullptr) text += "; " + look_text(*progress.last_look);
  return text;
}

void ProgressLine::show(const trial::Progress& progress) {
  if (style_ == ProgressStyle::kNone) return;
  if (style_ == ProgressStyle::kLines) {
    if (progress.last_look == nullptr) return;
    const auto at = progress.last_look->blocks.value_or(0);
    if (at != look_said_) print_note(look_text(*progress.last_look));
    look_said_ = at;
    return;
  }
  const bool last = progress.blocks_planned > 0 && progress.blocks_done == progress.blocks_planned;
  if (!last && progress.elapsed_ns - drawn_at_ns_ < kRedrawEveryNs) return;
  drawn_at_ns_ = progress.elapsed_ns;
  const auto text = progress_text(progress).substr(0, stderr_columns() - 1);
  std::fputs(("\r\x1b[K" + text).c_str(), stderr);
  drawn_ = true;
}

void ProgressLine::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

ProgressStyle progress_style(bool quiet, bool no_progress) {
  if (quiet || no_progress) return ProgressStyle::kNone;
  return ::isatty(STDERR_FILENO) == 1 ? ProgressStyle::kRedrawn : ProgressStyle::kLines;
}

}  // namespace kab::cli
