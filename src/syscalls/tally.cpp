#include "syscalls/tally.h"

#include <utility>

#include <unistd.h>

namespace kab::syscalls {

Body program_body(std::vector<std::string> argv) {
  constexpr int kNotExecuted = 127;
  return [argv = std::move(argv)]() mutable {
    std::vector<char*> words;
    for (auto& word : argv) words.push_back(word.data());
    words.push_back(nullptr);
    if (argv.empty()) return kNotExecuted;
    ::execvp(words.front(), words.data());
    return kNotExecuted;
  };
}

Tally beyond(const Tally& more, const Tally& less) {
  Tally difference;
  for (const auto& [call, counts] : more) {
    const auto found = less.find(call);
    const Counts before = found == less.end() ? Counts{} : found->second;
    if (counts.calls <= before.calls) continue;
    const std::uint64_t errors = counts.errors > before.errors ? counts.errors - before.errors : 0;
    difference[call] = {.calls = counts.calls - before.calls, .errors = errors};
  }
  return difference;
}

}  // namespace kab::syscalls
