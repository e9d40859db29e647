#include "model/json.h"

#include "base/number.h"

namespace kab::model {
namespace {

// The library reports a missing or mistyped member by exception; here it becomes an Error.
template <class F>
auto guarded(std::string_view what, F&& body) -> Result<decltype(body())> {
  try {
    return body();
  } catch (const nlohmann::json::exception& problem) {
    return fail_input(std::string(what) + ": " + problem.what());
  }
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view what) {
  return guarded(what, [&] { return Json::parse(text); });
}

Json json_of(const Params& params) {
  Json out = Json::object();
  for (const auto& [key, value] : params) {
    if (const auto whole = parse_int(value); whole && std::to_string(*whole) == value) {
      out[key] = *whole;
    } else {
      out[key] = value;
    }
  }
  return out;
}

Result<Params> params_from(const Json& json) {
  return guarded("parameters", [&] {
    Params params;
    for (const auto& [key, value] : json.items())
      params.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
    return params;
  });
}

Json json_of(const Arm& arm) {
  Json settings = Json::array();
  for (const auto& [key, value] : arm.settings) settings.push_back(Json::array({key, value}));
  return {{"name", arm.name}, {"settings", std::move(settings)}};
}

Result<Arm> arm_from(const Json& json) {
  return guarded("arm", [&] {
    Arm arm{.name = json.at("name").get<std::string>(), .settings = {}};
    for (const auto& pair : json.at("settings"))
      arm.settings.push_back({pair.at(0).get<std::string>(), pair.at(1).get<std::string>()});
    return arm;
  });
}

Json json_of(const Metric& metric) {
  return {{"name", metric.name}, {"unit", metric.unit}, {"better", text_of(metric.better)}};
}

Result<Metric> metric_from(const Json& json) {
  KAB_TRY(auto better_word,
          guarded("metric", [&] { return json.at("better").get<std::string>(); }));
  KAB_TRY(const auto better, parse_better(better_word));
  return guarded("metric", [&] {
    return Metric{.name = json.at("name").get<std::string>(),
                  .unit = json.at("unit").get<std::string>(),
                  .better = better};
  });
}

Json json_of(const Calibration& calibration) {
  return {{"iterations", calibration.iterations},
          {"batches", calibration.batches},
          {"warmup_iterations", calibration.warmup_iterations},
          {"timer_resolution_ns", calibration.timer_resolution_ns},
          {"timer_cost_ns", calibration.timer_cost_ns},
          {"empty_loop_ns", calibration.empty_loop_ns}};
}

Result<Calibration> calibration_from(const Json& json) {
  return guarded("calibration", [&] {
    return Calibration{.iterations = json.at("iterations").get<std::uint64_t>(),
                       .batches = json.at("batches").get<std::uint32_t>(),
                       .warmup_iterations = json.at("warmup_iterations").get<std::uint64_t>(),
                       .timer_resolution_ns = json.at("timer_resolution_ns").get<double>(),
                       .timer_cost_ns = json.at("timer_cost_ns").get<double>(),
                       .empty_loop_ns = json.at("empty_loop_ns").get<double>()};
  });
}

}  // namespace kab::model
