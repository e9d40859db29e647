#include "guest/boot.h"

#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "sys/process.h"
#include "sys/program.h"

namespace kab::guest {
namespace {

constexpr std::size_t kConsoleTaken = std::size_t{32} << 20;
constexpr std::size_t kConsoleKept = std::size_t{64} << 10;
constexpr unsigned kNobody = 65534;

Result<Fd> opened(const std::string& path) {
  Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd) return fd;
  return fail_input("cannot open " + path + ": " + errno_text(errno));
}

/// The files of one boot, open as long as QEMU runs.
struct Files {
  Fd kernel;
  std::optional<MemoryFile> memory;
  std::optional<Fd> library;
  std::optional<MemoryFile> output;

  std::vector<int> descriptors(const MemoryFile& initramfs) const {
    std::vector<int> all = {kernel.get(), memory->descriptor(), initramfs.descriptor()};
    if (library) all.push_back(library->get());
    if (output) all.push_back(output->descriptor());
    return all;
  }
};

Result<Files> open_files(const Machine& machine) {
  Files files;
  KAB_TRY(files.kernel, opened(machine.kernel));
  KAB_TRY(files.memory,
          MemoryFile::of_size("kab-guest-memory", std::size_t{machine.memory_mb} << 20));
  if (!machine.plugin) return files;
  KAB_TRY(files.library, opened(machine.plugin->library));
  KAB_TRY(files.output, MemoryFile::of_size("kab-plugin-output", 0));
  return files;
}

OpenedFiles names_of(const Files& files, const MemoryFile& initramfs) {
  OpenedFiles names{.kernel = path_in_child(files.kernel.get()),
                    .initramfs = path_in_child(initramfs.descriptor()),
                    .memory = path_in_child(files.memory->descriptor())};
  if (files.library) names.plugin_library = path_in_child(files.library->get());
  if (files.output) names.plugin_output = path_in_child(files.output->descriptor());
  return names;
}

/// QEMU by itself, or, when kab is root, as nobody: emulating a kernel needs no privilege. A change
/// of user forgets that the child dies with kab, so setpriv(1) asks for it again.
std::vector<std::string> launcher(Purpose purpose) {
  const auto setpriv = sys::find_program("setpriv");
  if (::geteuid() != 0 || !setpriv) return {};
  const std::string nobody = std::to_string(kNobody);
  std::vector<std::string> words = {*setpriv, "--reuid",        nobody,        "--regid",
                                    nobody,   "--no-new-privs", "--pdeathsig", "KILL"};
  struct stat kvm{};
  if (purpose == Purpose::kTime && ::stat("/dev/kvm", &kvm) == 0) {
    words.insert(words.end(), {"--groups", std::to_string(kvm.st_gid)});
  } else {
    words.emplace_back("--clear-groups");
  }
  words.emplace_back("--");
  return words;
}

std::string tail_of(std::string text) {
  if (text.size() > kConsoleKept) text.erase(0, text.size() - kConsoleKept);
  return text;
}

}  // namespace

Result<Boot> boot(const Qemu& qemu, const Machine& machine, const MemoryFile& initramfs,
                  std::int64_t deadline_ns) {
  KAB_CHECK(check_machine(machine));
  KAB_TRY(const Files files, open_files(machine));
  auto argv = launcher(machine.purpose);
  argv.push_back(qemu.program);
  const auto arguments = qemu_arguments(machine, names_of(files, initramfs));
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  KAB_TRY(auto outcome, sys::run({.argv = std::move(argv),
                                  .keep_open = files.descriptors(initramfs),
                                  .deadline_ns = deadline_ns,
                                  .output_limit = kConsoleTaken,
                                  .stop_grace_ns = 0}));
  KAB_TRY(const auto answers,
          files.memory->content(static_cast<std::size_t>(channel_address(machine)),
                                std::size_t{kChannelMb} << 20));
  Boot boot{.console = tail_of(std::move(outcome.output)),
            .channel = wire::read_channel(answers),
            .wall_ns = outcome.wall_ns,
            .resident_kb = outcome.resident_kb};
  boot.end = end_of_boot(outcome, boot.console, boot.channel);
  boot.reason = reason_of(boot.end, outcome, boot.console);
  if (files.output) {
    KAB_TRY(boot.plugin_output, files.output->content());
  }
  return boot;
}

}  // namespace kab::guest
