#include "wire/protocol.h"

#include <array>
#include <cmath>
#include <concepts>
#include <limits>

#include "base/number.h"
#include "base/text.h"
#include "wire/json_line.h"

namespace kab::wire {
namespace {

struct TaskName {
  Task task;
  std::string_view name;
};
constexpr std::array kTasks = {TaskName{Task::kMeasure, "measure"},
                               TaskName{Task::kCalibrate, "calibrate"},
                               TaskName{Task::kTally, "tally"}, TaskName{Task::kCheck, "check"}};

struct OutcomeName {
  CheckOutcome outcome;
  std::string_view name;
};
constexpr std::array kOutcomes = {OutcomeName{CheckOutcome::kPassed, "passed"},
                                  OutcomeName{CheckOutcome::kFailed, "failed"},
                                  OutcomeName{CheckOutcome::kUnavailable, "unavailable"}};

struct KindName {
  ErrorKind kind;
  std::string_view name;
};
constexpr std::array kKinds = {KindName{ErrorKind::kInput, "input"},
                               KindName{ErrorKind::kUnavailable, "unavailable"},
                               KindName{ErrorKind::kInterrupted, "interrupted"}};

JsonObject message() { return JsonObject().add("kab", kVersion); }

std::string line_of(const JsonObject& object) { return object.json() + '\n'; }

std::string array_of(const std::vector<int>& numbers) {
  std::vector<std::string> elements;
  for (const int number : numbers) elements.push_back(std::to_string(number));
  return json_array(elements);
}

std::string json_of(const Hello& hello) {
  return line_of(message()
                     .add("reply", "hello")
                     .add("abi", hello.abi)
                     .add("bytes_per_operation", hello.bytes_per_operation)
                     .add("copies", hello.copies.copies)
                     .add("copied_bytes", hello.copies.bytes)
                     .add("checked_copies", hello.copies.checked_copies)
                     .add("checked_bytes", hello.copies.checked_bytes)
                     .add("timer_resolution_ns", hello.timer_resolution_ns)
                     .add("timer_cost_ns", hello.timer_cost_ns)
                     .add("empty_loop_ns", hello.empty_loop_ns)
                     .add("recording_ns", hello.recording_ns));
}

std::string json_of(const Batch& batch) {
  JsonObject line = message()
                        .add("reply", "batch")
                        .add("iterations", batch.iterations)
                        .add("started_ns", batch.started_ns)
                        .add("elapsed_ns", batch.elapsed_ns);
  JsonObject further;
  for (const auto& [name, value] : batch.further) further.add(name, value);
  if (!batch.further.empty()) line.add_json("further", further.json());
  return line_of(line);
}

std::string json_of(const Done& done) {
  return line_of(message()
                     .add("reply", "done")
                     .add("iterations", done.iterations)
                     .add_json("cpus", array_of(done.cpus))
                     .add("inside_ns", done.inside_ns)
                     .add("resident_kb", done.resident_kb));
}

std::string json_of(const Tally& tally) {
  std::vector<std::string> calls;
  for (const auto& call : tally.calls)
    calls.push_back(JsonObject()
                        .add("name", call.name)
                        .add("abi", call.abi)
                        .add("calls", call.calls)
                        .add("errors", call.errors)
                        .json());
  return line_of(message()
                     .add("reply", "tally")
                     .add("operations", tally.operations)
                     .add_json("calls", json_array(calls)));
}

std::string json_of(const Checked& checked) {
  std::vector<std::string> evidence;
  // The kernel's own words may be part of it.
  for (const auto& line : checked.evidence) evidence.push_back(json_string(as_utf8(line)));
  std::vector<std::string> numbers;
  for (const auto& number : checked.numbers)
    numbers.push_back(JsonObject()
                          .add("name", number.name)
                          .add("value", number.value)
                          .add("unit", number.unit)
                          .json());
  return line_of(message()
                     .add("reply", "checked")
                     .add("outcome", text_of(checked.outcome))
                     .add("property", checked.property)
                     .add_json("evidence", json_array(evidence))
                     .add_json("numbers", json_array(numbers)));
}

std::string json_of(const Refusal& refusal) {
  std::string_view kind = "unavailable";
  for (const auto& known : kKinds) {
    if (known.kind == refusal.kind) kind = known.name;
  }
  // A reason may quote half a character of somebody's file name; a line must still be JSON.
  return line_of(
      message().add("reply", "refusal").add("kind", kind).add("reason", as_utf8(refusal.reason)));
}

std::unexpected<Error> wrong_member(std::string_view name, std::string_view expected) {
  return fail_input("member " + in_quotes(name) + " must be " + std::string(expected));
}

/// Required members of one message, with the type that is asked for.
class Members {
 public:
  /// The object on `line`, once its version is known to be ours.
  static Result<Members> of(std::string_view line) {
    KAB_TRY(JsonValue value, parse_json_line(line));
    if (value.kind != JsonValue::Kind::kObject)
      return fail_input("not a message: a JSON object is expected");
    Members members(std::move(value));
    KAB_TRY(const auto version, members.whole<std::uint64_t>("kab"));
    if (version != static_cast<std::uint64_t>(kVersion))
      return fail_input("protocol version " + std::to_string(version) + ", but this is version " +
                        std::to_string(kVersion) + "; use kab and kab-worker of one build");
    return members;
  }

