// The script and the style sheet of the page of kab report, as they were bundled at build time.
#pragma once

#include <optional>
#include <string>

namespace kab::report {

struct PageBundle {
  std::string script;
  std::string style;
  std::string script_hash;  // "sha256-…", as a content policy names it
  std::string style_hash;
};

/// Nothing where kab was built without the page.
std::optional<PageBundle> page_bundle();

}  // namespace kab::report
