#include "cli/invocation.h"

#include <algorithm>

namespace kab::cli {

Invocation invocation_of(int argc, char** argv) {
  Invocation called{.argv = {argv, argv + argc}, .own = {}, .command = {}};
  const auto dashes = std::ranges::find(called.argv, "--");
  called.own.assign(called.argv.begin() + (argc > 0 ? 1 : 0), dashes);
  if (dashes != called.argv.end()) called.command.assign(dashes + 1, called.argv.end());
  return called;
}

}  // namespace kab::cli
