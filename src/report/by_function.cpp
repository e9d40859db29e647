#include "report/by_function.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "model/judgement.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

constexpr std::size_t kMostShown = 25;

std::string number(double value) { return fmt::format("{:.2f}", value); }

std::string difference(const model::Pair& pair) {
  const double changed = pair.arm - pair.baseline;
  return std::abs(changed) < 0.005 ? "0" : fmt::format("{:+.2f}", changed);
}

std::string function_name(const std::string& name, const std::string& module) {
  const std::string shown = name.empty() ? "(no symbol)" : name;
  return module.empty() ? shown : shown + " [" + module + "]";
}

std::string calls_text(const model::FunctionChange& change) {
  const auto before = number(change.baseline_calls);
  const auto after = number(change.arm_calls);
  return before == after ? after : before + " -> " + after;
}

void add_pair(Table& table, const std::string& name, const model::Pair& pair) {
  table.add_row({{name}, {number(pair.baseline)}, {number(pair.arm)}, {difference(pair)}});
}

model::Pair sum_of_changes(const model::ByFunction& one) {
  model::Pair sum;
  for (const auto& change : one.changed) {
    sum.baseline += change.baseline;
    sum.arm += change.arm;
  }
  return sum;
}

model::Pair sum_beyond_shown(const model::ByFunction& one) {
  model::Pair sum;
  for (std::size_t i = kMostShown; i < one.changed.size(); ++i) {
    sum.baseline += one.changed[i].baseline;
    sum.arm += one.changed[i].arm;
  }
  return sum;
}

void add_changes(const model::ByFunction& one, Table& table, Glyphs glyphs) {
  for (std::size_t i = 0; i < std::min(kMostShown, one.changed.size()); ++i) {
    const auto& change = one.changed[i];
    table.add_row({{visible(function_name(change.name, change.module), glyphs)},
                   {number(change.baseline)},
                   {number(change.arm)},
                   {difference({change.baseline, change.arm})},
                   {std::string(model::text_of(change.fate))},
                   {calls_text(change)}});
  }
  if (one.changed.size() > kMostShown)
    add_pair(table, fmt::format("({} more functions)", one.changed.size() - kMostShown),
             sum_beyond_shown(one));
}

void add_rest(const model::ByFunction& one, Table& table) {
  if (one.varying > 0)
    add_pair(table,
             one.varying == 1 ? "(1 that varies from boot to boot)"
                              : fmt::format("({} that vary from boot to boot)", one.varying),
             one.varying_instructions);
  add_pair(table, "(programs, the vDSO with them)", one.user);
  add_pair(table, "all", one.total);
}

void add_happening(std::string_view what, const std::optional<model::Pair>& pair,
                   std::string& text) {
  if (!text.empty()) text += ", ";
  text += pair ? fmt::format("{} {} -> {}", what, number(pair->baseline), number(pair->arm))
               : fmt::format("{} unknown (this kernel names them otherwise)", what);
}

std::string happenings(const model::ByFunction& one) {
  std::string text;
  add_happening("context switches", one.context_switches, text);
  add_happening("page faults", one.page_faults, text);
  add_happening("interrupts", one.interrupts, text);
  add_happening("string iterations", one.string_iterations, text);
  return text;
}

// Counted by the plugin against counted by the guest's clock, which knows nothing of the plugin.
std::string reconciliation(const model::ByFunction& one) {
  const auto sum = sum_of_changes(one);
  const double explained = sum.arm - sum.baseline + one.varying_instructions.arm -
                           one.varying_instructions.baseline + one.user.arm - one.user.baseline;
  const double over = one.total.arm + one.string_iterations.arm - one.clock.arm;
  std::string text = fmt::format(
      "these explain {:+.2f} of {:+.2f} instructions/op; the guest's clock counts {:.2f} in {}, "
      "the "
      "plugin {:.2f} with string iterations",
      explained, one.total.arm - one.total.baseline, one.clock.arm, one.arm,
      one.total.arm + one.string_iterations.arm);
  if (over > 0.005)
    text += fmt::format(": {:.2f} counted twice, at most one a page fault ({})", over,
                        one.page_faults ? number(one.page_faults->arm) : "unknown");
  return text;
}

std::string title(const model::ByFunction& one) {
  const auto abi = one.abi.empty() || one.abi == "x86_64" ? "" : " (" + one.abi + ")";
  return fmt::format(
      "By function: {}{}, {} against {}, instructions/op, medians of {} and {} boots",
      model::title_of(one.workload, one.params), abi, one.arm, one.baseline, one.arm_boots,
      one.baseline_boots);
}

