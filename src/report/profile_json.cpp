#include "model/json.h"
#include "report/json_document.h"
#include "report/profile_table.h"

namespace kab::report {
namespace {

using model::Json;

Json json_of(const std::optional<Interval>& interval) {
  return interval ? Json({interval->low, interval->high}) : Json();
}

Json json_of(const model::Profile& profile) {
  Json rows = Json::array();
  for (const auto& row : profile.rows)
    rows.push_back({{"dso", row.dso},
                    {"symbol", row.symbol},
                    {"samples", row.count},
                    {"share", row.share},
                    {"interval", json_of(row.interval)},
                    {"seconds", row.time_s}});
  return {{"name", profile.name},
          {"runs", profile.runs},
          {"samples", profile.samples},
          {"cpu_seconds", profile.cpu_s},
          {"functions", std::move(rows)}};
}

Json json_of(const model::ProfileDiff& diff) {
  Json rows = Json::array();
  for (const auto& row : diff.rows)
    rows.push_back({{"dso", row.dso},
                    {"symbol", row.symbol},
                    {"baseline_share", row.baseline_share},
                    {"arm_share", row.arm_share},
                    {"baseline_seconds", row.baseline_s},
                    {"arm_seconds", row.arm_s},
                    {"difference_seconds", row.difference_s},
                    {"interval", json_of(row.interval)}});
  return {{"baseline", diff.baseline.name}, {"arm", diff.arm.name}, {"functions", std::move(rows)}};
}

}  // namespace

std::string profile_json(const model::ProfileReport& report, std::string_view version) {
  Json profiles = Json::array();
  for (const auto& profile : report.profiles) profiles.push_back(json_of(profile));
  const Json document = {{"schema", 1},
                         {"kab", std::string(version)},
                         {"command", report.command},
                         {"sampled_by", report.sampled_by},
                         {"profiles", std::move(profiles)},
                         {"diff", report.diff ? json_of(*report.diff) : Json()},
                         {"remarks", json_of_remarks(report.remarks)}};
  return document_text(document);
}

}  // namespace kab::report
