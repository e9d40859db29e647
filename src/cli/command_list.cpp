// kab list: workloads, suites, metrics, readers, checks, capabilities here.
#include <array>
#include <functional>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/capabilities.h"
#include "cli/commands.h"
#include "model/json.h"
#include "model/metric.h"
#include "readers/registry.h"
#include "trial/catalogue.h"
#include "trial/check.h"
#include "trial/suites.h"

namespace kab::cli {
namespace {

using model::Json;

struct ListOptions {
  CommonOptions common;
  std::string what;
};

Result<Json> list_of_workloads() {
  KAB_TRY(const auto worker, trial::find_worker("x86_64"));
  KAB_TRY(auto known, trial::list_workloads(worker));
  Json list = Json::array();
  for (auto& facts : known) list.push_back(std::move(facts.description));
  return list;
}

Result<Json> list_of_metrics() {
  Json list = Json::array();
  for (const auto& metric : model::known_metrics()) list.push_back(model::json_of(metric));
  return list;
}

Result<Json> list_of_readers() {
  Json list = Json::array();
  for (const auto& reader : readers::all_readers())
    list.push_back({{"name", std::string(reader.name)}, {"summary", std::string(reader.summary)}});
  return list;
}

Result<Json> list_of_checks() {
  KAB_TRY(const auto worker, trial::find_worker("x86_64"));
  KAB_TRY(const auto known, trial::list_checks(worker));
  Json list = Json::array();
  for (const auto& check : known)
    list.push_back({{"name", check.name}, {"summary", check.property}});
  return list;
}

Result<Json> list_of_capabilities() {
  Json list = Json::array();
  for (const auto& one : capabilities())
    list.push_back({{"name", one.name}, {"available", one.available}, {"summary", one.detail}});
  return list;
}

Result<Json> list_of_suites() {
  Json list = Json::array();
  for (const auto& suite : trial::all_suites())
    list.push_back({{"name", suite.name}, {"summary", suite.summary}});
  return list;
}

struct Section {
  std::string_view name;
  Result<Json> (*list)();
};
constexpr std::array kSections = {
    Section{"workloads", list_of_workloads}, Section{"suites", list_of_suites},
    Section{"metrics", list_of_metrics},     Section{"readers", list_of_readers},
    Section{"checks", list_of_checks},       Section{"capabilities", list_of_capabilities},
};

std::string parameters_text(const Json& entry) {
  std::string text;
  if (!entry.contains("params")) return text;
  for (const auto& param : entry["params"]) {
    const auto& value = param.at("default");
    text += fmt::format(" {}={}", param.at("name").get<std::string>(),
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

std::string line_of(const Json& entry) {
  std::string text = entry.value("summary", "");
  if (entry.contains("unit"))
    text = fmt::format("{}, {} is better", entry["unit"].get<std::string>(),
                       entry["better"].get<std::string>());
  if (entry.contains("available") && !entry["available"].get<bool>()) text = "unavailable: " + text;
  const auto params = parameters_text(entry);
  return fmt::format("  {:<19} {}{}\n", entry.at("name").get<std::string>(), text,
                     params.empty() ? "" : "  [" + params.substr(1) + "]");
}

std::string text_of(const Section& section, const Json& list) {
  std::string text = fmt::format("{}\n", section.name);
  for (const auto& entry : list) text += line_of(entry);
  if (list.empty()) text += "  (none)\n";
  return text;
}

Result<int> run_list(const ListOptions& options) {
  Json document = Json::object();
  std::string text;
  for (const auto& section : kSections) {
    if (!options.what.empty() && options.what != section.name) continue;
    KAB_TRY(auto list, section.list());
    text += (text.empty() ? "" : "\n") + text_of(section, list);
    document[std::string(section.name)] = std::move(list);
  }
  KAB_CHECK(print_result(options.common.json ? document.dump(2) + "\n" : text));
  return 0;
}

}  // namespace

void add_list(CLI::App& kab, const Invocation&, Action& action) {
  auto* command =
      kab.add_subcommand("list", "Workloads, metrics, readers, and what works on this machine");
  auto options = std::make_shared<ListOptions>();
  std::vector<std::string> names;
  for (const auto& section : kSections) names.emplace_back(section.name);
  command->add_option("what", options->what, joined(names, ", ") + " (default: all)")
      ->check(CLI::IsMember(names))
      ->type_name("WHAT");
  add_common(*command, options->common);
  command->footer("Examples:\n  kab list workloads\n  kab list capabilities --json\n");
  command->callback([&action, options] { action = [options] { return run_list(*options); }; });
}

}  // namespace kab::cli
