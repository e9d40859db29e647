#include "report/page_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "report/formats.h"
#include "report/head.h"
#include "report/numbers.h"
#include "report/row.h"
#include "report/scale.h"
#include "report/summary.h"

namespace kab::report {
namespace {

using model::Json;

constexpr int kSchema = 1;
constexpr double kMsPerSecond = 1000;

Json row_json(const model::Comparison& comparison) {
  const auto row = row_of(comparison, Glyphs::kUnicode);
  return {{"subject", row.title},
          {"metric", row.metric},
          {"primary", comparison.primary},
          {"baseline", row.baseline},
          {"arm", row.arm},
          {"baseline_value", row.baseline_value.text},
          {"arm_value", row.arm_value.text},
          {"change", row.change.change},
          {"interval", row.change.interval},
          {"absolute", row.absolute.text},
          {"level", level_text(comparison.level)},
          {"p", row.p},
          {"n", row.n},
          {"threshold", threshold_text(comparison.thresholds)},
          {"verdict", verdict_text(row)}};
}

Json aa_json(const model::AaResult& aa) {
  const auto text = change_text(aa.change, aa.interval);
  return {{"subject", subject_title(aa.workload, aa.abi, aa.params)},
          {"change", text.change},
          {"interval", text.interval},
          {"level", level_text(aa.level)}};
}

Json mean_json(const model::MeanChange& mean) {
  const auto row = row_of(mean, Glyphs::kUnicode);
  return {{"title", row.title},   {"metric", row.metric},        {"baseline", row.baseline},
          {"arm", row.arm},       {"change", row.change.change}, {"reason", mean.reason},
          {"common", mean.common}};
}

// A whole number of units of the last digit kept, over a power of ten: prints as short as it reads.
double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
  const int decimals = kDigitsOfMany - magnitude;
  const double power = std::pow(10.0, std::abs(decimals));
  return decimals >= 0 ? std::round(value * power) / power : std::round(value / power) * power;
}

enum class Precision { kExact, kRounded };

Json values_json(const std::vector<double>& values, Precision precision) {
  Json list = Json::array();
  for (const double value : values)
    list.push_back(!std::isfinite(value)            ? Json(nullptr)
                   : precision == Precision::kExact ? Json(value)
                                                    : Json(rounded(value)));
  return list;
}

// Null: not known. A number: all are that. "count": 0, 1, 2 and so on.
Json places_json(const std::vector<std::uint32_t>& places) {
  if (places.empty()) return nullptr;
  if (std::ranges::all_of(places, [&](auto one) { return one == places.front(); }))
    return places.front();
  bool counts = true;
  for (std::size_t i = 0; i < places.size() && counts; ++i) counts = places[i] == i;
  return counts ? Json("count") : Json(places);
}

// Whole milliseconds, each since the one before.
Json times_json(const std::vector<double>& started_s) {
  if (started_s.empty()) return nullptr;
  Json list = Json::array();
  std::int64_t before = 0;
  for (const double at : started_s) {
    const auto ms = static_cast<std::int64_t>(std::llround(at * kMsPerSecond));
    list.push_back(ms - before);
    before = ms;
  }
  return list;
}

std::string_view text_of(model::SideRole role) {
  switch (role) {
    case model::SideRole::kBaseline:
      return "baseline";
    case model::SideRole::kArm:
      return "arm";
    case model::SideRole::kAA:
      return "A/A";
  }
  return "arm";
}

Json number(std::optional<double> value) { return finite(value) ? Json(*value) : Json(nullptr); }

Json side_json(const model::SampleSeries& side, Precision precision) {
  Json json = {{"name", side.side},
               {"role", text_of(side.role)},
               {"taken", side.taken},
               {"failed", side.failed},
               {"outliers", side.outliers}};
  json["median"] = number(side.median);
  json["modes"] = side.modes
                      ? Json({{"border", side.modes->at}, {"share_below", side.modes->share_below}})
                      : Json(nullptr);
  json["values"] = values_json(side.values, precision);
  json["ms"] = times_json(side.started_s);
  json["blocks"] = places_json(side.blocks);
  json["positions"] = places_json(side.positions);
  json["sessions"] = places_json(side.sessions);
  return json;
}

Json series_json(const model::SubjectSeries& series, Precision precision) {
  std::vector<std::optional<double>> medians;
  for (const auto& side : series.sides) medians.push_back(side.median);
  const auto scale = scale_of(series.metric.unit, medians);
  Json sides = Json::array();
  for (const auto& side : series.sides) sides.push_back(side_json(side, precision));
  return {
      {"subject", subject_title(series.workload, series.abi, series.params)},
      {"metric", series.metric.name},
      {"unit", series.metric.unit},
      {"better", model::text_of(series.metric.better)},
      {"primary", series.primary},
      {"scale", {{"divisor", scale.divisor}, {"unit", scale.unit}, {"decimals", scale.decimals}}},
      {"sides", std::move(sides)}};
}

Json facts_json(const model::FactTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json values = Json::array();
    for (const auto& value : row.values) values.push_back(value ? Json(*value) : Json(nullptr));
    rows.push_back({{"key", row.key},
                    {"values", std::move(values)},
                    {"differs", row.differs},
                    {"moves", row.moves}});
  }
  return {{"sides", table.sides}, {"rows", std::move(rows)}};
}

