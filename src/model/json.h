// The JSON form of model records that are stored or sent as one value.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "model/recording.h"

namespace kab::model {

using Json = nlohmann::ordered_json;

Json json_of(const Params& params);  // {"size": "16"}; numbers as numbers where they are
Json json_of(const Arm& arm);        // {"name": …, "settings": [[key, value], …]}
Json json_of(const Metric& metric);  // {"name": …, "unit": …, "better": …}
Json json_of(const Calibration& calibration);

/// Parses text into Json. An error (kInput) names `what` and the byte.
Result<Json> parse_json(std::string_view text, std::string_view what);

Result<Params> params_from(const Json& json);
Result<Arm> arm_from(const Json& json);
Result<Metric> metric_from(const Json& json);
Result<Calibration> calibration_from(const Json& json);

}  // namespace kab::model
