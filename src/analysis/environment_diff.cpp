#include "analysis/environment_diff.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"

namespace kab::analysis {
namespace {

constexpr std::array<std::string_view, 5> kVolatile = {"load.", "steal.", "cpu.frequency",
                                                       "cpu.throttle", "memory.free"};

std::vector<std::string> outside_the_kernel(const std::vector<std::string>& facts) {
  std::vector<std::string> rest;
  std::ranges::copy_if(facts, std::back_inserter(rest),
                       [](const std::string& fact) { return !fact.starts_with("kernel."); });
  return rest;
}

}  // namespace

bool is_volatile_fact(std::string_view key) {
  return std::ranges::any_of(kVolatile,
                             [&](std::string_view prefix) { return key.starts_with(prefix); });
}

std::vector<std::string> differing_facts(const model::Environment& a, const model::Environment& b) {
  std::map<std::string, std::pair<std::string, std::string>> facts;
  for (const auto& [key, value] : a) facts[key].first = value;
  for (const auto& [key, value] : b) facts[key].second = value;
  std::vector<std::string> differing;
  for (const auto& [key, values] : facts)
    if (!is_volatile_fact(key) && values.first != values.second) differing.push_back(key);
  return differing;
}

std::vector<model::Remark> environment_warnings(const model::Session& session) {
  std::vector<model::Remark> warnings;
  for (std::size_t i = 1; i < session.arms.size(); ++i) {
    if (session.arms[i].environment.empty()) continue;
    const auto differing =
        differing_facts(session.arms[0].environment, session.arms[i].environment);
    if (!differing.empty())
      warnings.push_back({"confounder", "arm " + session.arms[i].arm.name +
                                            " ran in another environment than the baseline: " +
                                            joined(differing, ", ")});
  }
  return warnings;
}

std::vector<model::Remark> environment_warnings(const model::Session& baseline,
                                                const model::Session& other) {
  std::vector<model::Remark> warnings;
  const std::string name = other.label.empty() ? "the arm" : other.label;
  if (baseline.worker_build != other.worker_build)
    warnings.push_back(
        {"worker-build", "the recordings were made by different builds of kab-worker (" +
                             baseline.worker_build + ", " + other.worker_build +
                             "): a difference is not attributable to " + name});
  if (baseline.arms.empty() || other.arms.empty()) return warnings;
  const auto differing =
      outside_the_kernel(differing_facts(baseline.arms[0].environment, other.arms[0].environment));
  if (!differing.empty())
    warnings.push_back({"confounder", "more than the kernel differs (" + joined(differing, ", ") +
                                          "): a difference is not attributable to " + name});
  return warnings;
}

std::vector<model::Remark> course_warnings(const model::Session& session) {
  std::map<std::string, std::size_t> failures;
  for (const auto& sample : session.samples)
    if (sample.status == model::SampleStatus::kFailed) ++failures[sample.failure];
  std::vector<model::Remark> warnings;
  for (const auto& [failure, count] : failures)
    warnings.push_back({"failed", std::to_string(count) + " of " +
                                      std::to_string(session.samples.size()) + " " + failure});
  // What a guest printed is for who looks into the recording.
  for (const auto& event : session.events)
    if (event.code != "console") warnings.push_back({event.code, event.text});
  return warnings;
}

}  // namespace kab::analysis
