#include "report/loops.h"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "report/row.h"
#include "report/visible.h"

namespace kab::report {
namespace {

std::string lines_of(const model::Session& session, std::size_t subject, std::size_t arm) {
  const auto& metrics = session.subjects[subject].metrics;
  std::string lines;
  for (const auto& sample : session.samples) {
    if (sample.subject != subject || sample.arm != arm) continue;
    if (sample.status != model::SampleStatus::kOk) continue;
    for (const auto& reading : sample.readings)
      if (reading.metric < metrics.size() && metrics[reading.metric].unit == "ns/op")
        lines += loops_line(reading.iterations, reading.total) + '\n';
  }
  return lines;
}

}  // namespace

std::string loops_line(std::uint64_t iterations, double total_ns) {
  if (!std::isfinite(total_ns)) return fmt::format("{} loops in - = -", iterations);
  const auto seconds = fmt::format("{} loops in {:.5f}s = ", iterations, total_ns / 1e9);
  if (iterations == 0) return seconds + "-";
  return seconds + fmt::format("{:.2f} nsec / loop", total_ns / static_cast<double>(iterations));
}

std::string render_loops(const model::Session& session, const RenderOptions& options) {
  std::string out;
  for (std::size_t subject = 0; subject < session.subjects.size(); ++subject) {
    for (std::size_t arm = 0; arm < session.arms.size(); ++arm) {
      const auto lines = lines_of(session, subject, arm);
      if (lines.empty()) continue;
      const auto& one = session.subjects[subject];
      const auto heading =
          subject_title(one.name, one.abi, one.params) + ", " + session.arms[arm].arm.name;
      out += (out.empty() ? "" : "\n") + visible(heading, options.glyphs) + '\n' + lines;
    }
  }
  return out;
}

}  // namespace kab::report
