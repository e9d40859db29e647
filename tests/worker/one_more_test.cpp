// A workload is one file and one word: the example of docs/adding-a-workload.md is added to the
// real list, built and run.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "wire/protocol.h"
#include "worker/worker_process.h"

namespace kab::worker {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::string kWorkloads = KAB_SOURCE_DIR "/src/workloads";

/// What stands between ```cpp and ``` on the page.
std::string example_on(const std::string& page) {
  const std::string text = read_file(page).value();
  const auto from = text.find("```cpp\n") + 7;
  return text.substr(from, text.find("```", from) - from);
}

std::string with_word(std::string list, const std::string& word) {
  const std::string start = "set(KAB_WORKLOADS\n";
  return list.replace(list.find(start), start.size(), start + "  " + word + "\n");
}

class OneMore : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root_ / "workloads/control");
    write("workloads/control/getuid.cpp", example_on(KAB_SOURCE_DIR "/docs/adding-a-workload.md"));
    write("workloads/CMakeLists.txt",
          with_word(read_file(kWorkloads + "/CMakeLists.txt").value(), "control/getuid"));
    fs::copy(kWorkloads + "/registry_entries.cpp.in", root_ / "workloads");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(root_ / name) << content;
  }

  void expect_done(const std::vector<std::string>& argv) const {
    const auto outcome = run_process(argv, "");
    ASSERT_TRUE(outcome) << outcome.error().message;
    ASSERT_EQ(outcome->status, 0) << outcome->output << outcome->errors;
  }

  void build() const {
    expect_done({KAB_CMAKE, "-S", KAB_SOURCE_DIR "/tests/worker/one_more", "-B",
                 (root_ / "build").string(), "-G", KAB_GENERATOR,
                 "-DCMAKE_CXX_COMPILER=" KAB_COMPILER, "-DKAB_SOURCE_DIR=" KAB_SOURCE_DIR,
                 "-DKAB_WORKLOADS_FOLDER=" + (root_ / "workloads").string(),
                 "-DKAB_ONE_MORE=getuid", "-DKAB_LIBRARIES=" KAB_LIBRARIES,
                 "-DKAB_SANITIZE=" KAB_SANITIZERS});
    expect_done({KAB_CMAKE, "--build", (root_ / "build").string()});
  }

  fs::path root_ = ::testing::TempDir() + "kab-one-more-" + std::to_string(::getpid());
};

TEST_F(OneMore, WorkloadIsAFileAndAWord) {
  ASSERT_NO_FATAL_FAILURE(build());
  const std::string worker = (root_ / "build/worker").string();
  const auto listed = run_process({worker, "--list"}, "");
  ASSERT_TRUE(listed) << listed.error().message;
  EXPECT_THAT(listed->output, HasSubstr(R"("name":"getuid","family":"control")"));
  EXPECT_THAT(listed->output, HasSubstr(R"("name":"unix-seqpacket")"));
  const auto ran = run_process(
      {worker},
      wire::encode(wire::Request{
          .workload = "getuid", .params = {{"copies", "2"}}, .iterations = 10, .batches = 2}));
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_THAT(ran->output, HasSubstr(R"("reply":"batch","iterations":20)"));
  EXPECT_THAT(ran->output, HasSubstr(R"("reply":"done")"));
}

}  // namespace
}  // namespace kab::worker
