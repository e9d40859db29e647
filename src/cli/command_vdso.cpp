// kab vdso: what the vDSO offers, whether it is right, and whether its fast path is taken.
#include <algorithm>
#include <cerrno>
#include <iterator>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/guest_option.h"
#include "cli/vdso_sources.h"
#include "cli/version.h"
#include "elf/functions.h"
#include "elf/listing.h"
#include "elf/machine.h"
#include "inspect/vdso_diff.h"
#include "inspect/vdso_image.h"
#include "inspect/vdso_setting.h"
#include "report/vdso_json.h"
#include "report/vdso_text.h"
#include "report/visible.h"
#include "sys/stop.h"
#include "trial/catalogue.h"
#include "trial/check.h"
#include "trial/clock_paths.h"
#include "trial/guest_vdso.h"

namespace kab::cli {
namespace {

using model::VdsoFinding;

constexpr std::uint32_t kUsualCpus = 1;

struct VdsoOptions {
  CommonOptions common;
  std::string file;
  std::string pid;
  std::vector<std::string> diff;
  std::string abi;
  GuestOption guest;
  std::string dump;
  std::string disassemble;
  bool force = false;
  bool measure = false;
  bool strict = false;
  bool as_memory = false;
};

/// "self" is this process; everything else a file.
Result<VdsoSources> sources_named(const std::string& name, const VdsoOptions& options) {
  if (name == "self") return own_vdsos();
  return vdsos_in_file(name, options.as_memory ? inspect::Where::kMemory : inspect::Where::kFile);
}

/// In one boot: the images, and what is to be shown with them.
Result<VdsoSources> sources_in_guest(const VdsoOptions& options, model::VdsoReport& report) {
  trial::GuestVdsoWanted wanted;
  if (!options.abi.empty()) wanted.abis = {options.abi};
  if (options.measure) {
    KAB_TRY(const auto worker, trial::find_worker("x86_64"));
    KAB_TRY(wanted.known, trial::list_workloads(worker));
    wanted.paths = trial::WalkPaths::kYes;
  }
  KAB_TRY(const auto host, guest_of(options.guest, kUsualCpus, wanted.abis));
  KAB_TRY(auto found, trial::ask_for_vdso(host, wanted));
  report.setting = inspect::vdso_setting("self", found.files.root() + "/");
  report.paths = std::move(found.paths);
  report.findings = std::move(found.agreement);
  return vdsos_in_guest(found);
}

Result<VdsoSources> chosen_sources(const VdsoOptions& options, model::VdsoReport& report) {
  auto sources = !options.guest.kernel.empty() ? sources_in_guest(options, report)
                 : !options.pid.empty()        ? vdso_of_process(options.pid)
                 : !options.file.empty()       ? sources_named(options.file, options)
                                               : own_vdsos();
  if (!sources || options.abi.empty()) return sources;
  std::erase_if(sources->images, [&](const VdsoSource& source) {
    return elf::machine_name(source.image) != options.abi;
  });
  std::erase_if(sources->unavailable,
                [&](const model::Unavailable& missing) { return missing.what != options.abi; });
  if (sources->images.empty() && sources->unavailable.empty() && sources->findings.empty())
    return fail_input("there is no image for " + options.abi + " there");
  return sources;
}

Result<void> check_words(const VdsoOptions& options) {
  KAB_CHECK(check_guest_option(options.guest));
  const int elsewhere = (options.file.empty() ? 0 : 1) + (options.pid.empty() ? 0 : 1) +
                        (options.diff.empty() ? 0 : 1);
  if (elsewhere + (options.guest.kernel.empty() ? 0 : 1) > 1)
    return fail_input("a file, --pid, --diff and --kernel exclude each other; name one");
  if (options.measure && elsewhere != 0)
    return fail_input("--measure measures this kernel, not a file or another process");
  if (options.as_memory && !options.pid.empty())
    return fail_input("--as-memory is about files; a process is memory already");
  if (!options.diff.empty() && (!options.dump.empty() || !options.disassemble.empty()))
    return fail_input("--diff goes with neither --dump nor --disassemble");
  return {};
}

bool any_finding(const std::vector<VdsoFinding>& findings) {
  return std::ranges::count(findings, model::VdsoWeight::kFinding, &VdsoFinding::weight) != 0;
}

int exit_code_of(const model::VdsoReport& report, const VdsoOptions& options) {
  const bool found = any_finding(report.findings) ||
                     std::ranges::any_of(report.images, [](const model::VdsoImage& image) {
                       return any_finding(image.findings);
                     });
  if (options.strict && found) return 1;
  const bool nothing = report.images.empty() && report.findings.empty();
  return nothing ? kab::exit_code_of(ErrorKind::kUnavailable) : 0;
}

Result<void> dump_to(const std::string& path, const VdsoSources& sources,
                     const VdsoOptions& options) {
  if (sources.images.empty()) return fail_unavailable("there is no image to write to " + path);
  const auto& source = sources.images.front();
  const int how = O_WRONLY | O_CREAT | O_CLOEXEC | (options.force ? O_TRUNC : O_EXCL);
  constexpr mode_t kMode = 0644;
  const Fd file(::open(path.c_str(), how, kMode));
  if (!file && errno == EEXIST)
    return fail_input(path + " exists already; --force replaces it, or name another");
  if (!file) return fail_unavailable("cannot write " + path + ": " + errno_text(errno));
  KAB_CHECK(write_all(file.get(), source.image.bytes(), path));
  if (!options.common.quiet)
    print_note(fmt::format("wrote {} bytes of {} ({}) to {}", source.image.bytes().size(),
                           source.name, elf::machine_name(source.image), path));
  return {};
}

Result<int> disassemble(const VdsoSources& sources, const VdsoOptions& options) {
  std::string text;
  std::vector<std::string> known;
  const auto look = render_options(color_choice(options.common));
  for (const auto& source : sources.images) {
    const auto functions = elf::functions_of(elf::dynamic_symbols(source.image).symbols);
    const auto decoder = elf::Decoder::of(source.image);
    for (const auto& function : functions) {
      known.push_back(function.name);
      std::ranges::copy(function.aliases, std::back_inserter(known));
      if (function.name != options.disassemble &&
          std::ranges::count(function.aliases, options.disassemble) == 0)
        continue;
      if (!decoder)
        return fail_unavailable("kab cannot read instructions of " +
                                elf::machine_name(source.image));
      text +=
          fmt::format("{} of {} ({})\n", report::visible(function.name, look.glyphs),
                      report::visible(source.name, look.glyphs), elf::machine_name(source.image));
      for (const auto& line : elf::listing(source.image, *decoder, functions, function.range()))
        text += report::visible(line, look.glyphs) + "\n";
    }
  }
  if (text.empty()) {
    const auto near = nearest(options.disassemble, {known.begin(), known.end()});
    return fail_input("there is no function " + in_quotes(options.disassemble) +
                      (near.empty() ? "" : "; did you mean " + std::string(near) + "?"));
  }
  KAB_CHECK(print_result(text));
  return 0;
}

Result<void> measure(model::VdsoReport& report) {
  for (const auto* abi : {"x86_64", "i386"}) {
    const auto worker = trial::find_worker(abi);
    auto known = worker
                     ? trial::list_workloads(*worker)
                     : Result<std::vector<trial::WorkloadFacts>>(std::unexpected(worker.error()));
    if (!known) {
      if (known.error().kind == ErrorKind::kInterrupted) return std::unexpected(known.error());
      const auto what = std::string("paths of ") + abi;
      report.unavailable.push_back({.what = what, .reason = known.error().message});
      continue;
    }
    KAB_TRY(auto paths, trial::measure_clock_paths(*worker, abi, *known));
    std::ranges::move(paths, std::back_inserter(report.paths));
    KAB_TRY(const auto checked, trial::run_check(*worker, trial::order_of_agreement()));
    std::ranges::move(trial::judge_agreement(checked, abi), std::back_inserter(report.findings));
  }
  return {};
}

Result<int> show(const VdsoOptions& options, VdsoSources sources, model::VdsoReport report) {
  report.unavailable = std::move(sources.unavailable);
  std::ranges::move(sources.findings, std::back_inserter(report.findings));
  for (const auto& source : sources.images)
    report.images.push_back(inspect::description_of(source.image, source.name, source.context));
  const bool in_guest = !options.guest.kernel.empty();
  if (options.file.empty() && !in_guest)
    report.setting = inspect::vdso_setting(options.pid.empty() ? "self" : options.pid);
  if (report.setting)
    std::ranges::move(inspect::judge_setting(*report.setting), std::back_inserter(report.findings));
  if (options.measure && !in_guest) KAB_CHECK(measure(report));
  std::ranges::move(inspect::judge_paths(report.paths), std::back_inserter(report.findings));
  KAB_CHECK(
      print_result(options.common.json
                       ? report::vdso_json(report, version())
                       : report::vdso_text(report, render_options(color_choice(options.common)))));
  return exit_code_of(report, options);
}

Result<int> show_diff(const VdsoOptions& options) {
  KAB_TRY(const auto before, sources_named(options.diff.front(), options));
  KAB_TRY(const auto after, sources_named(options.diff.back(), options));
  std::vector<model::VdsoDiff> diffs;
  for (const auto& old_source : before.images) {
    const auto machine = elf::machine_name(old_source.image);
    const auto same = std::ranges::find(after.images, machine, [](const VdsoSource& source) {
      return elf::machine_name(source.image);
    });
    if (same == after.images.end() || (!options.abi.empty() && machine != options.abi)) continue;
    diffs.push_back(inspect::diff_of({&old_source.image, old_source.name, old_source.context},
                                     {&same->image, same->name, same->context}));
  }
  if (diffs.empty())
    return fail_input(options.diff.front() + " and " + options.diff.back() +
                      " have no images for the same machine");
  std::string text;
  for (const auto& diff : diffs)
    text += (text.empty() ? "" : "\n") +
            report::vdso_diff_text(diff, render_options(color_choice(options.common)));
  KAB_CHECK(print_result(options.common.json ? report::vdso_diff_json(diffs, version()) : text));
  const bool worse = std::ranges::any_of(
      diffs, [](const model::VdsoDiff& diff) { return any_finding(diff.appeared); });
  return options.strict && worse ? 1 : 0;
}

Result<int> run_vdso(const VdsoOptions& options) {
  KAB_CHECK(check_words(options));
  const sys::StopSignals signals;
  if (!options.diff.empty()) return show_diff(options);
  model::VdsoReport report;
  KAB_TRY(auto sources, chosen_sources(options, report));
  if (!options.dump.empty()) {
    KAB_CHECK(dump_to(options.dump, sources, options));
    if (options.disassemble.empty()) return 0;
  }
  if (!options.disassemble.empty()) return disassemble(sources, options);
  return show(options, std::move(sources), std::move(report));
}

}  // namespace

void add_vdso(CLI::App& kab, const Invocation&, Action& action) {
  auto* command =
      kab.add_subcommand("vdso", "Inspect, audit, time and compare vDSO images, 64- and 32-bit");
  auto options = std::make_shared<VdsoOptions>();
  command
      ->add_option(
          "file", options->file,
          "A vDSO, or a kernel that carries some (vmlinux, bzImage); default: this kernel's")
      ->type_name("FILE");
  command->add_option("--pid", options->pid, "The vDSO of a running process")->type_name("N");
  command->add_option("--diff", options->diff, "What changed from A to B (files, or self)")
      ->expected(2)
      ->type_name("A B");
  command->add_option("--abi", options->abi, "Only images for this machine: x86_64, i386, ...")
      ->type_name("ABI");
  command->add_flag(
      "--measure", options->measure,
      "Time each clock by the vDSO, the C library and a system call, and count calls (in a guest, "
      "count alone)");
  command->add_option("--dump", options->dump, "Write the (first) image to a file")
      ->type_name("FILE");
  command->add_flag("--force", options->force, "Let --dump replace a file");
  command->add_option("--disassemble", options->disassemble, "The instructions of a function")
      ->type_name("SYMBOL");
  command->add_flag("--as-memory", options->as_memory,
                    "Judge the file as a dump of memory, where the kernel has adapted the code");
  command->add_flag("--strict", options->strict, "Exit with 1 where there is a finding");
  add_guest_option(*command, options->guest, kUsualCpus);
  add_common(*command, options->common);
  command->footer(
      "Exit codes: 0 done, 1 a finding (with --strict), 2 wrong words or files, 3 no image\n"
      "can be had here, 130 interrupted. docs/vdso-findings.md explains each finding.\n\n"
      "Examples:\n"
      "  kab vdso\n"
      "  kab vdso --measure\n"
      "  kab vdso --kernel ./bzImage --boot vdso=0 --measure\n"
      "  kab vdso /boot/vmlinuz-6.12.1 --strict\n"
      "  kab vdso --diff vmlinuz-6.1 vmlinuz-6.12 --abi x86_64\n"
      "  kab vdso --disassemble __vdso_clock_gettime --abi x86_64\n");
  command->callback([&action, options] { action = [options] { return run_vdso(*options); }; });
}

}  // namespace kab::cli
