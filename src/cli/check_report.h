// What kab check has found, as text and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/options.h"
#include "trial/check.h"

namespace kab::cli {

struct CheckResult {
  std::string name;
  std::string abi;
  wire::Checked checked;
};

struct AbiMissing {
  std::string abi;
  std::string reason;
};

struct CheckReport {
  std::uint64_t seed = 0;
  std::vector<CheckResult> results;
  std::vector<AbiMissing> missing;  // ABIs in which nothing could be checked
};

std::size_t count_of(const CheckReport& report, wire::CheckOutcome outcome);

/// One check a line with its property, evidence and remarks below it, and a summary; safe to show.
std::string text_of(const CheckReport& report, const report::RenderOptions& look);

/// docs/checks.md describes it.
std::string json_text_of(const CheckReport& report);

}  // namespace kab::cli
