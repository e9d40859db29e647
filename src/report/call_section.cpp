#include "report/call_section.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

using model::CallChange;
using model::CallComparison;

constexpr std::size_t kMostShown = 20;

std::string per_operation(double count) { return fmt::format("{:.6g}", count); }

std::string change_of(const CallChange& change) {
  if (change.baseline_per_operation == 0) return "new";
  if (change.arm_per_operation == 0) return "gone";
  return fmt::format("{:+.3g}", change.arm_per_operation - change.baseline_per_operation);
}

std::string title_of(const CallComparison& one) {
  return fmt::format("System calls of an operation of {}, {} against {}: {} differ, {} do not",
                     one.workload, one.arm, one.baseline, one.changes.size(), one.unchanged);
}

std::string table_of(const CallComparison& one, const RenderOptions& options) {
  if (one.changes.empty()) return {};
  Table table({{.header = visible(one.baseline, options.glyphs), .align = Align::kRight},
               {.header = visible(one.arm, options.glyphs), .align = Align::kRight},
               {.header = "change", .align = Align::kRight},
               {.header = "syscall"},
               {.header = "abi"}});
  for (std::size_t at = 0; at < std::min(kMostShown, one.changes.size()); ++at) {
    const auto& change = one.changes[at];
    table.add_row({{per_operation(change.baseline_per_operation)},
                   {per_operation(change.arm_per_operation)},
                   {change_of(change)},
                   {visible(change.call, options.glyphs)},
                   {visible(change.abi, options.glyphs)}});
  }
  auto text = table.render(2);
  if (one.changes.size() > kMostShown)
    text += fmt::format("  ... and {} more\n", one.changes.size() - kMostShown);
  return text;
}

}  // namespace

std::string call_section(const model::Judgement& judgement, const RenderOptions& options) {
  std::string text;
  const auto columns = static_cast<std::size_t>(std::max(options.columns, kFewestColumns));
  for (const auto& one : judgement.calls)
    text +=
        '\n' + wrapped(visible(title_of(one), options.glyphs), columns, 0) + table_of(one, options);
  return text;
}

model::Json calls_json(const model::Judgement& judgement) {
  auto list = model::Json::array();
  for (const auto& one : judgement.calls) {
    auto changes = model::Json::array();
    for (const auto& change : one.changes)
      changes.push_back({{"call", change.call},
                         {"abi", change.abi},
                         {"baseline_per_operation", change.baseline_per_operation},
                         {"arm_per_operation", change.arm_per_operation}});
    list.push_back(
        {{"workload", one.workload},
         {"baseline", one.baseline},
         {"arm", one.arm},
         {"operations", {{"baseline", one.baseline_operations}, {"arm", one.arm_operations}}},
         {"changes", std::move(changes)},
         {"unchanged", one.unchanged}});
  }
  return list;
}

}  // namespace kab::report
