// The built kab as its users call it, each test in a folder of its own.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/json.h"
#include "sys/scratch.h"

namespace kab::cli {

/// What one call of kab left behind.
struct Said {
  int exit_code = 0;  // 128 + n when signal n ended it
  std::string out;
  std::string err;  // its last 4 KiB; without the warning of another kab on this machine
};

class KabTest : public ::testing::Test {
 protected:
  using Words = std::vector<std::string>;

  KabTest();

  /// kab, with the test's folder as current folder.
  Said kab(const Words& arguments) const;

  /// The same with bytes on standard input.
  Said kab_fed(const std::string& input, const Words& arguments) const;

  /// The same with variables set: {{"LC_ALL", "C"}}.
  Said kab_with(const std::vector<std::pair<std::string, std::string>>& environment,
                const Words& arguments) const;

  /// kab as a user without privileges, whose settings are journalled in the test's folder and not
  /// in the host's: whoever runs the tests, they share nothing with a kab at work.
  Said kab_as_user(const Words& arguments) const;

  /// kab started by a shell line that ends in `exec "$@"`.
  Said kab_by_shell(const std::string& line, const Words& arguments) const;

  std::string path(std::string_view name) const { return folder_.path(name); }

  /// Writes a file that every user may change; its path.
  std::string file(std::string_view name, std::string_view content) const;

  std::string content(std::string_view name) const;

  /// The recordings in the test's folder.
  std::vector<std::string> recordings() const;

  /// That kab found the user's words wrong: the exit code, one line on stderr with each of
  /// `fragments`, nothing on stdout, and no recording.
  void expect_refused(const Said& said, int exit_code, const Words& fragments) const;

 private:
  Said run(Words prefix, const Words& arguments, const std::string& input) const;
  sys::ScratchFolder folder_;
};

/// The whole of `text` as one JSON document; null, and a failed test, when it is none.
model::Json json_of(const std::string& text);

/// `count` lines of `value`.
std::string lines_of(std::string_view value, int count);

}  // namespace kab::cli
