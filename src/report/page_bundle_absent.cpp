// In place of the generated bundle where kab is built without node (KAB_PAGE=OFF).
#include "report/page_bundle.h"

namespace kab::report {

std::optional<PageBundle> page_bundle() { return std::nullopt; }

}  // namespace kab::report
