// Alone in its file, so that a new commit compiles nothing else anew.
#include "cli/version.h"

namespace kab::cli {

std::string_view version() { return KAB_VERSION; }

}  // namespace kab::cli
