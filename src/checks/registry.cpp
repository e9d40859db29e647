#include "checks/registry.h"

#include <string>

#include "base/text.h"

namespace kab::checks {

Result<Check> find_check(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& check : all_checks()) {
    if (check.name == name) return check;
    names.push_back(check.name);
  }
  const auto near = nearest(name, names);
  return fail_input("no check " + in_quotes(name) +
                    (near.empty() ? std::string("; kab list checks shows them")
                                  : "; did you mean " + std::string(near) + "?"));
}

}  // namespace kab::checks
