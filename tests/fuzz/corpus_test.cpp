// Every file of the corpus, cut short anywhere and with bytes changed, through every reader. What
// fuzzing once found stays found.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/random.h"
#include "fuzz/soundness.h"
#include "readers/read_samples.h"
#include "readers/registry.h"

namespace kab::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = KAB_CORPUS_DIR;

struct Seed {
  std::string name;    // "plain/numbers"
  std::string reader;  // "plain"; empty for the folder "any"
  std::string bytes;
};

std::vector<Seed> seeds() {
  std::vector<Seed> all;
  for (const auto& entry : fs::recursive_directory_iterator(kCorpus)) {
    if (!entry.is_regular_file()) continue;
    const auto folder = entry.path().parent_path().filename().string();
    all.push_back({.name = folder + "/" + entry.path().filename().string(),
                   .reader = folder == "any" ? "" : folder,
                   .bytes = read_file(entry.path().string()).value()});
  }
  std::ranges::sort(all, {}, &Seed::name);
  return all;
}

std::vector<std::string> reader_names() {
  std::vector<std::string> names = {""};
  for (const auto& reader : readers::all_readers()) names.emplace_back(reader.name);
  return names;
}

void expect_sound(const std::string& bytes, const Seed& seed, const std::string& what) {
  for (const auto& reader : reader_names())
    EXPECT_EQ(unsoundness(bytes, reader), "")
        << seed.name << ", " << what << ", read by " << reader;
}

TEST(Corpus, HasAFolderForEveryReader) {
  for (const auto& reader : readers::all_readers())
    EXPECT_TRUE(fs::is_directory(kCorpus / reader.name)) << reader.name;
}

// By its own reader, by content too, as a whole or its second part.
TEST(Corpus, HoldsFilesThatTheirReadersTakeUnlessTheyAreBroken) {
  for (const auto& seed : seeds()) {
    const auto file_name = seed.name.substr(seed.name.find('/') + 1);
    if (file_name.starts_with("broken-") || file_name.starts_with("found-")) continue;
    const auto taken = [&](const std::string& reader) {
      return std::ranges::any_of(std::vector<std::string>{"", "2"}, [&](const auto& column) {
        const auto file =
            readers::read_samples_of(seed.bytes, file_name, {.reader = reader, .column = column});
        return file && (seed.reader.empty() || file->reader == seed.reader);
      });
    };
    EXPECT_TRUE(taken(seed.reader)) << seed.name;
    EXPECT_TRUE(taken("")) << seed.name << " by content";
  }
}

TEST(Readers, AreSoundOnEveryFile) {
  for (const auto& seed : seeds()) expect_sound(seed.bytes, seed, "whole");
}

TEST(Readers, AreSoundOnFilesCutShort) {
  Random random(101);
  for (const auto& seed : seeds())
    for (int i = 0; i < 8 && !seed.bytes.empty(); ++i) {
      const auto length = static_cast<std::size_t>(random.below(seed.bytes.size()));
      expect_sound(seed.bytes.substr(0, length), seed, "first " + std::to_string(length));
    }
}

// One to four bytes changed: a bit flipped, or one that means something to a reader put in.
std::string changed(std::string bytes, Random& random) {
  constexpr std::string_view kMeaning = "0123456789.,;:-+eE\"\\{}[]()%<>#\n\r\t \xc2\xff";
  for (std::uint64_t left = 1 + random.below(4); left > 0 && !bytes.empty(); --left) {
    char& one = bytes[static_cast<std::size_t>(random.below(bytes.size()))];
    if (random.below(2) == 0)
      one = static_cast<char>(one ^ static_cast<char>(1U << random.below(8)));
    else
      one = kMeaning[static_cast<std::size_t>(random.below(kMeaning.size()))];
  }
  return bytes;
}

TEST(Readers, AreSoundOnFilesWithBytesChanged) {
  Random random(102);
  for (const auto& seed : seeds())
    for (int i = 0; i < 20; ++i)
      expect_sound(changed(seed.bytes, random), seed, "change " + std::to_string(i));
}

}  // namespace
}  // namespace kab::fuzz
