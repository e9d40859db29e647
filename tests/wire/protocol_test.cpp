#include "wire/protocol.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::wire {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Request full_request() {
  return Request{.task = Task::kCalibrate,
                 .workload = "unix-stream",
                 .params = {{"size", "64"}, {"path", "/tmp/\"odd\"\n\xe2\x82\xac"}},
                 .iterations = std::numeric_limits<std::uint64_t>::max(),
                 .batches = 31,
                 .warmup_iterations = 1000,
                 .batch_ns = 10'000'000,
                 .pin = {3, 0}};
}

std::vector<Reply> one_of_each() {
  return {Hello{.abi = "i386",
                .bytes_per_operation = 16,
                .copies = {.copies = 3, .bytes = 56.5, .checked_copies = 2, .checked_bytes = 32},
                .timer_resolution_ns = 20.5,
                .timer_cost_ns = 1e-3,
                .empty_loop_ns = 0.25,
                .recording_ns = 50},
          Batch{.iterations = 1000, .started_ns = 12, .elapsed_ns = 10'000'123'456},
          Batch{.iterations = 1,
                .started_ns = 0,
                .elapsed_ns = 5,
                .further = {{"latency-p99.9", 812.5}, {"copy-mean", 3}}},
          Done{.iterations = 4096, .cpus = {0, 1, 1}, .inside_ns = 5, .resident_kb = 900},
          Tally{.operations = 1000,
                .calls = {{.name = "write", .abi = "x86_64", .calls = 1000, .errors = 2},
                          {.name = "451", .abi = "i386", .calls = 1, .errors = 0}}},
          Checked{.outcome = CheckOutcome::kFailed,
                  .property = "no clock goes back",
                  .evidence = {"monotonic: 1 of 3", "said \"no\""},
                  .numbers = {{.name = "steps", .value = 3, .unit = ""},
                              {.name = "largest", .value = 2.5, .unit = "ns"}}},
          Checked{.outcome = CheckOutcome::kUnavailable},
          Refusal{.kind = ErrorKind::kInput, .reason = "no workload \"x\""}};
}

std::string request_with(std::string_view from, std::string_view to) {
  std::string line = encode(Request{.workload = "null"});
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return line.replace(at, from.size(), to);
}

std::string reason_against(std::string_view line) {
  const auto request = decode_request(line);
  if (request) return "accepted";
  EXPECT_EQ(request.error().kind, ErrorKind::kInput);
  return request.error().message;
}

TEST(Protocol, RequestsComeBackAsTheyWereSent) {
  for (const auto& request : {full_request(), Request{.workload = "null"}}) {
    const auto decoded = decode_request(encode(request));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, request);
  }
}

TEST(Protocol, RepliesComeBackAsTheyWereSent) {
  for (const auto& reply : one_of_each()) {
    const auto decoded = decode_reply(encode(reply));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, reply);
  }
}

