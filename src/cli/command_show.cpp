// kab show: what is in a recording.
#include <memory>

#include "cli/commands.h"
#include "cli/judge_options.h"
#include "cli/shown.h"
#include "store/load.h"

namespace kab::cli {
namespace {

struct ShowOptions {
  CommonOptions common;
  std::string file;
  std::string group;
  ShownFormat format = ShownFormat::kText;
  bool batches = false;
  bool order = false;
  bool environment = false;
};

std::vector<report::ShowPart> parts_of(const ShowOptions& options) {
  std::vector<report::ShowPart> parts;
  if (options.order) parts.push_back(report::ShowPart::kOrder);
  if (options.environment) parts.push_back(report::ShowPart::kEnvironment);
  if (options.batches) parts.push_back(report::ShowPart::kBatches);
  return parts;
}

std::string text_of(const ShowOptions& options, std::span<const report::ShownSession> shown,
                    const report::RenderOptions& look) {
  if (options.common.json) return shown_json(options.file, shown);
  if (options.format == ShownFormat::kLoops) return shown_loops(shown, look);
  return report::render_show(options.file, shown, parts_of(options), look);
}

Result<int> run_show(const ShowOptions& options) {
  std::optional<double> width;
  if (!options.group.empty()) {
    KAB_TRY(width, group_width(options.group));
  }
  KAB_TRY(const auto recording, store::load(options.file));
  std::vector<report::ShownSession> shown;
  for (const auto& session : recording.sessions) shown.push_back(shown_session(session, width));
  const auto look = render_options(color_choice(options.common));
  KAB_CHECK(print_result(text_of(options, shown, look)));
  return 0;
}

}  // namespace

void add_show(CLI::App& kab, const Invocation&, Action& action) {
  auto* command = kab.add_subcommand(
      "show", "What is in a recording: samples, distribution, environment, order");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("file", options->file, "A recording")->required()->type_name("FILE.kab");
  command->add_flag("--batches", options->batches, "Every batch of every sample");
  command->add_flag("--order", options->order, "The order in which samples were taken");
  command->add_flag("--environment", options->environment, "The environment of every arm");
  command->add_option("--group", options->group, "The values in groups of this width")
      ->type_name("WIDTH");
  add_shown_format(*command, options->format);
  add_common(*command, options->common);
  command->footer("Examples:\n  kab show --order --environment trial.kab\n");
  command->callback([&action, options] { action = [options] { return run_show(*options); }; });
}

}  // namespace kab::cli
