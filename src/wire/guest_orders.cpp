#include "wire/guest_orders.h"

#include <array>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "wire/json_line.h"

namespace kab::wire {
namespace {

using Kind = GuestOrder::Kind;

struct KindName {
  Kind kind;
  std::string_view name;
};
constexpr std::array kKinds = {KindName{Kind::kChannel, "channel"},
                               KindName{Kind::kWorker, "worker"},
                               KindName{Kind::kCommand, "command"}, KindName{Kind::kWrite, "write"},
                               KindName{Kind::kCopy, "copy"}};

constexpr std::string_view kAtOnce = "at-once";

std::string_view name_of(Kind kind) {
  for (const auto& known : kKinds)
    if (known.kind == kind) return known.name;
  return "";
}

std::optional<Kind> kind_named(std::string_view name) {
  for (const auto& known : kKinds)
    if (known.name == name) return known.kind;
  return std::nullopt;
}

std::string array_of(const std::vector<std::string>& texts) {
  std::vector<std::string> elements;
  for (const auto& text : texts) elements.push_back(json_string(as_utf8(text)));
  return json_array(elements);
}

std::string text_member(const JsonValue& object, std::string_view name) {
  const auto* value = object.member(name);
  return value != nullptr && value->kind == JsonValue::Kind::kString ? value->text : std::string();
}

std::uint64_t number_member(const JsonValue& object, std::string_view name) {
  const auto* value = object.member(name);
  if (value == nullptr || value->kind != JsonValue::Kind::kNumber) return 0;
  return parse_uint(value->text).value_or(0);
}

std::vector<std::string> texts_member(const JsonValue& object, std::string_view name) {
  std::vector<std::string> texts;
  const auto* array = object.member(name);
  if (array == nullptr) return texts;
  for (const auto& value : array->values) texts.push_back(value.text);
  return texts;
}

}  // namespace

std::string guest_path_of_worker(std::string_view abi) {
  const std::string worker = "/kab/kab-worker";
  return abi == "x86_64" ? worker : worker + "-" + std::string(abi);
}

std::string encode(const GuestOrder& order) {
  JsonObject line;
  line.add("order", name_of(order.kind));
  if (order.address > 0) line.add("address", order.address);
  if (order.bytes > 0) line.add("bytes", order.bytes);
  if (order.deadline_ns > 0) line.add("deadline_ns", order.deadline_ns);
  if (order.start == GuestOrder::Start::kAtOnce) line.add("start", kAtOnce);
  if (!order.abi.empty()) line.add("abi", order.abi);
  if (!order.request.empty()) line.add("request", as_utf8(order.request));
  if (!order.argv.empty()) line.add_json("argv", array_of(order.argv));
  std::vector<std::string> environment;
  for (const auto& [name, value] : order.environment) environment.push_back(name + "=" + value);
  if (!environment.empty()) line.add_json("environment", array_of(environment));
  if (!order.path.empty()) line.add("path", as_utf8(order.path));
  if (!order.value.empty()) line.add("value", as_utf8(order.value));
  return line.json() + '\n';
}

Result<GuestOrder> decode_order(std::string_view line) {
  KAB_TRY(const JsonValue object, parse_json_line(line));
  const auto name = text_member(object, "order");
  const auto kind = kind_named(name);
  if (!kind) return fail_input("there is no order " + in_quotes(name));
  GuestOrder order{.kind = *kind,
                   .address = number_member(object, "address"),
                   .bytes = number_member(object, "bytes"),
                   .abi = text_member(object, "abi"),
                   .request = text_member(object, "request"),
                   .argv = texts_member(object, "argv"),
                   .deadline_ns = number_member(object, "deadline_ns"),
                   .start = text_member(object, "start") == kAtOnce ? GuestOrder::Start::kAtOnce
                                                                    : GuestOrder::Start::kAtRest,
                   .path = text_member(object, "path"),
                   .value = text_member(object, "value")};
  for (const auto& entry : texts_member(object, "environment")) {
    const auto equals = entry.find('=');
    if (equals == entry.npos) return fail_input("environment " + in_quotes(entry) + " has no =");
    order.environment.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
  }
  return order;
}

}  // namespace kab::wire
