#include "worker/list.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"
#include "wire/json_line.h"
#include "workloads/registry.h"

namespace kab::worker {
namespace {

TEST(List, HasOneLineOfJsonForEachWorkload) {
  const std::string text = list_of_workloads();
  ASSERT_TRUE(text.ends_with('\n'));
  const auto lines = split(std::string_view(text).substr(0, text.size() - 1), '\n');
  const auto workloads = workloads::all_workloads();
  ASSERT_EQ(lines.size(), workloads.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto line = wire::parse_json_line(lines[i]);
    ASSERT_TRUE(line) << lines[i] << line.error().message;
    EXPECT_EQ(line->member("name")->text, workloads[i].name);
    EXPECT_EQ(line->member("params")->values.size(), workloads[i].params.size());
  }
}

TEST(List, TellsAllOfAWorkload) {
  const std::string text = list_of_workloads();
  const auto lines = split(text, '\n');
  const auto found = std::ranges::find_if(
      lines, [](std::string_view line) { return line.contains("\"unix-dgram-fanin\""); });
  ASSERT_NE(found, lines.end());
  EXPECT_EQ(
      *found,
      R"({"kab":1,"name":"unix-dgram-fanin","family":"ipc",)"
      R"("summary":"datagrams from several processes to one over AF_UNIX: flow control",)"
      R"("operation":"one message sent by one of the writers and received",)"
      R"("params":[{"name":"writers","default":"4","min":1,"max":64,)"
      R"("meaning":"processes that send"},{"name":"mode","default":"blocking",)"
      R"("choices":"blocking|epoll|poll","off":"blocking",)"
      R"("meaning":"how a writer waits for room"},{"name":"size","default":"16","min":1,)"
      R"("max":65536,"meaning":"bytes of a message"},{"name":"messages","default":"0",)"
      R"("min":0,"max":1000000000,"off":"0",)"
      R"("meaning":"messages of a batch; 0: as many as make a batch long enough"},)"
      R"({"name":"bound","default":"abstract","choices":"path|abstract","off":"abstract",)"
      R"("meaning":"the name of the reader's socket"},{"name":"copies","default":"1",)"
      R"("min":1,"max":256,"off":"1",)"
      R"("meaning":"processes that run the workload at once, each its own"}],)"
      R"("abis":["x86_64","i386"],)"
      R"("roles":["reader","writer"],"calls":[{"name":"write","per_operation":1},)"
      R"({"name":"read","per_operation":1}],"bytes_per_operation":16,)"
      R"("copies":[{"what":"message written","bytes":16,"per_operation":1,"check":"checked"},)"
      R"({"what":"message read","bytes":16,"per_operation":1,"check":"checked"}]})");
}

TEST(List, SaysWhichCallsThereMayBeMoreOf) {
  const std::string text = list_of_workloads();
  EXPECT_TRUE(text.contains(R"({"name":"futex","per_operation":2,"often":"at least"})"));
}

}  // namespace
}  // namespace kab::worker
