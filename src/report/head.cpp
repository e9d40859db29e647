#include "report/head.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace kab::report {
namespace {

// Comparisons of foreign files may come without arm records; then their names stand for them.
std::vector<model::Arm> arms_of(const model::Judgement& judgement) {
  if (!judgement.arms.empty()) return judgement.arms;
  std::vector<model::Arm> arms;
  const auto add = [&arms](const std::string& name) {
    const auto same = [&name](const model::Arm& arm) { return arm.name == name; };
    if (std::ranges::none_of(arms, same)) arms.push_back({.name = name, .settings = {}});
  };
  for (const auto& comparison : judgement.comparisons) {
    add(comparison.baseline);
    add(comparison.arm);
  }
  return arms;
}

std::string_view end_of(model::Stopped stopped) {
  switch (stopped) {
    case model::Stopped::kVerdicts:
      return "ended early because every verdict stands";
    case model::Stopped::kBudget:
      return "ended with the time budget";
    case model::Stopped::kRepeat:
      return "ended after the blocks asked for";
    case model::Stopped::kInterrupted:
      return "INTERRUPTED before its end";
  }
  return "";
}

std::string course_text(const model::Judgement& judgement) {
  std::vector<std::string> parts;
  if (judgement.blocks) parts.push_back(fmt::format("{} blocks", *judgement.blocks));
  if (judgement.seed) parts.push_back(fmt::format("seed {}", *judgement.seed));
  if (judgement.stopped) {
    parts.emplace_back(end_of(*judgement.stopped));
  } else if (judgement.blocks) {
    parts.emplace_back("no end recorded (interrupted by a kill, or still running)");
  }
  return joined(parts, ", ");
}

}  // namespace

std::string headline(const model::Judgement& judgement) {
  const auto arms = arms_of(judgement);
  if (arms.empty()) return "no arms";
  std::vector<std::string> others;
  for (std::size_t at = 1; at < arms.size(); ++at) others.push_back(arms[at].name);
  return joined(others, ", ") + (others.empty() ? "" : " against ") + arms.front().name +
         " (baseline)";
}

Facts head_facts(const model::Judgement& judgement) {
  Facts facts;
  for (std::size_t at = 0; at < judgement.arms.size(); ++at) {
    const auto& arm = judgement.arms[at];
    // Files and recordings of runs have a name and nothing that was set for them.
    const bool only_named = !judgement.blocks && arm.settings.empty();
    facts.emplace_back(at == 0 ? "baseline" : "arm",
                       only_named ? arm.name : arm.name + ": " + description_of(arm));
  }
  for (const auto& [code, text] : judgement.setting) facts.emplace_back(code, text);
  facts.emplace_back("lane", text_of(judgement.lane));
  if (const auto course = course_text(judgement); !course.empty())
    facts.emplace_back("course", course);
  facts.emplace_back("kab", judgement.kab_version);
  return facts;
}

}  // namespace kab::report
