#include "trial/suites.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace kab::trial {
namespace {

constexpr std::array kQuick = {"getppid", "clock-monotonic", "stat",
                               "pipe",    "unix-stream",     "unix-dgram-fanin"};

struct NamedSuite {
  std::string_view name;
  std::string_view summary;
  bool is_family = false;
};
constexpr std::array kSuites = {
    NamedSuite{"quick", "a workload of each kind, in under a minute"},
    NamedSuite{"ipc", "AF_UNIX sockets, pipes, wake-ups between processes", true},
    NamedSuite{"usercopy", "small copies between user space and the kernel", true},
    NamedSuite{"clocks", "every clock, by vDSO, C library and system call, in both ABIs", true},
    NamedSuite{"process", "processes, threads and memory", true},
    NamedSuite{"commands", "shell commands over a tree of small files: find, ls, tar, git"},
    NamedSuite{"all", "every workload with its defaults"},
};

const model::Json& params_in(const WorkloadFacts& facts) {
  static const model::Json none = model::Json::array();
  const auto found = facts.description.find("params");
  return found == facts.description.end() ? none : *found;
}

/// The words that `param` offers beside its default; on and off change what is recorded, not the
/// path through the kernel.
std::vector<std::string> other_choices(const model::Json& param) {
  std::vector<std::string> others;
  const auto choices = param.value("choices", "");
  if (choices.empty() || choices == "off|on" || choices == "on|off") return others;
  for (const auto word : split(choices, '|'))
    if (word != param.value("default", "")) others.emplace_back(word);
  return others;
}

Result<void> add_with(const model::Params& given, const WorkloadFacts& facts,
                      const std::string& abi, std::vector<WantedSubject>& subjects) {
  KAB_TRY(auto params, params_of({facts.name}, given, {facts}));
  subjects.push_back({.name = facts.name, .abi = abi, .params = std::move(params.front())});
  return {};
}

Result<void> add_variants(const WorkloadFacts& facts, const std::string& abi,
                          std::vector<WantedSubject>& subjects) {
  KAB_CHECK(add_with({}, facts, abi, subjects));
  for (const auto& param : params_in(facts))
    for (const auto& word : other_choices(param))
      KAB_CHECK(add_with({{param.value("name", ""), word}}, facts, abi, subjects));
  return {};
}

Result<std::vector<WantedSubject>> family(std::string_view name,
                                          const std::vector<WorkloadFacts>& known,
                                          const std::string& abi) {
  std::vector<std::string> abis = {abi};
  if (name == "clocks") abis = {"x86_64", "i386"};
  std::vector<WantedSubject> subjects;
  for (const auto& each : abis)
    for (const auto& facts : known)
      if (facts.description.value("family", "") == name)
        KAB_CHECK(add_variants(facts, each, subjects));
  return subjects;
}

std::vector<WantedSubject> commands_over(const std::string& tree) {
  const auto command = [](std::string name, std::vector<std::string> argv) {
    return WantedSubject{.name = std::move(name), .command = std::move(argv)};
  };
  return {command("find", {"find", tree, "-name", "*.none"}),
          command("ls -lR", {"ls", "-lR", tree}),
          // GNU tar does not read files whose archive is /dev/null.
          command("tar", {"sh", "-c", "tar -cf - -C \"$1\" . | cat > /dev/null", "sh", tree}),
          command("git diff", {"git", "-C", tree, "diff", "--exit-code"})};
}

}  // namespace

std::vector<SuiteFacts> all_suites() {
  std::vector<SuiteFacts> suites;
  for (const auto& suite : kSuites)
    suites.push_back({.name = std::string(suite.name), .summary = std::string(suite.summary)});
  return suites;
}

bool needs_tree(std::string_view suite) { return suite == "commands"; }

Result<std::vector<WantedSubject>> subjects_of_suite(std::string_view name,
                                                     const std::vector<WorkloadFacts>& known,
                                                     const std::string& abi,
                                                     const std::string& tree) {
  const auto suite = std::ranges::find(kSuites, name, &NamedSuite::name);
  if (suite == kSuites.end()) {
    std::vector<std::string_view> names;
    for (const auto& each : kSuites) names.push_back(each.name);
    const auto near = nearest(name, names);
    return fail_input("unknown suite " + in_quotes(name) +
                      (near.empty() ? std::string() : "; did you mean " + std::string(near) + "?") +
                      " (kab list suites shows all)");
  }
  if (suite->is_family) return family(name, known, abi);
  if (name == "commands") return commands_over(tree);
  std::vector<WantedSubject> subjects;
  for (const auto& facts : known)
    if (name == "all" || std::ranges::find(kQuick, facts.name) != kQuick.end())
      KAB_CHECK(add_with({}, facts, abi, subjects));
  return subjects;
}

}  // namespace kab::trial