Json call_json(const model::TalliedCall& call) {
  return {{"calls", call.calls},
          {"errors", call.errors},
          {"operations", call.operations},
          {"seconds", number(call.seconds)}};
}

// One table a subject: a row a call, a column a side; null where a side has none of it.
class Tallies {
 public:
  explicit Tallies(const std::vector<model::SideSession>& sides) : sides_(sides) {
    for (std::size_t at = 0; at < sides.size(); ++at)
      if (sides[at].session != nullptr) add(at, *sides[at].session, sides[at].arm);
  }

  Json json() const {
    Json tables = Json::array();
    for (const auto& [subject, table] : tables_) tables.push_back(table_json(subject, table));
    return tables;
  }

 private:
  using Call = std::pair<std::string, std::string>;  // ABI and name
  struct Table {
    std::string method;
    std::map<Call, std::map<std::size_t, const model::TalliedCall*>> calls;
  };

  void add(std::size_t side, const model::Session& session, std::uint32_t arm) {
    for (const auto& call : session.tally) {
      if (call.arm != arm || call.subject >= session.subjects.size()) continue;
      const auto& facts = session.subjects[call.subject];
      auto& table = tables_[subject_title(facts.name, facts.abi, facts.params)];
      table.method = call.method;
      table.calls[{call.abi, call.name}][side] = &call;
    }
  }

  Json table_json(const std::string& subject, const Table& table) const {
    Json names = Json::array();
    for (const auto& side : sides_) names.push_back(side.side);
    Json rows = Json::array();
    for (const auto& [call, by_side] : table.calls) {
      Json cells = Json::array();
      for (std::size_t at = 0; at < sides_.size(); ++at)
        cells.push_back(by_side.contains(at) ? call_json(*by_side.at(at)) : Json(nullptr));
      rows.push_back({{"abi", call.first}, {"call", call.second}, {"sides", std::move(cells)}});
    }
    return {{"subject", subject},
            {"method", table.method},
            {"sides", std::move(names)},
            {"rows", std::move(rows)}};
  }

  const std::vector<model::SideSession>& sides_;
  std::map<std::string, Table> tables_;
};

Json session_json(const model::Session& session) {
  Json events = Json::array();
  for (const auto& event : session.events)
    events.push_back(
        {{"at_ms", event.at_ns / 1'000'000}, {"code", event.code}, {"text", event.text}});
  return {{"kind", model::text_of(session.kind)}, {"label", session.label},
          {"started", session.started},           {"kab", session.kab_version},
          {"worker_build", session.worker_build}, {"argv", session.argv},
          {"samples", session.samples.size()},    {"events", std::move(events)}};
}

Json sessions_json(const std::vector<model::SideSession>& sides) {
  Json list = Json::array();
  std::vector<const model::Session*> seen;
  for (const auto& side : sides) {
    if (side.session == nullptr || std::ranges::find(seen, side.session) != seen.end()) continue;
    seen.push_back(side.session);
    list.push_back(session_json(*side.session));
  }
  return list;
}

std::size_t count_of(const std::vector<model::SubjectSeries>& series,
                     std::size_t (*of)(const model::SampleSeries&)) {
  std::size_t count = 0;
  for (const auto& one : series)
    for (const auto& side : one.sides) count += of(side);
  return count;
}

template <class T, class ToJson>
Json list_of(const std::vector<T>& items, ToJson to_json) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(to_json(item));
  return list;
}

}  // namespace

Json page_data(const PageContent& content) {
  const auto& judgement = content.judgement;
  const auto held = count_of(content.series, [](const auto& side) { return side.values.size(); });
  const auto precision = held <= kExactUpTo ? Precision::kExact : Precision::kRounded;
  Json facts = Json::array();
  for (const auto& [label, text] : head_facts(judgement)) facts.push_back({label, text});
  Json json = {{"schema", kSchema}, {"kab", judgement.kab_version}};
  json["title"] = headline(judgement);
  json["summary"] = summary(judgement);
  json["facts"] = std::move(facts);
  json["values"] = {
      {"taken", count_of(content.series, [](const auto& side) { return side.taken; })},
      {"held", held},
      {"digits", precision == Precision::kExact ? Json(nullptr) : Json(kDigitsOfMany)}};
  json["rows"] = list_of(judgement.comparisons, row_json);
  json["aa"] = list_of(judgement.aa, aa_json);
  json["means"] = list_of(judgement.means, mean_json);
  json["environment"] = facts_json(content.facts);
  json["tallies"] = Tallies(content.sides).json();
  json["sessions"] = sessions_json(content.sides);
  json["judgement"] = Json::parse(render_json(judgement));
  json["series"] =
      list_of(content.series, [&](const auto& one) { return series_json(one, precision); });
  return json;
}

}  // namespace kab::report