  Result<std::string> text(std::string_view name) const {
    KAB_TRY(const JsonValue* value, find(name, JsonValue::Kind::kString, "a string"));
    return value->text;
  }

  Result<double> number(std::string_view name) const {
    KAB_TRY(const JsonValue* value, find(name, JsonValue::Kind::kNumber, "a number"));
    const auto parsed = parse_double(value->text);
    if (!parsed || !std::isfinite(*parsed)) return wrong_member(name, "a finite number");
    return *parsed;
  }

  template <std::integral T>
  Result<T> whole(std::string_view name) const {
    KAB_TRY(const JsonValue* value, find(name, JsonValue::Kind::kNumber, "a whole number"));
    return whole_of<T>(*value, name);
  }

  Result<std::vector<int>> numbers(std::string_view name) const {
    KAB_TRY(const JsonValue* array, find(name, JsonValue::Kind::kArray, "an array of numbers"));
    std::vector<int> found;
    for (const auto& value : array->values) {
      KAB_TRY(const int number, whole_of<int>(value, name));
      found.push_back(number);
    }
    return found;
  }

  /// An object of numbers, or none where there is no such member.
  Result<std::vector<std::pair<std::string, double>>> numbers_or_none(std::string_view name) const {
    constexpr std::string_view kExpected = "an object of finite numbers";
    std::vector<std::pair<std::string, double>> found;
    if (object_.member(name) == nullptr) return found;
    KAB_TRY(const JsonValue* object, find(name, JsonValue::Kind::kObject, kExpected));
    for (std::size_t i = 0; i < object->values.size(); ++i) {
      const auto& value = object->values[i];
      const auto parsed = value.kind == JsonValue::Kind::kNumber ? parse_double(value.text)
                                                                 : std::optional<double>();
      if (!parsed || !std::isfinite(*parsed)) return wrong_member(name, kExpected);
      found.emplace_back(object->names[i], *parsed);
    }
    return found;
  }

  Result<std::vector<std::string>> lines(std::string_view name) const {
    constexpr std::string_view kExpected = "an array of strings";
    KAB_TRY(const JsonValue* array, find(name, JsonValue::Kind::kArray, kExpected));
    std::vector<std::string> found;
    for (const auto& value : array->values) {
      if (value.kind != JsonValue::Kind::kString) return wrong_member(name, kExpected);
      found.push_back(value.text);
    }
    return found;
  }

  Result<std::vector<Members>> objects(std::string_view name) const {
    constexpr std::string_view kExpected = "an array of objects";
    KAB_TRY(const JsonValue* array, find(name, JsonValue::Kind::kArray, kExpected));
    std::vector<Members> found;
    for (const auto& value : array->values) {
      if (value.kind != JsonValue::Kind::kObject) return wrong_member(name, kExpected);
      found.push_back(Members(value));
    }
    return found;
  }

  Result<std::vector<std::pair<std::string, std::string>>> texts(std::string_view name) const {
    constexpr std::string_view kExpected = "an object of strings";
    KAB_TRY(const JsonValue* object, find(name, JsonValue::Kind::kObject, kExpected));
    std::vector<std::pair<std::string, std::string>> found;
    for (std::size_t i = 0; i < object->values.size(); ++i) {
      if (object->values[i].kind != JsonValue::Kind::kString) return wrong_member(name, kExpected);
      found.emplace_back(object->names[i], object->values[i].text);
    }
    return found;
  }

