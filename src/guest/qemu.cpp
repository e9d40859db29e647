#include "guest/qemu.h"

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>

#include "base/fd.h"
#include "base/number.h"
#include "base/text.h"
#include "sys/process.h"
#include "sys/program.h"

namespace kab::guest {
namespace {

constexpr std::string_view kProgram = "qemu-system-x86_64";
constexpr std::uint64_t kOldest = 7;
constexpr std::string_view kHowToGet = "; install it (Debian: apt install qemu-system-x86)";

}  // namespace

Result<std::string> version_in(std::string_view printed, const std::string& program) {
  constexpr std::string_view kIntroduction = "QEMU emulator version ";
  const auto line = printed.substr(0, printed.find('\n'));
  if (!line.starts_with(kIntroduction))
    return fail_unavailable(program + " is no QEMU: it calls itself " + in_quotes(line));
  const auto version = line.substr(kIntroduction.size());
  const auto major = parse_uint(version.substr(0, version.find('.')));
  if (!major || *major < kOldest)
    return fail_unavailable(program + " is QEMU " + std::string(version) + ": too old, kab needs " +
                            std::to_string(kOldest) + ".0 or newer" + std::string(kHowToGet));
  return std::string(version);
}

Result<Qemu> find_qemu() {
  const char* chosen = std::getenv("KAB_QEMU");
  const std::string name = chosen != nullptr && *chosen != '\0' ? chosen : std::string(kProgram);
  const auto program = sys::find_program(name);
  if (!program)
    return fail_unavailable("a guest needs QEMU, and there is no " + name + " here" +
                            std::string(kHowToGet));
  KAB_TRY(const auto outcome,
          sys::run({.argv = {*program, "--version"}, .deadline_ns = 20'000'000'000}));
  if (!outcome.succeeded())
    return fail_unavailable(*program + " --version " + sys::description_of(outcome) + ": " +
                            std::string(trimmed(outcome.errors)));
  KAB_TRY(auto version, version_in(outcome.output, *program));
  return Qemu{.program = *program, .version = std::move(version)};
}

Result<void> check_accelerator(Purpose purpose, const std::string& device) {
  if (purpose != Purpose::kTime) return {};
  const Fd kvm(::open(device.c_str(), O_RDWR | O_CLOEXEC));
  if (kvm) return {};
  const std::string hint = errno == EACCES ? "; join the group kvm" : "";
  return fail_unavailable("the time lane of a guest needs KVM, and " + device +
                          " cannot be opened: " + errno_text(errno) + hint +
                          "; emulated time would say nothing: use --lane count");
}

}  // namespace kab::guest
