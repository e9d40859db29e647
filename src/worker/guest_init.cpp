#include "worker/guest_init.h"

#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "base/file_tree.h"
#include "base/files.h"
#include "base/text.h"
#include "wire/guest_channel.h"
#include "wire/guest_marks.h"
#include "wire/guest_orders.h"
#include "worker/guest_answers.h"
#include "worker/guest_child.h"
#include "worker/guest_machine.h"
#include "worker/quiescence.h"

namespace kab::worker {
namespace {

using wire::GuestOrder;

Result<std::vector<GuestOrder>> read_orders() {
  KAB_TRY(const std::string text, read_file(std::string(wire::kOrdersPath)));
  std::vector<GuestOrder> orders;
  for (const auto line : split(trimmed(text), '\n')) {
    KAB_TRY(auto order, wire::decode_order(line));
    orders.push_back(std::move(order));
  }
  if (orders.empty() || orders.front().kind != GuestOrder::Kind::kChannel)
    return fail_input("the first order names no channel");
  return orders;
}

void answer_refused(GuestAnswers& answers, std::uint64_t number, const Error& error) {
  answers.add({.name = "refused", .order = number, .status = 0, .bytes = error.message});
}

void come_to_rest(std::uint64_t number, GuestAnswers& answers) {
  const auto quiet = wait_until_quiet();
  answers.add({.name = "quiet",
               .order = number,
               .status = quiet.reached == Quiet::kYes ? 1 : 0,
               .bytes = std::to_string(quiet.windows)});
}

void run_child(const GuestOrder& order, std::uint64_t number, GuestAnswers& answers) {
  if (order.start == GuestOrder::Start::kAtRest) come_to_rest(number, answers);
  const auto ended = run_guest_child(order);
  end_all_others();
  if (!ended) return answer_refused(answers, number, ended.error());
  answers.add({.name = "output", .order = number, .status = 0, .bytes = ended->output});
  if (!ended->errors.empty())
    answers.add({.name = "errors", .order = number, .status = 0, .bytes = ended->errors});
  answers.add({.name = "times",
               .order = number,
               .status = 0,
               .bytes = std::to_string(ended->wall_ns) + ' ' + std::to_string(ended->user_ns) +
                        ' ' + std::to_string(ended->system_ns)});
  if (ended->deadline == Deadline::kPassed)
    answers.add({.name = "deadline", .order = number, .status = 0, .bytes = {}});
  answers.add({.name = "end", .order = number, .status = ended->status, .bytes = {}});
}

void write_value(const GuestOrder& order, std::uint64_t number, GuestAnswers& answers) {
  if (const auto written = overwrite_file(order.path, order.value); !written)
    answer_refused(answers, number, written.error());
}

void copy_file(const GuestOrder& order, std::uint64_t number, GuestAnswers& answers) {
  auto content = content_of(order.path);
  if (!content) return answer_refused(answers, number, content.error());
  answers.add({.name = "content", .order = number, .status = 0, .bytes = std::move(*content)});
}

void carry_out(const GuestOrder& order, std::uint64_t number, GuestAnswers& answers) {
  wire::set_mark<wire::Mark::kOrder>();
  switch (order.kind) {
    case GuestOrder::Kind::kChannel:
      return;
    case GuestOrder::Kind::kWorker:
    case GuestOrder::Kind::kCommand:
      return run_child(order, number, answers);
    case GuestOrder::Kind::kWrite:
      return write_value(order, number, answers);
    case GuestOrder::Kind::kCopy:
      return copy_file(order, number, answers);
  }
}

Result<void> obey() {
  set_up_machine();
  KAB_TRY(const auto orders, read_orders());
  KAB_TRY(GuestAnswers answers, GuestAnswers::open(orders.front().address, orders.front().bytes));
  for (std::size_t i = 0; i < orders.size(); ++i) carry_out(orders[i], i, answers);
  answers.finish();
  return {};
}

}  // namespace

bool is_guest_init(const char* argv0) {
  return ::getpid() == 1 && std::string_view(argv0) == "/init";
}

void run_as_guest_init() {
  const auto done = obey();
  if (!done) std::fprintf(stderr, "kab-worker: %s\n", done.error().message.c_str());
  end_machine(done ? kAllAnswered : kNoChannel);
}

}  // namespace kab::worker
