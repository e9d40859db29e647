// kab report: recordings, or sample files of other tools, as one self-contained HTML page.
#include <cerrno>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#include <fcntl.h>

#include "analysis/judge_trial.h"
#include "analysis/sample_series.h"
#include "base/files.h"
#include "cli/commands.h"
#include "cli/judge_options.h"
#include "cli/sides.h"
#include "cli/version.h"
#include "report/page_html.h"

namespace kab::cli {
namespace {

// Of more values the page holds every k-th: it stays below 1.5 MB. Values of a trial have a place
// in their block, which takes room, too.
constexpr std::size_t kMostValues = 100'000;
constexpr std::size_t kMostPlacedValues = 75'000;

struct ReportOptions {
  JudgingOptions judging;
  SideOptions sides;
  std::vector<std::string> arguments;
  std::string output;
  bool force = false;
  bool quiet = false;
};

// What the page's content points into lives as long as it is written.
struct Found {
  std::optional<model::Recording> trial;
  Sides sides;
  report::PageContent content;
};

Result<void> find_trial(Found& found, const analysis::JudgeOptions& judging) {
  const auto& session = found.trial->sessions.front();
  KAB_TRY(found.content.judgement, analysis::judge_trial(session, judging));
  found.content.judgement.recording = found.trial->path;
  found.content.series = analysis::sample_series(session);
  analysis::thin(found.content.series, kMostPlacedValues);
  found.content.sides = analysis::side_sessions(session);
  return {};
}

Result<void> find_sides(Found& found, const ReportOptions& options,
                        const analysis::JudgeOptions& judging) {
  KAB_TRY(found.sides, sides_from(options.arguments, options.sides));
  const auto& sides = found.sides.sides;
  KAB_TRY(found.content.judgement, analysis::judge_sides(sides, judging));
  found.content.judgement.kab_version = std::string(version());
  std::ranges::move(found.sides.remarks, std::back_inserter(found.content.judgement.warnings));
  found.content.series = analysis::sample_series(sides);
  analysis::thin(found.content.series, kMostValues);
  found.content.sides = analysis::side_sessions(sides);
  return {};
}

// The page is made before the file is: what cannot be compared leaves none behind.
Result<std::string> page_of(const ReportOptions& options, const report::PageBundle& bundle) {
  KAB_TRY(const auto judging, judge_options(options.judging));
  Found found;
  KAB_TRY(found.trial, only_trial(options.arguments));
  if (found.trial) {
    KAB_CHECK(find_trial(found, judging));
  } else {
    KAB_CHECK(find_sides(found, options, judging));
  }
  found.content.facts = analysis::fact_table(found.content.sides);
  return report::page_html(found.content, bundle);
}

Result<void> write_page(const std::string& path, store::IfExists if_exists, std::string_view page) {
  const bool replace = if_exists == store::IfExists::kReplace;
  const int how = O_WRONLY | O_CREAT | O_CLOEXEC | (replace ? O_TRUNC : O_EXCL);
  constexpr mode_t kMode = 0644;
  const Fd file(::open(path.c_str(), how, kMode));
  if (!file && errno == EEXIST)
    return fail_input(path + " exists already; --force replaces it, -o names another");
  if (!file && errno == ENOENT)
    return fail_input("the folder of " + path + " does not exist; make it, or -o another");
  if (!file) return fail_unavailable("cannot write " + path + ": " + std::strerror(errno));
  return write_all(file.get(), page, path);
}

Result<int> run_report(const ReportOptions& options) {
  const auto bundle = report::page_bundle();
  if (!bundle)
    return fail_unavailable(
        "this kab was built without the page of kab report; build it with nodejs and npm and "
        "-DKAB_PAGE=ON, or use kab compare --format markdown");
  KAB_TRY(const auto page, page_of(options, *bundle));
  const auto if_exists = options.force ? store::IfExists::kReplace : store::IfExists::kRefuse;
  KAB_CHECK(write_page(options.output, if_exists, page));
  if (!options.quiet)
    print_note(options.output + ": " + std::to_string(page.size() / 1000) + " kB, one file");
  return 0;
}

}  // namespace

void add_report(CLI::App& kab, const Invocation&, Action& action) {
  auto* command = kab.add_subcommand("report", "Recordings to a self-contained HTML page");
  auto options = std::make_shared<ReportOptions>();
  command
      ->add_option("file", options->arguments,
                   "What kab compare takes: TRIAL.kab, or BASE NEW...: FILE.kab, FILE.kab:LABEL, "
                   "other tools' files")
      ->required();
  command->add_option("-o,--output", options->output, "The page to write")
      ->required()
      ->type_name("PAGE.html");
  command->add_flag("--force", options->force, "Replace the page if it exists");
  command->add_flag("--quiet", options->quiet, "Do not say what was written");
  command
      ->add_option("--threshold", options->judging.threshold,
                   "The change that matters, as for kab compare")
      ->type_name("1%[,5ns]");
  command->add_option("--confidence", options->judging.confidence, "Of the intervals")
      ->type_name("95%");
  command->add_option("--unit", options->sides.unit, "Unit of plain numbers, any word")
      ->type_name("U");
  command
      ->add_option("--better", options->sides.better, "Direction of plain numbers: higher or lower")
      ->type_name("B");
  command
      ->add_option("--reader", options->sides.reader,
                   "Read files as this format (kab list readers)")
      ->type_name("NAME");
  command->add_flag("--skip-invalid", options->sides.skip_invalid,
                    "Leave out nan and inf, and say how many");
  command->footer(
      "Exit codes: 0 written, 2 usage or input, 3 not possible here.\n\n"
      "Examples:\n"
      "  kab report trial.kab -o page.html\n"
      "  kab report stock.kab patched.kab -o page.html\n"
      "  kab report --unit B/s before.txt after.txt -o page.html\n");
  command->callback([&action, options] { action = [options] { return run_report(*options); }; });
}

}  // namespace kab::cli
