#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "report/format.h"
#include "report/schema.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

using model::Json;
using testing::ElementsAre;
using testing::IsEmpty;

Json schema() {
  const auto text = read_file(KAB_SCHEMA_FILE);
  return Json::parse(text.value());
}

Json document_of(const model::Judgement& judgement) {
  return Json::parse(render(judgement, Format::kJson, {}));
}

TEST(JsonFormat, KeepsToItsSchema) {
  for (const auto& [name, judgement] : all_specimens())
    EXPECT_THAT(breaches(document_of(judgement), schema()), IsEmpty()) << name;
  EXPECT_THAT(breaches(document_of({}), schema()), IsEmpty());
}

TEST(JsonFormat, AndTheSchemaIsOneThatADocumentCanBreak) {
  auto document = document_of(faster_judgement());
  document["comparisons"][0].erase("p");
  document["comparisons"][0]["verdict"] = "better";
  document["comparisons"][0]["interval"].push_back(1);
  document["aa"][0]["ok"] = nullptr;
  document["more"] = 1;
  EXPECT_THAT(breaches(document, schema()),
              ElementsAre("/comparisons/0: lacks \"p\"", "/comparisons/0/interval: is too long",
                          "/comparisons/0/verdict: is not one of "
                          "[\"faster\",\"slower\",\"same\",\"undecided\"]",
                          "/aa/0/ok: is not \"boolean\"", ": has an unknown member more"));
}

TEST(JsonFormat, KeepsTheDocumentedKeysInTheirOrder) {
  std::vector<std::string> keys;
  const auto document = document_of(faster_judgement());
  for (const auto& [key, value] : document.items()) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("schema", "kab", "seed", "lane", "blocks", "stopped", "confidence",
                                "family_size", "arms", "setting", "comparisons", "aa", "order",
                                "distributions", "views", "shapes", "means", "recoveries",
                                "functions", "calls", "plans", "boots", "warnings", "recording"));
}

TEST(JsonFormat, KeepsNumbersExactAndASeedWhole) {
  const auto document = document_of(mixed_judgement());
  EXPECT_EQ(document["seed"].get<std::uint64_t>(), 12345678901234567890U);
  EXPECT_EQ(document["comparisons"][0]["change"].get<double>(), 0.0715);
  EXPECT_EQ(document["comparisons"][0]["params"]["size"], 16);
}

TEST(JsonFormat, HasNullForWhatIsAbsentOrNotANumberAndNeverAZeroP) {
  const auto document = document_of(hostile_judgement());
  const auto& one = document["comparisons"][0];
  EXPECT_TRUE(one["baseline_median"].is_null());
  EXPECT_TRUE(one["spread"]["arm"].is_null());
  EXPECT_TRUE(one["interval"].is_null());
  EXPECT_GT(one["p"].get<double>(), 0);
  EXPECT_TRUE(document_of(too_few_judgement())["seed"].is_null());
  EXPECT_TRUE(document_of(too_few_judgement())["recording"].is_null());
}

TEST(JsonFormat, ReplacesBytesThatAreNotUtf8) {
  const auto document = document_of(hostile_judgement());
  EXPECT_EQ(document["comparisons"][0]["params"]["päth"], "größe\xef\xbf\xbd\xe2\x80\xae|x");
}

}  // namespace
}  // namespace kab::report
