#include "trial/catalogue.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

#include "base/text.h"
#include "sys/process.h"

namespace kab::trial {
namespace {

bool is_executable(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

Result<WorkloadFacts> facts_from(std::string_view line) {
  KAB_TRY(auto json, model::parse_json(line, "kab-worker --list"));
  if (!json.contains("name") || !json["name"].is_string())
    return fail_unavailable(
        "kab-worker --list printed a line without a name; is it of this kab's version?");
  WorkloadFacts facts{
      .name = json["name"], .summary = json.value("summary", ""), .description = {}};
  facts.description = std::move(json);
  return facts;
}

}  // namespace

Result<std::string> find_worker(std::string_view abi) {
  const std::string name = abi == "i386" ? "kab-worker-i386" : "kab-worker";
  if (const char* chosen = std::getenv("KAB_WORKER"); chosen != nullptr && abi != "i386") {
    if (is_executable(chosen)) return std::string(chosen);
    return fail_unavailable("KAB_WORKER names " + in_quotes(chosen) + ", which is not executable");
  }
  const auto beside = sys::own_directory();
  for (const auto& folder : {beside, beside + "/../libexec/kab"})
    if (is_executable(folder + "/" + name)) return folder + "/" + name;
  return fail_unavailable(name + " is not beside kab in " + beside +
                          "; build or install it (./do build), or name it in KAB_WORKER");
}

Result<std::vector<WorkloadFacts>> list_workloads(const std::string& worker) {
  KAB_TRY(const auto outcome,
          sys::run({.argv = {worker, "--list"}, .deadline_ns = 10'000'000'000}));
  if (!outcome.succeeded())
    return fail_unavailable(worker + " --list " + sys::description_of(outcome) + ": " +
                            std::string(trimmed(outcome.errors)));
  std::vector<WorkloadFacts> known;
  for (const auto line : split(outcome.output, '\n')) {
    if (trimmed(line).empty()) continue;
    KAB_TRY(auto facts, facts_from(line));
    known.push_back(std::move(facts));
  }
  return known;
}

Result<void> check_workload(std::string_view name, const std::vector<WorkloadFacts>& known) {
  std::vector<std::string_view> names;
  for (const auto& facts : known) names.push_back(facts.name);
  if (std::ranges::find(names, name) != names.end()) return {};
  const auto near = nearest(name, names);
  return fail_input("unknown workload " + in_quotes(name) +
                    (near.empty() ? std::string() : "; did you mean " + std::string(near) + "?") +
                    " (kab list workloads shows all)");
}

}  // namespace kab::trial
