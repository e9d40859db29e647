// The machine-readable judgement, described by docs/judgement.schema.json. A key that is known but
// has no value is null; keys are never left out, so that a reader needs no case for each.
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/json.h"
#include "report/by_function.h"
#include "report/call_section.h"
#include "report/formats.h"
#include "report/numbers.h"

namespace kab::report {
namespace {

using model::Json;

constexpr int kSchema = 1;

Json number(std::optional<double> value) { return finite(value) ? Json(*value) : Json(nullptr); }

Json pair(const std::optional<Interval>& interval) {
  const auto ends = finite(interval);
  return ends ? Json::array({ends->low, ends->high}) : Json(nullptr);
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json list_of(const std::vector<model::Remark>& remarks) {
  Json list = Json::array();
  for (const auto& [code, text] : remarks) list.push_back({{"code", code}, {"text", text}});
  return list;
}

template <class T, class ToJson>
Json list_of(const std::vector<T>& items, ToJson to_json) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(to_json(item));
  return list;
}

Json comparison_json(const model::Comparison& one) {
  Json json = {{"workload", one.workload},
               {"abi", one.abi},
               {"params", model::json_of(one.params)},
               {"metric", one.metric.name},
               {"primary", one.primary},
               {"unit", one.metric.unit},
               {"better", text_of(one.metric.better)},
               {"baseline", one.baseline},
               {"arm", one.arm},
               {"n", {{"baseline", one.baseline_n}, {"arm", one.arm_n}}},
               {"unit_of_replication", text_of(one.replication)}};
  json["baseline_median"] = number(one.baseline_median);
  json["arm_median"] = number(one.arm_median);
  json["spread"] = {{"baseline", number(one.baseline_spread)}, {"arm", number(one.arm_spread)}};
  json["change"] = number(one.change);
  json["absolute_change"] = number(one.absolute_change);
  json["interval"] = pair(one.interval);
  json["level"] = number(one.level);
  json["p"] = number(reportable_p(one.p));
  json["method"] = one.method.empty() ? Json(nullptr) : Json(one.method);
  json["threshold"] = one.thresholds;
  json["verdict"] = text_of(one.verdict);
  json["detectable"] = number(one.detectable);
  json["blocks_needed"] = or_null(one.blocks_needed);
  json["remarks"] = list_of(one.remarks);
  return json;
}

Json aa_json(const model::AaResult& aa) {
  return {{"workload", aa.workload},
          {"abi", aa.abi},
          {"params", model::json_of(aa.params)},
          {"metric", aa.metric},
          {"change", number(aa.change)},
          {"interval", pair(aa.interval)},
          {"level", number(aa.level)},
          {"ok", aa.ok}};
}

Json order_json(const model::OrderEffect& order) {
  return {{"workload", order.workload},
          {"last_minus_first", number(order.last_minus_first)},
          {"interval", pair(order.interval)}};
}

Json grouped_arm_json(const model::GroupedArm& arm) {
  return {{"name", arm.name},
          {"n", arm.n},
          {"groups", list_of(arm.groups, [](const model::Group& group) -> Json {
             return {{"from", number(group.from)}, {"count", group.count}};
           })}};
}

Json distribution_json(const model::GroupedDistribution& distribution) {
  return {{"workload", distribution.workload},
          {"metric", distribution.metric.name},
          {"unit", distribution.metric.unit},
          {"width", number(distribution.width)},
          {"arms", list_of(distribution.arms, grouped_arm_json)}};
}

Json view_json(const model::DerivedView& view) {
  return {{"workload", view.workload},
          {"metric", view.metric.name},
          {"unit", view.metric.unit},
          {"medians", list_of(view.medians, [](const std::pair<std::string, double>& one) -> Json {
             return {{"arm", one.first}, {"median", number(one.second)}};
           })}};
}

Json shape_json(const model::Shape& shape) {
  return {{"workload", shape.workload},
          {"abi", shape.abi},
          {"params", model::json_of(shape.params)},
          {"metric", shape.metric.name},
          {"unit", shape.metric.unit},
          {"low", number(shape.low)},
          {"high", number(shape.high)},
          {"arms", list_of(shape.arms, [](const model::ShapedArm& arm) -> Json {
             return {{"name", arm.name}, {"n", arm.n}, {"counts", arm.counts}};
           })}};
}

Json mean_json(const model::MeanChange& mean) {
  return {{"metric", mean.metric.name},
          {"unit", mean.metric.unit},
          {"better", text_of(mean.metric.better)},
          {"baseline", mean.baseline},
          {"arm", mean.arm},
          {"common", mean.common},
          {"unmatched", mean.unmatched},
          {"change", number(mean.change)},
          {"reason", mean.reason.empty() ? Json(nullptr) : Json(mean.reason)}};
}

Json recovery_json(const model::Recovery& one) {
  return {{"workload", one.workload},
          {"abi", one.abi},
          {"params", model::json_of(one.params)},
          {"metric", one.metric.name},
          {"baseline", one.baseline},
          {"lost", one.lost},
          {"by", one.by},
          {"share", number(one.share)},
          {"interval", pair(one.interval)},
          {"level", number(one.level)},
          {"text", one.text}};
}

Json plan_json(const model::Plan& plan) {
  return {{"workload", plan.workload},
          {"abi", plan.abi},
          {"params", model::json_of(plan.params)},
          {"metric", plan.metric.name},
          {"arm", plan.arm.empty() ? Json(nullptr) : Json(plan.arm)},
          {"unit_of_replication", text_of(plan.replication)},
          {"n", plan.n},
          {"threshold", plan.thresholds},
          {"as_observed", or_null(plan.as_observed)},
          {"for_twice", or_null(plan.for_twice)},
          {"for_none", or_null(plan.for_none)},
          {"reason", plan.reason.empty() ? Json(nullptr) : Json(plan.reason)}};
}

Json document(const model::Judgement& judgement) {
  Json json = {{"schema", kSchema}, {"kab", judgement.kab_version}};
  json["seed"] = or_null(judgement.seed);
  json["lane"] = text_of(judgement.lane);
  json["blocks"] = or_null(judgement.blocks);
  json["stopped"] = judgement.stopped ? Json(text_of(*judgement.stopped)) : Json(nullptr);
  json["confidence"] = number(judgement.confidence);
  json["family_size"] = judgement.family_size;
  json["arms"] = list_of(judgement.arms, [](const model::Arm& arm) { return model::json_of(arm); });
  json["setting"] = list_of(judgement.setting);
  json["comparisons"] = list_of(judgement.comparisons, comparison_json);
  json["aa"] = list_of(judgement.aa, aa_json);
  json["order"] = list_of(judgement.order, order_json);
  json["distributions"] = list_of(judgement.distributions, distribution_json);
  json["views"] = list_of(judgement.views, view_json);
  json["shapes"] = list_of(judgement.shapes, shape_json);
  json["means"] = list_of(judgement.means, mean_json);
  json["recoveries"] = list_of(judgement.recoveries, recovery_json);
  json["functions"] = by_function_json(judgement.functions);
  json["calls"] = calls_json(judgement);
  json["plans"] = list_of(judgement.plans, plan_json);
  json["boots"] = or_null(judgement.boots);
  json["warnings"] = list_of(judgement.warnings);
  json["recording"] = judgement.recording.empty() ? Json(nullptr) : Json(judgement.recording);
  return json;
}

}  // namespace

std::string render_json(const model::Judgement& judgement) {
  // Names may be any bytes; what is not UTF-8 becomes U+FFFD instead of an exception. Pure ASCII,
  // so that no name commands the terminal that the document is printed on.
  constexpr bool kAscii = true;
  return document(judgement).dump(2, ' ', kAscii, Json::error_handler_t::replace) + '\n';
}

}  // namespace kab::report
