#include "worker/list.h"

#include <string_view>
#include <vector>

#include "wire/json_line.h"
#include "wire/protocol.h"
#include "workloads/registry.h"
#include "workloads/user_copies.h"

namespace kab::worker {
namespace {

using wire::JsonObject;

std::string json_of(const std::vector<std::string_view>& texts) {
  std::vector<std::string> elements;
  for (const auto text : texts) elements.push_back(wire::json_string(text));
  return wire::json_array(elements);
}

std::string json_of(const std::vector<workloads::Param>& params) {
  std::vector<std::string> elements;
  for (const auto& param : params) {
    JsonObject object;
    object.add("name", param.name).add("default", param.default_value);
    if (param.range) object.add("min", param.range->min).add("max", param.range->max);
    if (!param.choices.empty()) object.add("choices", param.choices);
    if (param.off == param.default_value) object.add("off", param.off);
    elements.push_back(object.add("meaning", param.meaning).json());
  }
  return wire::json_array(elements);
}

std::string json_of(const std::vector<workloads::ExpectedCall>& calls) {
  std::vector<std::string> elements;
  for (const auto& call : calls) {
    JsonObject object;
    object.add("name", call.name).add("per_operation", call.per_operation);
    if (call.often == workloads::Often::kAtLeast) object.add("often", "at least");
    elements.push_back(object.json());
  }
  return wire::json_array(elements);
}

std::string json_of(const std::vector<workloads::UserCopy>& copies) {
  std::vector<std::string> elements;
  for (const auto& copy : copies)
    elements.push_back(JsonObject()
                           .add("what", copy.what)
                           .add("bytes", copy.bytes)
                           .add("per_operation", copy.per_operation)
                           .add("check", workloads::text_of(copy.check))
                           .json());
  return wire::json_array(elements);
}

std::string line_of(const workloads::Workload& workload) {
  // The defaults of a workload are valid; the tests try all of them.
  const auto params = workloads::ParamValues::resolve(workload.name, workload.params, {});
  return JsonObject()
             .add("kab", wire::kVersion)
             .add("name", workload.name)
             .add("family", workload.family)
             .add("summary", workload.summary)
             .add("operation", workload.operation)
             .add_json("params", json_of(workload.params))
             .add_json("abis", json_of(workload.abis))
             .add_json("roles", json_of(workload.roles))
             .add_json("calls", json_of(workload.calls(*params)))
             .add("bytes_per_operation", workload.bytes_per_operation(*params))
             .add_json("copies", json_of(workload.copies(*params)))
             .json() +
         '\n';
}

}  // namespace

std::string list_of_workloads() {
  std::string lines;
  for (const auto& workload : workloads::all_workloads()) lines += line_of(workload);
  return lines;
}

}  // namespace kab::worker