// Where no function differs there is nothing to tabulate.
std::string no_difference(const model::ByFunction& one) {
  auto text = fmt::format("no function differs, {} are the same in every boot", one.unchanged);
  if (one.varying > 0)
    text += fmt::format(", {} vary from boot to boot ({} instructions/op)", one.varying,
                        difference(one.varying_instructions));
  if (const auto user = difference(one.user); user != "0")
    text += ", programs " + user + " instructions/op";
  return text;
}

std::string table_of(const model::ByFunction& one, const RenderOptions& options) {
  Table table({{.header = "function"},
               {.header = visible(one.baseline, options.glyphs), .align = Align::kRight},
               {.header = visible(one.arm, options.glyphs), .align = Align::kRight},
               {.header = "change", .align = Align::kRight},
               {.header = ""},
               {.header = "calls/op"}});
  add_changes(one, table, options.glyphs);
  add_rest(one, table);
  return table.render(2);
}

std::string folded(const std::string& stack, double per_operation) {
  const auto count = std::llround(per_operation * 1000);
  return count == 0 ? std::string() : fmt::format("{} {}\n", stack, count);
}

// A semicolon or a newline would cut a frame in two.
std::string frame(std::string text) {
  for (auto& letter : text)
    if (letter == ';' || letter == '\n') letter = ',';
  return visible(text, Glyphs::kUnicode);
}

std::string folded_arm(const model::ByFunction& one, const std::string& arm, double user,
                       const std::vector<model::FunctionShare>& functions) {
  const auto abi = one.abi.empty() || one.abi == "x86_64" ? "" : " (" + one.abi + ")";
  const auto root = frame(model::title_of(one.workload, one.params) + abi) + ";" + frame(arm);
  std::string text = folded(root + ";user", user);
  for (const auto& function : functions)
    text += folded(root + ";kernel;" + frame(function_name(function.name, function.module)),
                   function.instructions);
  return text;
}

using model::Json;

Json json_of(const model::Pair& pair) { return {{"baseline", pair.baseline}, {"arm", pair.arm}}; }

Json json_of(const std::optional<model::Pair>& pair) {
  return pair ? json_of(*pair) : Json(nullptr);
}

Json json_of(const model::FunctionChange& change) {
  return {{"function", change.name},
          {"module", change.module},
          {"fate", model::text_of(change.fate)},
          {"instructions", json_of(model::Pair{change.baseline, change.arm})},
          {"calls", json_of(model::Pair{change.baseline_calls, change.arm_calls})}};
}

}  // namespace

Json by_function_json(const std::vector<model::ByFunction>& all) {
  Json list = Json::array();
  for (const auto& one : all) {
    Json json = {{"workload", one.workload},
                 {"abi", one.abi},
                 {"params", model::json_of(one.params)},
                 {"baseline", one.baseline},
                 {"arm", one.arm},
                 {"boots", {{"baseline", one.baseline_boots}, {"arm", one.arm_boots}}},
                 {"changed", Json::array()},
                 {"unchanged", one.unchanged}};
    for (const auto& change : one.changed) json["changed"].push_back(json_of(change));
    json["varying"] = {{"functions", one.varying},
                       {"instructions", json_of(one.varying_instructions)}};
    json["user"] = json_of(one.user);
    json["total"] = json_of(one.total);
    json["guest_clock"] = json_of(one.clock);
    json["string_iterations"] = json_of(one.string_iterations);
    json["context_switches"] = json_of(one.context_switches);
    json["page_faults"] = json_of(one.page_faults);
    json["interrupts"] = json_of(one.interrupts);
    list.push_back(std::move(json));
  }
  return list;
}

std::string by_function_text(const std::vector<model::ByFunction>& all,
                             const RenderOptions& options) {
  const auto columns = static_cast<std::size_t>(std::max(options.columns, kFewestColumns));
  const auto line = [&](const std::string& text, std::size_t indent) {
    return std::string(indent, ' ') + wrapped(visible(text, options.glyphs), columns, indent);
  };
  std::string out;
  for (const auto& one : all) {
    if (one.changed.empty()) {
      out += '\n' + line(title(one) + ": " + no_difference(one), 0);
      continue;
    }
    out += '\n' + line(title(one), 0) + table_of(one, options);
    out += line(fmt::format("{} functions differ, {} are the same in every boot",
                            one.changed.size(), one.unchanged),
                2);
    out += line(happenings(one), 2) + line(reconciliation(one), 2);
  }
  return out;
}

std::string by_function_folded(const std::vector<model::ByFunction>& all) {
  std::string text;
  std::set<std::string> told;
  for (const auto& one : all) {
    const auto subject = model::title_of(one.workload, one.params) + one.abi;
    if (told.insert(subject).second)
      text += folded_arm(one, one.baseline, one.user.baseline, one.baseline_functions);
    text += folded_arm(one, one.arm, one.user.arm, one.arm_functions);
  }
  return text;
}

}  // namespace kab::report
