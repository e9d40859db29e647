#include "trial/catalogue.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <unistd.h>

#include "base/text.h"
#include "sys/process.h"
#include "trial/abi.h"

namespace kab::trial {
namespace {

bool is_executable(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

const model::Json& params_in(const WorkloadFacts& facts) {
  static const model::Json none = model::Json::array();
  const auto found = facts.description.find("params");
  return found == facts.description.end() ? none : *found;
}

// The workload's parameters with the values given, else with their defaults; takes note of what it
// took.
model::Params completed(const WorkloadFacts& facts, const model::Params& given,
                        std::set<std::string>& taken) {
  model::Params params;
  for (const auto& param : params_in(facts)) {
    const auto name = param.value("name", "");
    const auto own = std::ranges::find(given, name, &model::Params::value_type::first);
    if (own != given.end()) {
      params.push_back(*own);
      taken.insert(name);
    } else if (const auto usual = param.value("default", "");
               usual != param.value("off", std::string_view("0"))) {
      params.emplace_back(name, usual);
    }
  }
  return params;
}

std::unexpected<Error> unknown_param(const std::string& key,
                                     const std::vector<const WorkloadFacts*>& chosen) {
  std::vector<std::string> names;
  for (const auto* facts : chosen)
    for (const auto& param : params_in(*facts)) names.push_back(param.value("name", ""));
  const auto near = nearest(key, {names.begin(), names.end()});
  return fail_input("no workload named here has a parameter " + in_quotes(key) +
                    (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                    " (kab list workloads shows them)");
}

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
  if (auto known = check_abi(abi); !known) return fail_unavailable(known.error().message);
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

Result<std::vector<model::Params>> params_of(const std::vector<std::string>& names,
                                             const model::Params& given,
                                             const std::vector<WorkloadFacts>& known) {
  std::vector<const WorkloadFacts*> chosen;
  for (const auto& name : names) {
    KAB_CHECK(check_workload(name, known));
    chosen.push_back(&*std::ranges::find(known, name, &WorkloadFacts::name));
  }
  std::vector<model::Params> all;
  std::set<std::string> taken;
  for (const auto* facts : chosen) all.push_back(completed(*facts, given, taken));
  for (const auto& [key, value] : given)
    if (!taken.contains(key)) return unknown_param(key, chosen);
  return all;
}

}  // namespace kab::trial
