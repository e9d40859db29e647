// The 32-bit worker in an emulator, since not every kernel runs 32-bit programs: whether it does
// what it is asked for with each clock and each user copy, and not how fast.
#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "wire/json_line.h"
#include "wire/protocol.h"
#include "worker/worker_process.h"

namespace kab::worker {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using Params = std::vector<std::pair<std::string, std::string>>;

/// A workload with its defaults, or with one choice that is not the default.
struct Variant {
  std::string workload;
  Params params;
};

std::string name_of(const Variant& variant) {
  std::string name = variant.workload;
  for (const auto& [param, value] : variant.params) name += "_" + param + "_" + value;
  std::ranges::replace(name, '-', '_');
  return name;
}

void PrintTo(const Variant& variant, std::ostream* out) { *out << name_of(variant); }

/// What the emulator lacks, so that a refusal is right. Everything else has to work.
struct Lacking {
  std::string_view variant;  // the end of its name, or all of it
  std::string_view reason;
};
constexpr std::array kLacking = {
    Lacking{"_path_vdso", "this kernel gives programs no vDSO"},
    Lacking{"_path_vdso32", "this kernel gives programs no vDSO"},
    Lacking{"process_vm_readv", "Function not implemented"},
};

std::string output_of(const std::vector<std::string>& arguments, std::string_view input) {
  std::vector<std::string> argv = {KAB_QEMU_I386, KAB_WORKER_I386};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const auto outcome = run_process(argv, input);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome ? outcome->output : "";
}

void add_variants(const wire::JsonValue& workload, std::vector<Variant>& all) {
  const std::string name = workload.member("name")->text;
  all.push_back({.workload = name, .params = {}});
  for (const auto& param : workload.member("params")->values) {
    const auto* const choices = param.member("choices");
    if (choices == nullptr) continue;
    for (const auto choice : split(choices->text, '|')) {
      if (choice == param.member("default")->text) continue;
      all.push_back(
          {.workload = name, .params = {{param.member("name")->text, std::string(choice)}}});
    }
  }
}

std::vector<Variant> variants() {
  std::vector<Variant> all;
  const std::string list = output_of({"--list"}, "");
  for (const auto line : split(list, '\n')) {
    const auto workload = wire::parse_json_line(line);
    if (!workload) continue;
    const std::string& family = workload->member("family")->text;
    if (family == "clocks" || family == "usercopy") add_variants(*workload, all);
  }
  return all;
}

bool may_refuse(const Variant& variant, const std::string& reason) {
  const std::string name = name_of(variant);
  return std::ranges::any_of(kLacking, [&](const Lacking& lacking) {
    return name.ends_with(lacking.variant) && reason.contains(lacking.reason);
  });
}

class I386Worker : public ::testing::TestWithParam<Variant> {};

TEST_P(I386Worker, DoesWhatItIsAskedFor) {
  const wire::Request request{
      .workload = GetParam().workload, .params = GetParam().params, .iterations = 20, .batches = 2};
  const std::string output = output_of({}, wire::encode(request));
  const auto lines = split(trimmed(output), '\n');
  const auto first = wire::decode_reply(lines.front());
  ASSERT_TRUE(first) << output;
  if (const auto* const refusal = std::get_if<wire::Refusal>(&*first)) {
    EXPECT_TRUE(may_refuse(GetParam(), refusal->reason)) << refusal->reason;
    return;
  }
  EXPECT_EQ(std::get<wire::Hello>(*first).abi, "i386");
  const auto last = wire::decode_reply(lines.back());
  ASSERT_TRUE(last) << output;
  ASSERT_TRUE(std::holds_alternative<wire::Done>(*last)) << output;
  EXPECT_EQ(std::get<wire::Done>(*last).iterations, 20U);
}

INSTANTIATE_TEST_SUITE_P(Of, I386Worker, ::testing::ValuesIn(variants()),
                         [](const auto& entry) { return name_of(entry.param); });

TEST(I386WorkerList, HasTheCallsAndPathsOfItsAbi) {
  const std::string list = output_of({"--list"}, "");
  const auto lines = split(list, '\n');
  EXPECT_THAT(lines, Contains(HasSubstr("\"name\":\"clock-tai\"")));
  EXPECT_THAT(list, HasSubstr("libc|vdso|syscall|vdso32|syscall32"));
  EXPECT_THAT(list, HasSubstr("\"name\":\"_newselect\",\"per_operation\":1"));
}

}  // namespace
}  // namespace kab::worker
