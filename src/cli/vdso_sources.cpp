#include "cli/vdso_sources.h"

#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "elf/embedded.h"
#include "elf/kernel_image.h"
#include "inspect/process_image.h"
#include "inspect/vdso_setting.h"
#include "sys/process.h"
#include "trial/ask.h"
#include "trial/catalogue.h"

namespace kab::cli {
namespace {

Result<void> add_process(inspect::ProcessImage found, const std::string& name,
                         const std::optional<std::set<std::string>>& cpu_flags,
                         VdsoSources& sources) {
  if (found.bytes.empty()) {
    sources.findings.push_back({.code = "no-vdso",
                                .text = name + " has no vDSO",
                                .evidence = {"no [vdso] in its maps"},
                                .why = "every call enters the kernel; vdso=0 on the kernel's "
                                       "command line and emulators do that"});
    return {};
  }
  KAB_TRY(auto image, elf::Image::from_bytes(std::move(found.bytes), "the vDSO of " + name));
  sources.images.push_back({.name = name,
                            .image = std::move(image),
                            .context = {.where = inspect::Where::kMemory,
                                        .cpu_flags = cpu_flags,
                                        .mappings = std::move(found.mappings)}});
  return {};
}

Result<inspect::ProcessImage> dumped_by(const std::string& abi) {
  constexpr std::int64_t kDeadlineNs = 10'000'000'000;
  KAB_TRY(const auto worker, trial::find_worker(abi));
  KAB_TRY(const auto outcome, sys::run({.argv = {worker, "--vdso"}, .deadline_ns = kDeadlineNs}));
  if (!outcome.succeeded()) return fail_unavailable(worker + " " + trial::end_of(outcome));
  return inspect::image_from_dump(outcome.output, worker);
}

Result<elf::Image> image_in(std::string bytes, const std::string& path) {
  constexpr std::size_t kMostBytes = std::size_t{16} << 20;
  if (bytes.size() > kMostBytes)
    return fail_input(path + " holds no vDSO; kernels built with one carry it in their data");
  return elf::Image::from_bytes(std::move(bytes), path);
}

}  // namespace

Result<VdsoSources> own_vdsos() {
  VdsoSources sources;
  KAB_TRY(auto own, inspect::image_of_process("self"));
  const auto flags = inspect::cpu_flags();
  KAB_CHECK(add_process(std::move(own), "this process", flags, sources));
  auto other = dumped_by("i386");
  if (!other && other.error().kind == ErrorKind::kInterrupted)
    return std::unexpected(std::move(other).error());
  if (!other)
    sources.unavailable.push_back({.what = "i386", .reason = other.error().message});
  else
    KAB_CHECK(add_process(std::move(*other), "a 32-bit process", flags, sources));
  return sources;
}

Result<VdsoSources> vdso_of_process(const std::string& pid) {
  VdsoSources sources;
  KAB_TRY(auto found, inspect::image_of_process(pid));
  KAB_CHECK(add_process(std::move(found), "process " + pid, inspect::cpu_flags(), sources));
  return sources;
}

Result<VdsoSources> vdsos_in_file(const std::string& path, inspect::Where where) {
  KAB_TRY(auto kernel, elf::read_kernel(path));
  const inspect::AuditContext context{.where = where};
  VdsoSources sources;
  for (auto& found : elf::embedded_vdsos(kernel.content, path))
    sources.images.push_back(
        {.name = fmt::format("{} ({}), at 0x{:x}", path, kernel.form, found.offset),
         .image = std::move(found.image),
         .context = context});
  if (!sources.images.empty()) return sources;
  KAB_TRY(auto image, image_in(std::move(kernel.content), path));
  sources.images.push_back({.name = path, .image = std::move(image), .context = context});
  return sources;
}

Result<VdsoSources> vdsos_in_guest(const trial::GuestVdso& found) {
  VdsoSources sources;
  const auto& root = found.files.root();
  const auto flags = inspect::cpu_flags(root + "/");
  const auto release = read_line_or_empty(root + "/proc/sys/kernel/osrelease");
  for (const auto& dump : found.dumps) {
    if (!dump.bytes) {
      sources.unavailable.push_back({.what = dump.abi, .reason = dump.bytes.error().message});
      continue;
    }
    KAB_TRY(auto image, inspect::image_from_dump(*dump.bytes, "the guest's kab-worker"));
    const auto name =
        fmt::format("{} process in a guest of {}", dump.abi == "i386" ? "a 32-bit" : "a", release);
    KAB_CHECK(add_process(std::move(image), name, flags, sources));
  }
  return sources;
}

}  // namespace kab::cli