TEST(Protocol, CheckRequestsHaveMembersOfTheirOwn) {
  const Request request{
      .task = Task::kCheck, .check = "unix-order", .time_ns = 5'000'000'000, .seed = 77};
  EXPECT_EQ(encode(request),
            R"({"kab":1,"request":"check","check":"unix-order","time_ns":5000000000,"seed":77})"
            "\n");
  EXPECT_EQ(decode_request(encode(request)), request);
  const Request tally{.task = Task::kTally, .workload = "pipe", .iterations = 1000};
  EXPECT_EQ(decode_request(encode(tally)), tally);
}

TEST(Protocol, EveryOutcomeOfACheckComesBack) {
  for (const auto outcome :
       {CheckOutcome::kPassed, CheckOutcome::kFailed, CheckOutcome::kUnavailable}) {
    const auto decoded = decode_reply(encode(Reply(Checked{.outcome = outcome})));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(std::get<Checked>(*decoded).outcome, outcome);
  }
  EXPECT_FALSE(decode_reply(
      R"({"kab":1,"reply":"checked","outcome":"perhaps","property":"","evidence":[],"numbers":[]})"));
}

TEST(Protocol, EvidenceThatIsNoTextIsStillALine) {
  const auto decoded =
      decode_reply(encode(Reply(Checked{.evidence = {"half a character: \xe2\x82"}})));
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_TRUE(std::get<Checked>(*decoded).evidence.front().starts_with("half a character: "));
}

TEST(Protocol, RefusalsOfEveryKindComeBack) {
  for (const auto kind : {ErrorKind::kInput, ErrorKind::kUnavailable, ErrorKind::kInterrupted}) {
    const auto decoded = decode_reply(encode(Reply(Refusal{.kind = kind, .reason = "why"})));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(std::get<Refusal>(*decoded).kind, kind);
  }
}

TEST(Protocol, ALineIsOneLine) {
  for (const auto& reply : one_of_each()) {
    const std::string line = encode(reply);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
  }
  const std::string line = encode(full_request());
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

TEST(Protocol, TheWrittenFormIsTheDocumentedOne) {
  EXPECT_EQ(encode(Request{.workload = "pipe", .params = {{"size", "16"}}, .pin = {1}}),
            R"({"kab":1,"request":"measure","workload":"pipe","params":{"size":"16"},)"
            R"("iterations":1,"batches":1,"warmup_iterations":0,"batch_ns":0,"pin":[1]})"
            "\n");
  EXPECT_EQ(encode(Reply(Batch{.iterations = 7, .started_ns = 0, .elapsed_ns = 900})),
            R"({"kab":1,"reply":"batch","iterations":7,"started_ns":0,"elapsed_ns":900})"
            "\n");
}

TEST(Protocol, EveryTruncationIsAnError) {
  const std::string request = encode(full_request());
  for (std::size_t length = 0; length + 1 < request.size(); ++length) {
    EXPECT_FALSE(decode_request(request.substr(0, length))) << length;
  }
  for (const auto& reply : one_of_each()) {
    const std::string line = encode(reply);
    for (std::size_t length = 0; length + 1 < line.size(); ++length) {
      EXPECT_FALSE(decode_reply(line.substr(0, length))) << line << length;
    }
  }
}

TEST(Protocol, EveryDamagedByteIsAnAnswerOrAnError) {
  const std::string request = encode(full_request());
  for (std::size_t at = 0; at < request.size(); ++at) {
    for (const char damage : {'\0', '"', '{', ']', '9', '\x80', '\xff'}) {
      std::string line = request;
      line[at] = damage;
      const auto decoded = decode_request(line);
      if (!decoded) {
        EXPECT_FALSE(decoded.error().message.empty());
      }
    }
  }
}

TEST(Protocol, AnotherVersionIsNamed) {
  EXPECT_THAT(reason_against(request_with("\"kab\":1", "\"kab\":2")),
              AllOf(HasSubstr("version 2"), HasSubstr("this is version 1")));
  EXPECT_THAT(reason_against(request_with("\"kab\":1,", "")), HasSubstr("\"kab\" is missing"));
}

TEST(Protocol, EveryMemberIsRequired) {
  EXPECT_THAT(reason_against(request_with("\"pin\":[]", "\"nip\":[]")),
              HasSubstr("\"pin\" is missing"));
  EXPECT_THAT(reason_against(request_with("\"workload\"", "\"w\"")),
              HasSubstr("\"workload\" is missing"));
}

TEST(Protocol, MembersOfAWrongTypeAreNamed) {
  EXPECT_THAT(reason_against(request_with("\"iterations\":1", "\"iterations\":\"1\"")),
              HasSubstr("\"iterations\" must be a whole number"));
  EXPECT_THAT(reason_against(request_with("\"pin\":[]", "\"pin\":0")),
              HasSubstr("\"pin\" must be an array"));
  EXPECT_THAT(reason_against(request_with("\"pin\":[]", "\"pin\":[\"0\"]")),
              HasSubstr("\"pin\" must be a whole number"));
  EXPECT_THAT(reason_against(request_with("\"params\":{}", "\"params\":{\"size\":16}")),
              HasSubstr("\"params\" must be an object of strings"));
  EXPECT_THAT(reason_against(request_with("\"measure\"", "\"destroy\"")),
              HasSubstr("\"request\" must be"));
  EXPECT_THAT(reason_against("[1]"), HasSubstr("JSON object is expected"));
}

TEST(Protocol, NumbersThatDoNotFitAreRefused) {
  EXPECT_THAT(reason_against(request_with("\"iterations\":1", "\"iterations\":-1")),
              HasSubstr("from 0 to 18446744073709551615"));
  EXPECT_THAT(
      reason_against(request_with("\"iterations\":1", "\"iterations\":18446744073709551616")),
      HasSubstr("\"iterations\""));
  EXPECT_THAT(reason_against(request_with("\"batches\":1", "\"batches\":4294967296")),
              HasSubstr("from 0 to 4294967295"));
  EXPECT_THAT(reason_against(request_with("\"batches\":1", "\"batches\":1.5")),
              HasSubstr("\"batches\""));
  const auto hello =
      decode_reply(R"({"kab":1,"reply":"hello","abi":"x86_64","bytes_per_operation":1e999,)"
                   R"("copies":0,"copied_bytes":0,"checked_copies":0,"checked_bytes":0,)"
                   R"("timer_resolution_ns":1,"timer_cost_ns":1,"empty_loop_ns":1})");
  ASSERT_FALSE(hello);
  EXPECT_THAT(hello.error().message, HasSubstr("finite"));
}

TEST(Protocol, MembersNobodyKnowsAreIgnored) {
  EXPECT_EQ(reason_against(request_with("\"pin\":[]", "\"pin\":[],\"later\":[true,null]")),
            "accepted");
}

TEST(Protocol, FurtherMetricsAreFiniteNumbersOrNotThere) {
  const std::string batch =
      R"({"kab":1,"reply":"batch","iterations":1,"started_ns":0,"elapsed_ns":1,"further":)";
  EXPECT_TRUE(decode_reply(batch + "{}}"));
  for (const auto* const wrong : {"[]", "1", R"({"a":"1"})", R"({"a":null})", R"({"a":1e999})"}) {
    const auto decoded = decode_reply(batch + wrong + "}");
    ASSERT_FALSE(decoded) << wrong;
    EXPECT_THAT(decoded.error().message, HasSubstr("\"further\" must be"));
  }
}

TEST(Protocol, UnknownRepliesAreRefused) {
  EXPECT_FALSE(decode_reply(R"({"kab":1,"reply":"surprise"})"));
  EXPECT_FALSE(decode_reply(R"({"kab":1,"reply":"refusal","kind":"mood","reason":"x"})"));
  EXPECT_FALSE(decode_reply(R"({"kab":1})"));
}

TEST(Protocol, AReasonThatIsNotUtf8StillMakesALine) {
  const auto decoded = decode_reply(encode(Reply(Refusal{.reason = "no file \xe2\x82"})));
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_THAT(std::get<Refusal>(*decoded).reason, HasSubstr("no file "));
}

}  // namespace
}  // namespace kab::wire
