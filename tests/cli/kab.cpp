#include "cli/kab.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/text.h"
#include "sys/process.h"

namespace kab::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kDeadlineNs = 240'000'000'000;  // of a call that hangs

// Another kab may measure on this machine while the tests run; that it is said is tested in sys.
std::string without_neighbours(const std::string& err) {
  std::string kept;
  for (const auto line : split(err, '\n'))
    if (!line.empty() && !line.starts_with("warning: another kab measures"))
      kept += std::string(line) + "\n";
  return kept;
}

void make_public(const std::string& path) { fs::permissions(path, fs::perms::all); }

// Not nobody: that is also who an unmapped user seems to be.
const std::vector<std::string> kAsUser = {"setpriv", "--reuid=12345", "--regid=12345",
                                          "--clear-groups"};

bool runs_for_users(const std::string& program) {
  auto argv = kAsUser;
  argv.insert(argv.end(), {"test", "-x", program});
  const auto outcome = sys::run({.argv = argv});
  return outcome && outcome->succeeded();
}

// The program, or a copy of it where the build lies in a folder that is closed to others.
std::string public_program(const std::string& program, const std::string& to) {
  if (runs_for_users(program)) return program;
  if (!fs::exists(to)) fs::copy_file(program, to);
  make_public(to);
  return to;
}

}  // namespace

KabTest::KabTest() { make_public(folder_.path()); }

Said KabTest::run(Words prefix, const Words& arguments, const std::string& input) const {
  Words argv = {"env", "-C", path(""), "XDG_RUNTIME_DIR=" + path("")};
  std::ranges::move(prefix, std::back_inserter(argv));
  std::ranges::copy(arguments, std::back_inserter(argv));
  const auto outcome =
      sys::run({.argv = argv,
                .environment = {{"LC_ALL", "C"}, {"KAB_WORKER", KAB_WORKER_PROGRAM}},
                .input = input,
                .deadline_ns = kDeadlineNs});
  if (!outcome) {
    ADD_FAILURE() << outcome.error().message;
    return {.exit_code = -1, .out = {}, .err = {}};
  }
  EXPECT_FALSE(outcome->timed_out) << shell_words(argv);
  return {.exit_code = outcome->signal == 0 ? outcome->exit_code : 128 + outcome->signal,
          .out = outcome->output,
          .err = without_neighbours(outcome->errors)};
}

Said KabTest::kab(const Words& arguments) const { return run({KAB_PROGRAM}, arguments, ""); }

Said KabTest::kab_fed(const std::string& input, const Words& arguments) const {
  return run({KAB_PROGRAM}, arguments, input);
}

Said KabTest::kab_with(const std::vector<std::pair<std::string, std::string>>& environment,
                       const Words& arguments) const {
  Words prefix;
  for (const auto& [name, value] : environment) prefix.push_back(name + "=" + value);
  prefix.push_back(KAB_PROGRAM);
  return run(prefix, arguments, "");
}

Said KabTest::kab_as_user(const Words& arguments) const {
  if (::geteuid() != 0) return kab(arguments);
  Words prefix = {"KAB_WORKER=" + public_program(KAB_WORKER_PROGRAM, path("kab-worker"))};
  std::ranges::copy(kAsUser, std::back_inserter(prefix));
  prefix.push_back(public_program(KAB_PROGRAM, path("kab-program")));
  return run(prefix, arguments, "");
}

Said KabTest::kab_by_shell(const std::string& line, const Words& arguments) const {
  return run({"sh", "-c", line, "sh", KAB_PROGRAM}, arguments, "");
}

std::string KabTest::file(std::string_view name, std::string_view content) const {
  return folder_.file(name, content, 0666);
}

std::string KabTest::content(std::string_view name) const {
  return read_file(path(name)).value_or("(cannot be read)");
}

std::vector<std::string> KabTest::recordings() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path("")))
    if (entry.path().extension() == ".kab") names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

void KabTest::expect_refused(const Said& said, int exit_code, const Words& fragments) const {
  EXPECT_EQ(said.exit_code, exit_code) << said.err;
  EXPECT_EQ(said.out, "");
  EXPECT_TRUE(said.err.starts_with("kab: ")) << said.err;
  EXPECT_EQ(std::ranges::count(said.err, '\n'), 1) << said.err;
  for (const auto& fragment : fragments)
    EXPECT_NE(said.err.find(fragment), std::string::npos) << fragment << "\n in " << said.err;
  EXPECT_EQ(recordings(), Words{});
}

model::Json json_of(const std::string& text) {
  auto json = model::parse_json(text, "what kab printed");
  EXPECT_TRUE(json) << json.error().message << "\n" << text;
  return json ? std::move(*json) : model::Json();
}

std::string lines_of(std::string_view value, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::string(value) + "\n";
  return text;
}

}  // namespace kab::cli
