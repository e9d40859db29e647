// The listings of `kab show`: environment, order, batches.
#include "report/show_listings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "report/facts.h"
#include "report/scale.h"
#include "report/show.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

constexpr std::size_t kLongestName = 28;
constexpr std::size_t kLongestUnit = 16;

std::string name_cell(std::string_view text, const RenderOptions& options) {
  return cut_middle(visible(text, options.glyphs), kLongestName, options.glyphs);
}

// A damaged file may hold an index that leads nowhere; a listing shows the rest all the same.
std::string arm_name(const model::Session& session, const model::Sample& sample) {
  if (sample.arm >= session.arms.size()) return fmt::format("arm {}", sample.arm);
  return session.arms[sample.arm].arm.name;
}

std::string subject_name(const model::Session& session, const model::Sample& sample) {
  if (sample.subject >= session.subjects.size()) return fmt::format("subject {}", sample.subject);
  return session.subjects[sample.subject].name;
}

std::string metric_unit(const model::Session& session, const model::Sample& sample,
                        std::uint32_t metric) {
  if (sample.subject >= session.subjects.size()) return "";
  const auto& metrics = session.subjects[sample.subject].metrics;
  return metric < metrics.size() ? metrics[metric].unit : "";
}

std::vector<std::string> keys_of(const model::Session& session) {
  std::vector<std::string> keys;
  for (const auto& record : session.arms)
    for (const auto& [key, value] : record.environment)
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  return keys;
}

std::string value_of_key(const model::ArmRecord& record, std::string_view key) {
  for (const auto& [name, value] : record.environment)
    if (name == key) return value.empty() ? "(empty)" : value;
  return "-";
}

std::string outcome_of(const model::Sample& sample, const RenderOptions& options) {
  std::string text(text_of(sample.status));
  if (!sample.failure.empty())
    text +=
        ": " + cut_middle(visible(sample.failure, options.glyphs), kLongestName, options.glyphs);
  return text;
}

std::vector<Cell> reading_cells(const model::Session& session, const model::Sample& sample,
                                const model::Reading& reading, const RenderOptions& options) {
  const auto per_operation = reading.iterations == 0
                                 ? std::optional<double>()
                                 : reading.total / static_cast<double>(reading.iterations);
  const auto unit = metric_unit(session, sample, reading.metric);
  auto scale = scale_of(unit, std::array{per_operation});
  scale.unit = cut_middle(visible(scale.unit, options.glyphs), kLongestUnit, options.glyphs);
  return {{fmt::to_string(reading.batch)},
          {fmt::to_string(reading.iterations)},
          {value_in(scale, per_operation)}};
}

}  // namespace

std::string elapsed_text(std::int64_t ns) {
  return fmt::format("{:.3f} s", static_cast<double>(ns) / 1e9);
}

std::string show_environment(const model::Session& session, const RenderOptions& options) {
  Facts facts;
  for (const auto& key : keys_of(session)) {
    const auto first = value_of_key(session.arms.front(), key);
    const bool same = std::ranges::all_of(session.arms, [&](const model::ArmRecord& record) {
      return value_of_key(record, key) == first;
    });
    if (same) {
      facts.emplace_back(key, first);
      continue;
    }
    for (const auto& record : session.arms)
      facts.emplace_back(key, record.arm.name + ": " + value_of_key(record, key));
  }
  return facts.empty() ? "  nothing recorded\n" : facts_text(facts, options);
}

std::string show_order(const model::Session& session, const RenderOptions& options) {
  Table table({{"started", Align::kRight},
               {"block", Align::kRight},
               {"place", Align::kRight},
               {"arm"},
               {"subject"},
               {"outcome"}});
  for (const auto& sample : session.samples) {
    const auto slot = sample.slot == model::Slot::kAA ? " (A/A)" : "";
    table.add_row({{elapsed_text(sample.started_ns)},
                   {fmt::to_string(sample.block)},
                   {fmt::to_string(sample.position)},
                   {name_cell(arm_name(session, sample), options) + slot},
                   {name_cell(subject_name(session, sample), options)},
                   {outcome_of(sample, options)}});
  }
  return table.render(2);
}

std::string show_batches(const model::Session& session, const RenderOptions& options) {
  Table table({{"batch", Align::kRight}, {"iterations", Align::kRight}, {"each", Align::kRight}});
  for (std::size_t at = 0; at < session.samples.size(); ++at) {
    const auto& sample = session.samples[at];
    table.add_heading(fmt::format("  sample {}, block {}, {}{}, {}, {}", at, sample.block,
                                  name_cell(arm_name(session, sample), options),
                                  sample.slot == model::Slot::kAA ? " (A/A)" : "",
                                  name_cell(subject_name(session, sample), options),
                                  outcome_of(sample, options)));
    for (const auto& reading : sample.readings)
      table.add_row(reading_cells(session, sample, reading, options));
  }
  return table.render(4);
}

}  // namespace kab::report
