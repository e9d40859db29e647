#include "report/vdso_json.h"

#include <fmt/format.h>

#include "model/json.h"
#include "report/json_document.h"

namespace kab::report {
namespace {

using model::Json;

Json json_of(const model::VdsoImage& image);
Json json_of(const model::VdsoPath& path);
Json json_of(const model::VdsoDiff& diff);

std::string hex(std::uint64_t value) { return fmt::format("0x{:x}", value); }

Json json_of(const model::VdsoFinding& finding) {
  return {{"code", finding.code},
          {"weight", finding.weight == model::VdsoWeight::kNote ? "note" : "finding"},
          {"text", finding.text},
          {"evidence", finding.evidence},
          {"why", finding.why}};
}

Json json_of(const model::VdsoFunction& function) {
  return {
      {"name", function.name}, {"version", function.version}, {"address", hex(function.address)},
      {"size", function.size}, {"aliases", function.aliases}, {"digest", function.digest}};
}

Json json_of(const model::VdsoMapping& mapping) {
  return {{"name", mapping.name},
          {"start", hex(mapping.start)},
          {"end", hex(mapping.end)},
          {"permissions", mapping.permissions}};
}

Json json_of(const model::VdsoChange& change) {
  return {{"function", change.function},
          {"kind", change.kind},
          {"old_size", change.old_size},
          {"new_size", change.new_size},
          {"lines", change.lines}};
}

Json json_of(const model::Unavailable& missing) {
  return {{"what", missing.what}, {"reason", missing.reason}};
}

template <class T>
Json list_of(const std::vector<T>& items) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(json_of(item));
  return list;
}

Json json_of(const model::VdsoImage& image) {
  return {{"source", image.source},
          {"machine", image.machine},
          {"bits", image.is_64_bit ? 64 : 32},
          {"byte_order", image.byte_order},
          {"size", image.size},
          {"soname", image.soname},
          {"build_id", image.build_id},
          {"release", image.release},
          {"versions", image.versions},
          {"symbols_counted_by", image.counted_by},
          {"functions", list_of(image.functions)},
          {"mappings", list_of(image.mappings)},
          {"findings", list_of(image.findings)},
          {"not_looked_at", image.not_looked_at}};
}

Json json_of(const model::VdsoPath& path) {
  const bool counted = path.operations != 0;
  return {{"workload", path.workload},
          {"abi", path.abi},
          {"path", path.path},
          {"ns", path.ns ? Json(*path.ns) : Json(nullptr)},
          {"readings", counted ? Json(path.operations) : Json(nullptr)},
          {"system_calls", counted ? Json(path.calls) : Json(nullptr)},
          {"calls", path.call_names},
          {"unavailable", path.unavailable.empty() ? Json(nullptr) : Json(path.unavailable)}};
}

Json json_of(const std::optional<model::VdsoSetting>& setting) {
  if (!setting) return nullptr;
  return {{"clocksource", setting->clocksource},
          {"clocksources", setting->clocksources},
          {"time_namespace", setting->time_namespace},
          {"seccomp", setting->seccomp}};
}

Json json_of(const model::VdsoDiff& diff) {
  return {{"old", diff.old_source},           {"new", diff.new_source},
          {"machine", diff.machine},          {"old_size", diff.old_size},
          {"new_size", diff.new_size},        {"unchanged", diff.unchanged},
          {"changes", list_of(diff.changes)}, {"appeared", list_of(diff.appeared)},
          {"gone", list_of(diff.gone)}};
}

std::string text_of(const Json& document) { return document_text(document); }

}  // namespace

std::string vdso_json(const model::VdsoReport& report, std::string_view version) {
  return text_of({{"schema", 1},
                  {"kab", std::string(version)},
                  {"images", list_of(report.images)},
                  {"unavailable", list_of(report.unavailable)},
                  {"setting", json_of(report.setting)},
                  {"paths", list_of(report.paths)},
                  {"findings", list_of(report.findings)}});
}

std::string vdso_diff_json(const std::vector<model::VdsoDiff>& diffs, std::string_view version) {
  return text_of({{"schema", 1}, {"kab", std::string(version)}, {"diffs", list_of(diffs)}});
}

}  // namespace kab::report
