#include "trial/ask.h"

#include "base/text.h"

namespace kab::trial {

Result<wire::Reply> reply_in(std::string_view output) {
  const auto lines = split(trimmed(output), '\n');
  if (trimmed(lines.back()).empty())
    return fail_unavailable("kab-worker answered nothing; is it of this kab's version?");
  return wire::decode_reply(trimmed(lines.back()));
}

std::string end_of(const sys::Outcome& outcome) {
  const auto errors = trimmed(outcome.errors);
  const auto last_line = trimmed(split(errors, '\n').back());
  return sys::description_of(outcome) + (last_line.empty() ? "" : ": " + std::string(last_line));
}

Result<sys::Outcome> ask(const std::string& worker, const wire::Request& request,
                         std::int64_t deadline_ns,
                         const std::vector<std::pair<std::string, std::string>>& environment) {
  return sys::run({.argv = {worker},
                   .environment = environment,
                   .input = wire::encode(request),
                   .deadline_ns = deadline_ns});
}

}  // namespace kab::trial
