#include "model/json.h"
#include "report/numbers.h"
#include "report/syscall_table.h"

namespace kab::report {
namespace {

using model::Json;

Json number(const std::optional<double>& value) {
  return finite(value) ? Json(*value) : Json(nullptr);
}

Json row_json(const model::SyscallRow& row) {
  Json json = {{"name", row.name},
               {"abi", row.abi.empty() ? Json(nullptr) : Json(row.abi)},
               {"calls", row.calls},
               {"errors", row.errors ? Json(*row.errors) : Json(nullptr)},
               {"wall_s", number(row.wall_s)},
               {"cpu_s", number(row.cpu_s)},
               {"wall_share", number(row.share)},
               {"us_per_call", number(row.us_per_call)},
               {"p50_us", number(row.p50_us)},
               {"p90_us", number(row.p90_us)},
               {"p99_us", number(row.p99_us)}};
  json["by_errno"] = Json::object();
  for (const auto& [name, count] : row.by_errno) json["by_errno"][name] = count;
  json["latencies"] = Json::array();
  for (const auto& group : row.latencies)
    json["latencies"].push_back(
        {{"from_us", group.from_us}, {"to_us", group.to_us}, {"calls", group.calls}});
  return json;
}

Json owner_json(const model::SyscallOwner& owner) {
  Json rows = Json::array();
  for (const auto& row : owner.rows) rows.push_back(row_json(row));
  return {{"owner", owner.name.empty() ? Json(nullptr) : Json(owner.name)},
          {"calls", std::move(rows)},
          {"total", row_json(owner.total)}};
}

}  // namespace

std::string syscall_json(const model::SyscallReport& report, std::string_view kab_version) {
  constexpr bool kAscii = true;
  const bool timed = report.guest.empty();
  const auto seconds = [timed](double value) { return timed ? number(value) : Json(nullptr); };
  Json owners = Json::array();
  for (const auto& owner : report.owners) owners.push_back(owner_json(owner));
  const Json document = {
      {"schema", 1},
      {"kab", std::string(kab_version)},
      {"subject", report.subject},
      {"command", report.command},
      {"backend", report.backend},
      {"why_not_bpf", report.why_not_bpf.empty() ? Json(nullptr) : Json(report.why_not_bpf)},
      {"guest", timed ? Json(nullptr) : Json(report.guest)},
      {"plain_call_ns", seconds(report.plain_call_ns)},
      {"counted_call_ns", seconds(report.counted_call_ns)},
      {"attach_s", seconds(report.attach_s)},
      {"wall_s", seconds(report.wall_s)},
      {"user_s", seconds(report.user_s)},
      {"system_s", seconds(report.system_s)},
      {"end", report.end.empty() ? Json(nullptr) : Json(report.end)},
      {"lost", report.lost},
      {"remarks", report.remarks},
      {"calls", report.calls},
      {"tallies", std::move(owners)}};
  return document.dump(2, ' ', kAscii, Json::error_handler_t::replace) + '\n';
}

}  // namespace kab::report
