#include "trial/guest_vdso.h"

#include <utility>

#include "guest/facts.h"
#include "trial/clock_paths.h"
#include "trial/guest_check.h"
#include "trial/guest_visit.h"
#include "trial/tally.h"

namespace kab::trial {
namespace {

// Each reading that enters the kernel stops twice for whoever counts it, and an emulated CPU is
// slow at that.
constexpr std::uint64_t kReadings = 200;
constexpr std::int64_t kEachNs = 30'000'000'000;

wire::GuestOrder order_to_dump(const std::string& abi) {
  return {.kind = wire::GuestOrder::Kind::kCommand,
          .argv = {wire::guest_path_of_worker(abi), "--vdso"},
          .deadline_ns = static_cast<std::uint64_t>(kEachNs),
          .start = wire::GuestOrder::Start::kAtOnce};
}

wire::GuestOrder order_to_walk(const model::VdsoPath& path) {
  return question_to_worker(path.abi,
                            {.task = wire::Task::kTally,
                             .workload = path.workload,
                             .params = {{"path", path.path}},
                             .iterations = kReadings},
                            kEachNs);
}

Result<std::string> dump_in(const GuestAnswer& answer) {
  if (answer.refused.empty() && answer.status == 0 && !answer.output.empty()) return answer.output;
  return fail_unavailable(answer.refused.empty() ? "kab-worker --vdso " + end_of(answer)
                                                 : answer.refused);
}

Result<wire::Tally> tally_of(const GuestAnswer& answer) {
  KAB_TRY(auto reply, reply_of(answer));
  return tally_in(std::move(reply));
}

/// What a boot is asked, and from which order on it answers what.
struct Questions {
  std::vector<wire::GuestOrder> orders = {};
  std::vector<model::VdsoPath> paths = {};
  std::vector<GuestCheck> agreement = {};

  std::uint64_t first_fact() const { return abis; }
  std::uint64_t first_path() const { return orders.size() - paths.size() - agreement.size(); }
  std::uint64_t first_check() const { return orders.size() - agreement.size(); }

  std::uint64_t abis = 0;
};

Questions questions_about(const GuestVdsoWanted& wanted) {
  Questions questions{.abis = wanted.abis.size()};
  auto& orders = questions.orders;
  for (const auto& abi : wanted.abis) orders.push_back(order_to_dump(abi));
  for (auto& order : guest::fact_orders()) orders.push_back(std::move(order));
  if (wanted.paths == WalkPaths::kNo) return questions;
  for (const auto& abi : wanted.abis) {
    for (auto& path : ways_to_clocks(abi, wanted.known)) questions.paths.push_back(std::move(path));
    questions.agreement.push_back({.abi = abi, .order = order_of_agreement()});
  }
  for (const auto& path : questions.paths) orders.push_back(order_to_walk(path));
  for (const auto& check : questions.agreement) orders.push_back(order_to_check(check));
  return questions;
}

}  // namespace

Result<GuestVdso> ask_for_vdso(const GuestHost& host, const GuestVdsoWanted& wanted) {
  auto questions = questions_about(wanted);
  KAB_TRY(const auto boot, visit_guest(host, questions.orders, 1));
  const auto first = host.first_order(0);
  KAB_TRY(auto files, guest::laid_out_facts(boot.channel, first + questions.first_fact()));
  GuestVdso found{.dumps = {}, .files = std::move(files)};
  for (std::size_t i = 0; i < wanted.abis.size(); ++i)
    found.dumps.push_back(
        {.abi = wanted.abis[i], .bytes = dump_in(answer_to(boot.channel, first + i))});
  for (std::size_t i = 0; i < questions.paths.size(); ++i)
    note_calls(tally_of(answer_to(boot.channel, first + questions.first_path() + i)),
               questions.paths[i]);
  found.paths = std::move(questions.paths);
  const auto checked = checked_in(boot, first + questions.first_check(), questions.agreement);
  for (std::size_t i = 0; i < checked.size(); ++i)
    for (auto& finding : judge_agreement(checked[i], questions.agreement[i].abi))
      found.agreement.push_back(std::move(finding));
  return found;
}

}  // namespace kab::trial
