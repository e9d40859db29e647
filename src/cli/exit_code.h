// Exit codes of trial and compare, as docs and scripts rely on them.
#pragma once

#include "model/judgement.h"

namespace kab::cli {

enum class RequireVerdict { kNo, kYes };

/// 0: no arm shown slower; 1: at least one is; 4: a verdict was required and something is undecided
/// (or holds for one session only). Only primary metrics count.
int exit_code_of(const model::Judgement& judgement, RequireVerdict require);

/// The same for `git bisect run`: 0 good, 1 bad, 125 undecided.
int bisect_code_of(const model::Judgement& judgement);

/// What tells `git bisect run` that a commit cannot be judged.
inline constexpr int kBisectSkip = 125;

/// An exit code that is a failure of kab, as --bisect must report it: 128 or above.
int bisect_failure(int exit_code);

}  // namespace kab::cli
