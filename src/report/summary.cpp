#include "report/summary.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "report/qualification.h"
#include "report/row.h"

namespace kab::report {
namespace {

constexpr std::size_t kMostSpelledOut = 6;

std::string medians_of(const model::Comparison& comparison, const Row& row) {
  if (!finite(comparison.baseline_median) || !finite(comparison.arm_median)) return {};
  return fmt::format(" ({} to {})", row.baseline_value.text, row.arm_value.text);
}

std::string effect(const model::Comparison& comparison) {
  const auto row = row_of(comparison, Glyphs::kUnicode);
  const auto subject = subject_title(comparison.workload, comparison.abi, comparison.params);
  const auto head = fmt::format("{}: {} is ", subject, comparison.arm);
  const auto tail = ", " + change_of(row) + medians_of(comparison, row);
  switch (comparison.verdict) {
    case model::Verdict::kFaster:
    case model::Verdict::kSlower:
      return head + fmt::format("{} than ", text_of(comparison.verdict)) + comparison.baseline +
             tail;
    case model::Verdict::kSame:
      return head + "the same as " + comparison.baseline + " within " +
             threshold_text(comparison.thresholds) + tail;
    case model::Verdict::kUndecided:
      return head + "undecided against " + comparison.baseline + tail;
  }
  return head;
}

// Losses first, then gains, then the rest: what a reader of a commit must not miss.
std::vector<const model::Comparison*> by_weight(const model::Judgement& judgement) {
  std::vector<const model::Comparison*> sorted;
  for (const auto verdict : {model::Verdict::kSlower, model::Verdict::kFaster,
                             model::Verdict::kUndecided, model::Verdict::kSame})
    for (const auto& comparison : judgement.comparisons)
      if (comparison.primary && comparison.verdict == verdict) sorted.push_back(&comparison);
  return sorted;
}

// What a verdict is about; a change of layout alone may move a build on one machine.
std::string scope_text(const model::Judgement& judgement) {
  if (!judgement.boots) return {};
  return *judgement.boots == 1 ? ", on this machine and in one boot"
                               : fmt::format(", on {} boots", *judgement.boots);
}

std::string order_text(const model::Judgement& judgement) {
  if (judgement.blocks && judgement.seed)
    return fmt::format("in {} blocks, each in random order (seed {})", *judgement.blocks,
                       *judgement.seed);
  return "measured one side after the other";
}

std::string control_text(const model::Judgement& judgement) {
  if (judgement.aa.empty()) return "no A/A control";
  const auto size = [](const model::AaResult& aa) {
    return std::fabs(finite(aa.change).value_or(0));
  };
  const auto& worst = *std::ranges::max_element(judgement.aa, {}, size);
  const auto failed = std::ranges::count(judgement.aa, false, &model::AaResult::ok);
  const auto result = change_sentence(worst.change, worst.interval);
  if (failed > 0)
    return fmt::format("A/A control failed in {} of {}, at worst {}", failed, judgement.aa.size(),
                       result);
  if (!worst.interval) return "A/A control with too few values to tell";
  return "A/A control passed" + std::string(judgement.aa.size() > 1 ? ", at worst " : ", ") +
         result;
}

}  // namespace

std::string summary(const model::Judgement& judgement) {
  const auto comparisons = by_weight(judgement);
  if (comparisons.empty()) return "Nothing was compared.";
  std::vector<std::string> sentences;
  for (const auto* comparison : comparisons)
    if (sentences.size() < kMostSpelledOut) sentences.push_back(effect(*comparison) + ".");
  if (comparisons.size() > sentences.size())
    sentences.push_back(
        fmt::format("And {} more comparisons.", comparisons.size() - sentences.size()));
  for (const auto& recovery : judgement.recoveries)
    sentences.push_back(recovery_text(recovery) + ".");
  sentences.push_back(fmt::format(
      "n = {}, {}{}; intervals: {}; {}; {} by kab {}.", replication_text(judgement),
      order_text(judgement), scope_text(judgement), interval_text(judgement),
      control_text(judgement), judgement.blocks ? "measured" : "judged", judgement.kab_version));
  return joined(sentences, " ");
}

}  // namespace kab::report
