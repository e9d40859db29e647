#include "readers/read_samples.h"

#include <cstdlib>
#include <set>

#include <fcntl.h>
#include <unistd.h>

#include "base/files.h"
#include "readers/registry.h"
#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kHyperfine = R"({"results":[{"command":"a","mean":1,"times":[1]}]})";

TEST(Registry, HoldsReadersWithDifferentNamesAndEverythingSet) {
  std::set<std::string_view> names;
  for (const auto& reader : all_readers()) {
    EXPECT_FALSE(reader.name.empty());
    EXPECT_FALSE(reader.summary.empty()) << reader.name;
    EXPECT_NE(reader.recognises, nullptr) << reader.name;
    EXPECT_NE(reader.read, nullptr) << reader.name;
    EXPECT_TRUE(names.insert(reader.name).second) << reader.name;
  }
  EXPECT_GE(names.size(), 3U);
}

TEST(Registry, NoReaderStumblesOverWhatIsNotItsOwn) {
  const std::string texts[] = {
      "",     "\n",   "#",        "1\n2\n",    "a,b\n1,2\n",           "{",
      "[]",   "{}",   kHyperfine, "Benchmark", "BenchmarkA 1 1 ns/op", "\"",
      ",;\t", "a b c"};
  for (const auto& reader : all_readers()) {
    for (const auto& text : texts) {
      const Input input{.text = text, .name = "x"};
      reader.recognises(input);
      const auto file = reader.read(input, {});
      EXPECT_TRUE(file || file.error().kind == ErrorKind::kInput) << reader.name << ": " << text;
    }
  }
}

TEST(ReadSamples, ReadsFilesAndNamesThoseThatItCannot) {
  std::string path = "/tmp/kab-readers-XXXXXX";
  const Fd fd(::mkstemp(path.data()));
  ASSERT_TRUE(write_all(fd.get(), "1\n2\n", path));
  const auto file = read_samples(path, {});
  ::unlink(path.c_str());
  ASSERT_TRUE(file);
  EXPECT_THAT(file->sets.at(0).values, ElementsAre(1, 2));
  const auto none = read_samples(path, {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::kInput);
  EXPECT_THAT(none.error().message, HasSubstr(path));
}

TEST(ReadSamples, ReadsStandardInput) {
  std::string path = "/tmp/kab-readers-XXXXXX";
  const Fd fd(::mkstemp(path.data()));
  ::unlink(path.c_str());
  ASSERT_TRUE(write_all(fd.get(), "1\nx\n", path));
  const Fd before(::dup(STDIN_FILENO));
  ASSERT_EQ(::lseek(fd.get(), 0, SEEK_SET), 0);
  ASSERT_EQ(::dup2(fd.get(), STDIN_FILENO), STDIN_FILENO);
  const auto file = read_samples("-", {});
  if (before) ::dup2(before.get(), STDIN_FILENO);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, HasSubstr("standard input:2: \"x\""));
}

TEST(ReadSamples, TakesTheReaderThatIsForced) {
  EXPECT_THAT(error_of(kHyperfine, "x", {.reader = "plain"}), HasSubstr("x:1: "));
  EXPECT_THAT(error_of("1\n", "x", {.reader = "hyperfin"}), HasSubstr("did you mean hyperfine?"));
  EXPECT_THAT(error_of("1\n", "x", {.reader = "zzzzzzzzzzzzz"}),
              HasSubstr("there are plain, hyperfine"));
}

TEST(ReadSamples, FillsInUnitAndDirectionWhereTheFileHasNone) {
  const auto known = read_text("1\n", "x", {.unit = "ms"}).sets.at(0);
  EXPECT_EQ(known.metric.unit, "ms");
  EXPECT_TRUE(known.direction_known);
  EXPECT_EQ(known.metric.better, model::Better::kLower);
  const auto unknown = read_text("1\n", "x", {.unit = "frames"}).sets.at(0);
  EXPECT_FALSE(unknown.direction_known);
  const auto said =
      read_text("1\n", "x", {.unit = "frames", .better = model::Better::kHigher}).sets.at(0);
  EXPECT_TRUE(said.direction_known);
  EXPECT_EQ(said.metric.better, model::Better::kHigher);
}

TEST(ReadSamples, NeverRenamesTheUnitOfAFile) {
  const auto file = read_text(kHyperfine, "x", {.unit = "ms"});
  EXPECT_EQ(file.sets.at(0).metric.unit, "s");
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_EQ(file.remarks[0].code, "unit-ignored");
  EXPECT_TRUE(read_text(kHyperfine, "x", {.unit = "s"}).remarks.empty());
}

TEST(ReadSamples, ADirectionFillsInWhatIsOpenBeforeItOverrules) {
  const std::string both = "BenchmarkA-8 1 5 ns/op 9 MB/s 3 frames\n";
  const auto file = read_text(both, "x", {.better = model::Better::kHigher});
  EXPECT_EQ(file.sets.at(0).metric.better, model::Better::kLower);
  EXPECT_EQ(file.sets.at(2).metric.better, model::Better::kHigher);
  EXPECT_TRUE(file.sets.at(2).direction_known);
  const auto known = read_text(kHyperfine, "x", {.better = model::Better::kHigher});
  EXPECT_EQ(known.sets.at(0).metric.better, model::Better::kHigher);
}

TEST(ReadSamples, ADirectionWithAUnitIsOfThatUnitOnly) {
  const std::string two = "BenchmarkA-8 1 5 pages 3 frames\n";
  const auto file = read_text(two, "x", {.unit = "frames", .better = model::Better::kHigher});
  EXPECT_FALSE(file.sets.at(0).direction_known);
  EXPECT_TRUE(file.sets.at(1).direction_known);
  EXPECT_EQ(file.sets.at(1).metric.better, model::Better::kHigher);
}

}  // namespace
}  // namespace kab::readers
