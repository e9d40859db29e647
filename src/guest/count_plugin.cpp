#include "guest/count_plugin.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/number.h"
#include "base/text.h"
#include "sys/program.h"

namespace kab::guest {
namespace {

constexpr std::uint64_t kFirstWithoutVersion1 = 9;

Result<void> check_version(const Qemu& qemu) {
  const auto major = parse_uint(std::string_view(qemu.version).substr(0, qemu.version.find('.')));
  if (major && *major < kFirstWithoutVersion1) return {};
  return fail_unavailable(qemu.program + " is " + qemu.version +
                          "; counting instructions needs QEMU 7.0 to 8.2, whose plugin interface "
                          "is version 1; name one in KAB_QEMU");
}

}  // namespace

Result<Plugin> find_count_plugin(const Qemu& qemu) {
  KAB_CHECK(check_version(qemu));
  if (const char* chosen = std::getenv("KAB_COUNT_PLUGIN"); chosen != nullptr)
    return Plugin{.library = chosen, .arguments = {}};
  const auto beside = sys::own_directory();
  for (const auto& folder : {beside, beside + "/../libexec/kab"})
    if (std::filesystem::exists(folder + "/kab-count.so"))
      return Plugin{.library = folder + "/kab-count.so", .arguments = {}};
  return fail_unavailable("kab-count.so is not beside kab in " + beside +
                          "; build or install it (./do build), or name it in KAB_COUNT_PLUGIN");
}

}  // namespace kab::guest
