#include "cli/exit_code.h"

#include <algorithm>

namespace kab::cli {
namespace {

bool is_open(const model::Comparison& comparison) {
  return comparison.verdict == model::Verdict::kUndecided ||
         std::ranges::any_of(comparison.remarks, [](const model::Remark& remark) {
           return remark.code == "one-session";
         });
}

bool any_slower(const model::Judgement& judgement) {
  return std::ranges::any_of(judgement.comparisons, [](const model::Comparison& one) {
    return one.primary && one.verdict == model::Verdict::kSlower;
  });
}

bool any_open(const model::Judgement& judgement) {
  return std::ranges::any_of(judgement.comparisons, [](const model::Comparison& one) {
    return one.primary && is_open(one);
  });
}

}  // namespace

int exit_code_of(const model::Judgement& judgement, RequireVerdict require) {
  if (any_slower(judgement)) return 1;
  return require == RequireVerdict::kYes && any_open(judgement) ? 4 : 0;
}

int bisect_code_of(const model::Judgement& judgement) {
  if (any_slower(judgement)) return 1;
  return any_open(judgement) ? kBisectSkip : 0;
}

int bisect_failure(int exit_code) { return exit_code >= 128 ? exit_code : 128 + exit_code; }

}  // namespace kab::cli
