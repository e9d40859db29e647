#include "cli/sides.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "readers/argument.h"
#include "readers/read_samples.h"
#include "store/load.h"

namespace kab::cli {
namespace {

using analysis::Side;

std::string known_labels(const model::Recording& recording) {
  std::vector<std::string> names;
  for (const auto& session : recording.sessions) {
    if (session.kind == model::SessionKind::kRun) names.push_back(session.label);
    if (session.kind == model::SessionKind::kTrial)
      for (const auto& record : session.arms) names.push_back(record.arm.name);
  }
  return names.empty() ? "it holds nothing" : "it holds " + joined(names, ", ");
}

std::vector<std::string> labels_in_order(const model::Recording& recording) {
  std::vector<std::string> labels;
  for (const auto& session : recording.sessions)
    if (session.kind == model::SessionKind::kRun &&
        std::ranges::find(labels, session.label) == labels.end())
      labels.push_back(session.label);
  return labels;
}

Side labelled(const model::Recording& recording, const std::string& label) {
  std::vector<const model::Session*> sessions;
  for (const auto& session : recording.sessions)
    if (session.kind == model::SessionKind::kRun && session.label == label)
      sessions.push_back(&session);
  return analysis::side_of(label, sessions);
}

bool holds_calls(const Side& side) {
  return std::ranges::any_of(side.sessions,
                             [](const auto* session) { return !session->tally.empty(); });
}

Result<std::vector<Side>> sides_of_recording(const model::Recording& recording,
                                             const std::string& label) {
  std::vector<Side> sides;
  for (const auto& known : labels_in_order(recording))
    if (label.empty() || label == known) sides.push_back(labelled(recording, known));
  for (const auto& session : recording.sessions)
    if (session.kind == model::SessionKind::kTrial)
      for (std::uint32_t arm = 0; arm < session.arms.size(); ++arm)
        if (label.empty() || session.arms[arm].arm.name == label)
          sides.push_back(analysis::side_of_arm(session, arm));
  if (sides.empty())
    return fail_input("recording " + recording.path + " has no label " + in_quotes(label) + "; " +
                      known_labels(recording));
  for (const auto& side : sides)
    if (side.sets.empty() && !holds_calls(side))
      return fail_input("recording " + recording.path + " holds no samples under " +
                        in_quotes(side.name) + ": nothing to compare");
  return sides;
}

Result<readers::Options> reader_options(const SideOptions& options, const std::string& column) {
  readers::Options out;
  out.reader = options.reader;
  out.invalid = options.skip_invalid ? readers::Invalid::kSkip : readers::Invalid::kRefuse;
  out.unit = options.unit;
  out.column = column;
  if (!options.better.empty()) {
    KAB_TRY(out.better, model::parse_better(options.better));
  }
  return out;
}

analysis::ValueSet value_set(readers::SampleSet set) {
  return analysis::ValueSet{.workload = std::move(set.benchmark),
                            .abi = {},
                            .params = {},
                            .metric = std::move(set.metric),
                            .primary = true,
                            .values = std::move(set.values),
                            .groups = std::move(set.groups),
                            .samples = {},
                            .replication = model::Replication::kUnknown,
                            .subject = {}};
}

std::string quantity_of(const readers::SampleSet& set) {
  if (!set.metric.unit.empty() && set.metric.unit != "events")
    return "unit " + in_quotes(set.metric.unit);
  return set.metric.unit.empty() ? "these numbers" : in_quotes(set.metric.name);
}

// Direction is never guessed: sets without one are left out, and where all are, that is an error.
Result<void> leave_out_undirected(readers::SampleFile& file, const std::string& name) {
  std::set<std::string> unknown;
  std::string first;
  for (const auto& set : file.sets) {
    if (set.direction_known) continue;
    if (unknown.empty()) first = quantity_of(set);
    unknown.insert(quantity_of(set));
  }
  if (unknown.empty()) return {};
  std::erase_if(file.sets, [](const auto& set) { return !set.direction_known; });
  if (file.sets.empty())
    return fail_input(name + ": the direction of " + first +
                      " is not known; say --unit U --better higher or lower");
  file.remarks.push_back({.code = "direction-unknown",
                          .text = name +
                                  ": left out, for nobody says whether higher or lower is "
                                  "better (--better): " +
                                  joined({unknown.begin(), unknown.end()}, ", ")});
  return {};
}

std::string name_of(const readers::FileArgument& argument) {
  const std::string file = argument.path == "-" ? "standard input" : argument.path;
  return argument.part.empty() ? file : file + ":" + argument.part;
}

Result<Side> side_of_file(const readers::FileArgument& argument, const SideOptions& options,
                          std::vector<model::Remark>& remarks) {
  KAB_TRY(const auto reading, reader_options(options, argument.part));
  KAB_TRY(auto file, readers::read_samples(argument.path, reading));
  Side side{.name = name_of(argument), .sets = {}, .sessions = {}};
  KAB_CHECK(leave_out_undirected(file, side.name));
  std::ranges::move(file.remarks, std::back_inserter(remarks));
  std::set<std::string> seen;
  for (auto& set : file.sets) {
    auto values = value_set(std::move(set));
    values.primary = seen.insert(values.workload).second;
    side.sets.push_back(std::move(values));
  }
  return side;
}

// Two arguments may name the same label or file: each side needs a name of its own.
void tell_apart(std::vector<Side>& sides) {
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (sides[i].name == sides[j].name) {
        sides[i].name += " (" + std::to_string(i + 1) + ")";
        break;
      }
}

}  // namespace

Result<Sides> sides_from(const std::vector<std::string>& arguments, const SideOptions& options) {
  Sides all;
  for (const auto& text : arguments) {
    const auto argument = readers::split_argument(text);
    if (argument.path != "-" && store::looks_like_recording(argument.path)) {
      KAB_TRY(auto recording, store::load(argument.path));
      all.recordings.push_back(std::move(recording));
      KAB_TRY(auto sides, sides_of_recording(all.recordings.back(), argument.part));
      std::ranges::move(sides, std::back_inserter(all.sides));
      continue;
    }
    KAB_TRY(auto side, side_of_file(argument, options, all.remarks));
    all.sides.push_back(std::move(side));
  }
  tell_apart(all.sides);
  return all;
}

Result<std::optional<model::Recording>> only_trial(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1 || !store::looks_like_recording(arguments.front())) return std::nullopt;
  KAB_TRY(auto recording, store::load(arguments.front()));
  if (recording.sessions.size() != 1 ||
      recording.sessions.front().kind != model::SessionKind::kTrial)
    return std::nullopt;
  return recording;
}

}  // namespace kab::cli
