// docs/workloads.md is what the worker says of its workloads. After a change that is meant:
// KAB_UPDATE_GOLDEN=1 kab_cli_test --gtest_filter='WorkloadsPage.*', then read the diff.
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/kab.h"

namespace kab::cli {
namespace {

constexpr const char* kHead =
    "# Workloads\n\n"
    "Each is one file of `src/workloads/`; this page is what `kab list workloads --json` says of "
    "them, with their\ndefault parameters. *Calls* are the system calls of one operation, all "
    "processes together; *copies* the pieces that one\noperation moves between user space and the "
    "kernel, and how many of them hardened usercopy checks.\nEach family is a suite of its name "
    "(`kab run --suite ipc`).\n";

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return text;
}

std::string number_text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

std::string params_of(const model::Json& workload) {
  std::string text;
  for (const auto& param : workload["params"]) {
    text += (text.empty() ? "`" : ", `") + param["name"].get<std::string>() + "=" +
            param["default"].get<std::string>() + "` " + param["meaning"].get<std::string>();
    if (param.contains("choices")) text += " (" + param["choices"].get<std::string>() + ")";
  }
  return text.empty() ? "none" : text;
}

std::string calls_of(const model::Json& workload) {
  std::string text;
  for (const auto& call : workload["calls"])
    text += (text.empty() ? "" : ", ") + number_text(call["per_operation"]) + " " +
            call["name"].get<std::string>();
  return text.empty() ? "none" : text;
}

// Not their bytes: how long a link's text or a CPU mask is, is the machine's business.
std::string copies_of(const model::Json& workload) {
  double copies = 0;
  double checked = 0;
  for (const auto& copy : workload["copies"]) {
    const double times = copy["per_operation"];
    copies += times;
    if (copy["check"] == "checked") checked += times;
  }
  if (copies == 0) return "none";
  return number_text(copies) + ", " + number_text(checked) + " checked";
}

std::string page_of(const model::Json& workloads) {
  std::map<std::string, std::string> families;
  for (const auto& workload : workloads)
    families[workload["family"]] +=
        "| `" + workload["name"].get<std::string>() + "` | " +
        cell(workload["summary"].get<std::string>() + "; an operation is " +
             workload["operation"].get<std::string>()) +
        " | " + cell(params_of(workload)) + " | " + calls_of(workload) + " | " +
        copies_of(workload) + " |\n";
  std::string page = kHead;
  for (const auto& [family, rows] : families)
    page +=
        "\n## " + family +
        "\n\n| workload | what it does | parameters | calls | copies |\n|---|---|---|---|---|\n" +
        rows;
  return page;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class WorkloadsPage : public KabTest {};

TEST_F(WorkloadsPage, IsWhatTheWorkerSays) {
  const std::string path = KAB_SOURCE_DIR "/docs/workloads.md";
  const auto page = page_of(json_of(kab({"list", "workloads", "--json"}).out)["workloads"]);
  if (std::getenv("KAB_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << page;
  EXPECT_EQ(content_of(path), page);
}

}  // namespace
}  // namespace kab::cli
