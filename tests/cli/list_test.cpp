// kab list: what there is, and what works here.
#include <algorithm>

#include "cli/kab.h"

namespace kab::cli {
namespace {

class ListOf : public KabTest {
 protected:
  std::vector<std::string> names_in(const std::string& section) const {
    const auto json = json_of(kab({"list", section, "--json"}).out);
    EXPECT_EQ(json.size(), 1U);
    std::vector<std::string> names;
    for (const auto& entry : json[section]) names.push_back(entry["name"]);
    return names;
  }
};

TEST_F(ListOf, WorkloadsAreThoseOfTheWorker) {
  const auto names = names_in("workloads");
  for (const auto* name : {"unix-seqpacket", "unix-dgram-fanin"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
}

TEST_F(ListOf, MetricsHaveUnitAndDirection) {
  const auto json = json_of(kab({"list", "metrics", "--json"}).out);
  ASSERT_FALSE(json["metrics"].empty());
  EXPECT_NE(json["metrics"].dump().find("\"string-iterations\""), std::string::npos);
  for (const auto& metric : json["metrics"]) {
    EXPECT_NE(metric["unit"], "");
    EXPECT_TRUE(metric["better"] == "lower" || metric["better"] == "higher") << metric;
  }
}

TEST_F(ListOf, ReadersAreThoseThatCompareNames) {
  const auto refusal = kab({"compare", "--reader", "zork", file("x", "1\n"), "x"}).err;
  const auto names = names_in("readers");
  EXPECT_FALSE(names.empty());
  for (const auto& name : names) EXPECT_NE(refusal.find(name), std::string::npos) << refusal;
}

TEST_F(ListOf, CapabilitiesSayWhyNot) {
  const auto json = json_of(kab_as_user({"list", "capabilities", "--json"}).out);
  bool host_settings = true;
  for (const auto& one : json["capabilities"]) {
    EXPECT_NE(one["summary"], "") << one;
    if (one["name"] == "host-settings") host_settings = one["available"];
  }
  EXPECT_FALSE(host_settings) << json;
}

TEST_F(ListOf, CapabilitiesSayWhatCanBeCountedSampledAndTraced) {
  const auto names = names_in("capabilities");
  for (const auto* name :
       {"events-software", "events-hardware", "profile", "syscalls-bpf", "syscalls-ptrace"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  const auto json = json_of(kab_as_user({"list", "capabilities", "--json"}).out);
  for (const auto& one : json["capabilities"]) {
    if (one["name"] != "syscalls-bpf") continue;
    EXPECT_FALSE(one["available"]);
    EXPECT_NE(one["summary"].get<std::string>().find("CAP_BPF"), std::string::npos) << one;
  }
}

TEST_F(ListOf, CapabilitiesNameWhatIsNotSupported) {
  const auto json = json_of(kab({"list", "capabilities", "--json"}).out);
  std::string reason;
  for (const auto& one : json["capabilities"])
    if (one["name"] == "workloads-x32" && !one["available"]) reason = one["summary"];
  EXPECT_TRUE(reason.starts_with("x32 is not supported")) << json;
}

TEST_F(ListOf, EverythingIsListedUnlessOneSectionIsNamed) {
  const auto json = json_of(kab({"list", "--json"}).out);
  for (const auto* section :
       {"workloads", "suites", "metrics", "readers", "checks", "capabilities"})
    EXPECT_TRUE(json[section].is_array()) << section;
  const auto text = kab({"list", "metrics"}).out;
  EXPECT_TRUE(text.starts_with("metrics\n")) << text;
  EXPECT_EQ(text.find("workloads\n"), std::string::npos) << text;
}

TEST_F(ListOf, AMissingWorkerIsNamedWithTheWayOut) {
  const auto said = kab_with({{"KAB_WORKER", "/no/such/worker"}}, {"list", "workloads"});
  expect_refused(said, 3, {"KAB_WORKER", "/no/such/worker", "not executable"});
}

}  // namespace
}  // namespace kab::cli