 private:
  explicit Members(JsonValue object) : object_(std::move(object)) {}

  Result<const JsonValue*> find(std::string_view name, JsonValue::Kind kind,
                                std::string_view expected) const {
    const JsonValue* const value = object_.member(name);
    if (value == nullptr) return fail_input("member " + in_quotes(name) + " is missing");
    if (value->kind != kind) return wrong_member(name, expected);
    return value;
  }

  template <std::integral T>
  static Result<T> whole_of(const JsonValue& value, std::string_view name) {
    const auto out_of_range = [&] {
      return wrong_member(name, "a whole number from " +
                                    std::to_string(std::numeric_limits<T>::min()) + " to " +
                                    std::to_string(std::numeric_limits<T>::max()));
    };
    if (value.kind != JsonValue::Kind::kNumber) return out_of_range();
    if constexpr (std::unsigned_integral<T>) {
      const auto parsed = parse_uint(value.text);
      if (!parsed || !std::in_range<T>(*parsed)) return out_of_range();
      return static_cast<T>(*parsed);
    } else {
      const auto parsed = parse_int(value.text);
      if (!parsed || !std::in_range<T>(*parsed)) return out_of_range();
      return static_cast<T>(*parsed);
    }
  }

  JsonValue object_;
};

Result<Task> task_from(const Members& members) {
  KAB_TRY(const std::string name, members.text("request"));
  for (const auto& known : kTasks) {
    if (known.name == name) return known.task;
  }
  return wrong_member("request", "\"measure\", \"calibrate\", \"tally\" or \"check\"");
}

Result<Reply> hello_from(const Members& members) {
  Hello hello;
  KAB_TRY(hello.abi, members.text("abi"));
  KAB_TRY(hello.bytes_per_operation, members.number("bytes_per_operation"));
  KAB_TRY(hello.copies.copies, members.number("copies"));
  KAB_TRY(hello.copies.bytes, members.number("copied_bytes"));
  KAB_TRY(hello.copies.checked_copies, members.number("checked_copies"));
  KAB_TRY(hello.copies.checked_bytes, members.number("checked_bytes"));
  KAB_TRY(hello.timer_resolution_ns, members.number("timer_resolution_ns"));
  KAB_TRY(hello.timer_cost_ns, members.number("timer_cost_ns"));
  KAB_TRY(hello.empty_loop_ns, members.number("empty_loop_ns"));
  KAB_TRY(hello.recording_ns, members.number("recording_ns"));
  return hello;
}

Result<Reply> batch_from(const Members& members) {
  Batch batch;
  KAB_TRY(batch.iterations, members.whole<std::uint64_t>("iterations"));
  KAB_TRY(batch.started_ns, members.whole<std::int64_t>("started_ns"));
  KAB_TRY(batch.elapsed_ns, members.whole<std::int64_t>("elapsed_ns"));
  KAB_TRY(batch.further, members.numbers_or_none("further"));
  return batch;
}

Result<Reply> done_from(const Members& members) {
  Done done;
  KAB_TRY(done.iterations, members.whole<std::uint64_t>("iterations"));
  KAB_TRY(done.cpus, members.numbers("cpus"));
  KAB_TRY(done.inside_ns, members.whole<std::int64_t>("inside_ns"));
  KAB_TRY(done.resident_kb, members.whole<std::int64_t>("resident_kb"));
  return done;
}

Result<Reply> tally_from(const Members& members) {
  Tally tally;
  KAB_TRY(tally.operations, members.whole<std::uint64_t>("operations"));
  KAB_TRY(const auto calls, members.objects("calls"));
  for (const Members& members_of_call : calls) {
    CountedCall call;
    KAB_TRY(call.name, members_of_call.text("name"));
    KAB_TRY(call.abi, members_of_call.text("abi"));
    KAB_TRY(call.calls, members_of_call.whole<std::uint64_t>("calls"));
    KAB_TRY(call.errors, members_of_call.whole<std::uint64_t>("errors"));
    tally.calls.push_back(std::move(call));
  }
  return tally;
}

Result<CheckOutcome> outcome_from(const Members& members) {
  KAB_TRY(const std::string name, members.text("outcome"));
  for (const auto& known : kOutcomes) {
    if (known.name == name) return known.outcome;
  }
  return wrong_member("outcome", "\"passed\", \"failed\" or \"unavailable\"");
}

Result<Reply> checked_from(const Members& members) {
  Checked checked;
  KAB_TRY(checked.outcome, outcome_from(members));
  KAB_TRY(checked.property, members.text("property"));
  KAB_TRY(checked.evidence, members.lines("evidence"));
  KAB_TRY(const auto numbers, members.objects("numbers"));
  for (const Members& members_of_number : numbers) {
    NamedNumber number;
    KAB_TRY(number.name, members_of_number.text("name"));
    KAB_TRY(number.value, members_of_number.number("value"));
    KAB_TRY(number.unit, members_of_number.text("unit"));
    checked.numbers.push_back(std::move(number));
  }
  return checked;
}

Result<Reply> refusal_from(const Members& members) {
  Refusal refusal;
  KAB_TRY(const std::string kind, members.text("kind"));
  KAB_TRY(refusal.reason, members.text("reason"));
  for (const auto& known : kKinds) {
    if (known.name != kind) continue;
    refusal.kind = known.kind;
    return refusal;
  }
  return wrong_member("kind", "\"input\", \"unavailable\" or \"interrupted\"");
}

Result<Request> check_request_from(const Members& members) {
  Request request{.task = Task::kCheck};
  KAB_TRY(request.check, members.text("check"));
  KAB_TRY(request.time_ns, members.whole<std::uint64_t>("time_ns"));
  KAB_TRY(request.seed, members.whole<std::uint64_t>("seed"));
  return request;
}

}  // namespace

std::string_view text_of(CheckOutcome outcome) {
  std::string_view text;
  for (const auto& known : kOutcomes) {
    if (known.outcome == outcome) text = known.name;
  }
  return text;
}

std::string encode(const Request& request) {
  if (request.task == Task::kCheck)
    return line_of(message()
                       .add("request", "check")
                       .add("check", request.check)
                       .add("time_ns", request.time_ns)
                       .add("seed", request.seed));
  JsonObject params;
  for (const auto& [name, value] : request.params) params.add(name, value);
  std::string_view task;
  for (const auto& known : kTasks) {
    if (known.task == request.task) task = known.name;
  }
  return line_of(message()
                     .add("request", task)
                     .add("workload", request.workload)
                     .add_json("params", params.json())
                     .add("iterations", request.iterations)
                     .add("batches", std::uint64_t{request.batches})
                     .add("warmup_iterations", request.warmup_iterations)
                     .add("batch_ns", request.batch_ns)
                     .add_json("pin", array_of(request.pin)));
}

std::string encode(const Reply& reply) {
  return std::visit([](const auto& alternative) { return json_of(alternative); }, reply);
}

Result<Request> decode_request(std::string_view line) {
  KAB_TRY(const Members members, Members::of(line));
  Request request;
  KAB_TRY(request.task, task_from(members));
  if (request.task == Task::kCheck) return check_request_from(members);
  KAB_TRY(request.workload, members.text("workload"));
  KAB_TRY(request.params, members.texts("params"));
  KAB_TRY(request.iterations, members.whole<std::uint64_t>("iterations"));
  KAB_TRY(request.batches, members.whole<std::uint32_t>("batches"));
  KAB_TRY(request.warmup_iterations, members.whole<std::uint64_t>("warmup_iterations"));
  KAB_TRY(request.batch_ns, members.whole<std::uint64_t>("batch_ns"));
  KAB_TRY(request.pin, members.numbers("pin"));
  return request;
}

Result<Reply> decode_reply(std::string_view line) {
  KAB_TRY(const Members members, Members::of(line));
  KAB_TRY(const std::string name, members.text("reply"));
  if (name == "hello") return hello_from(members);
  if (name == "batch") return batch_from(members);
  if (name == "done") return done_from(members);
  if (name == "tally") return tally_from(members);
  if (name == "checked") return checked_from(members);
  if (name == "refusal") return refusal_from(members);
  return wrong_member("reply",
                      "\"hello\", \"batch\", \"done\", \"tally\", \"checked\" or \"refusal\"");
}

}  // namespace kab::wire
