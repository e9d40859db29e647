#include "cli/arms_option.h"

#include <iterator>
#include <utility>

#include "cli/arms_file.h"

namespace kab::cli {

Result<std::vector<model::Arm>> arms_from(const std::vector<std::string>& texts,
                                          const std::string& file) {
  std::vector<model::Arm> arms;
  for (const auto& text : texts) {
    KAB_TRY(auto arm, model::parse_arm(text));
    arms.push_back(std::move(arm));
  }
  if (file.empty()) return arms;
  KAB_TRY(auto more, read_arms_file(file));
  arms.insert(arms.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
  return arms;
}

}  // namespace kab::cli
