// The arrows between the folders of src/ are those of docs/architecture.md, and no others.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/text.h"

namespace kab {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = KAB_SOURCE_DIR;

using Arrows = std::map<std::string, std::set<std::string>>;

// Rows of the table under "| folder | holds | may use |".
Arrows arrows_in_the_book() {
  Arrows arrows;
  const auto text = read_file((kRoot / "docs/architecture.md").string()).value();
  bool in_table = false;
  for (const auto line : split(text, '\n')) {
    if (line.starts_with("| folder |")) in_table = true;
    if (in_table && !line.starts_with("|")) break;
    const auto cells = split(line, '|');
    if (!in_table || cells.size() < 5 || trimmed(cells[1]) == "folder" ||
        trimmed(cells[1]).starts_with("-"))
      continue;
    auto& may_use = arrows[std::string(trimmed(cells[1]))];
    for (const auto part : split(cells[3], ','))
      if (!trimmed(part).empty()) may_use.emplace(trimmed(part));
  }
  return arrows;
}

// The folders whose headers a source file includes, as in #include "layer/file.h".
std::set<std::string> layers_included_by(const fs::path& file) {
  std::set<std::string> layers;
  const auto text = read_file(file.string()).value();
  for (const auto line : split(text, '\n')) {
    if (!line.starts_with("#include \"")) continue;
    const auto name = split(line, '"')[1];
    const auto slash = name.find('/');
    EXPECT_NE(slash, name.npos) << file << ": includes are written as \"folder/file.h\": " << line;
    layers.emplace(name.substr(0, slash));
  }
  return layers;
}

bool is_source(const fs::path& file) {
  return file.extension() == ".h" || file.extension() == ".cpp";
}

TEST(Layers, EveryFolderOfSrcIsInTheBookAndTheOtherWayRound) {
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(kRoot / "src"))
    if (entry.is_directory()) folders.insert(entry.path().filename());
  std::set<std::string> listed;
  for (const auto& [folder, uses] : arrows_in_the_book()) listed.insert(folder);
  EXPECT_EQ(folders, listed);
}

TEST(Layers, NoIncludeRunsUpOrSideways) {
  const auto arrows = arrows_in_the_book();
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src")) {
    if (!is_source(entry.path())) continue;
    ++seen;
    const std::string own = *fs::relative(entry.path(), kRoot / "src").begin();
    for (const auto& used : layers_included_by(entry.path()))
      EXPECT_TRUE(used == own || arrows.at(own).contains(used))
          << entry.path() << " includes " << used << "/, which " << own
          << " may not use (docs/architecture.md)";
  }
  EXPECT_GT(seen, 50U);
}

TEST(Layers, TheBookHasNoCircle) {
  auto arrows = arrows_in_the_book();
  while (!arrows.empty()) {
    const auto leaf = std::ranges::find_if(arrows, [&](const auto& row) {
      return std::ranges::none_of(row.second,
                                  [&](const auto& used) { return arrows.contains(used); });
    });
    ASSERT_NE(leaf, arrows.end()) << "folders use each other in a circle";
    arrows.erase(leaf);
  }
}

}  // namespace
}  // namespace kab
