#include "trial/abi.h"

#include <string>

#include "base/text.h"

namespace kab::trial {

Result<void> check_abi(std::string_view abi) {
  if (abi == "x86_64" || abi == "i386") return {};
  const std::string there_are = "there are workers for x86_64 and i386";
  if (abi == "x32") return fail_input("x32 is not supported; " + there_are);
  return fail_input(in_quotes(abi) + " is no ABI that kab knows; " + there_are);
}

Result<std::vector<std::string>> parse_abis(std::string_view text) {
  std::vector<std::string> abis;
  for (const auto abi : split(text, ',')) {
    KAB_CHECK(check_abi(abi));
    abis.emplace_back(abi);
  }
  return abis;
}

}  // namespace kab::trial
