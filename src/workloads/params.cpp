#include "workloads/params.h"

#include <algorithm>
#include <cstdlib>

#include "base/number.h"
#include "base/text.h"

namespace kab::workloads {
namespace {

std::string prefix(std::string_view workload) { return std::string(workload) + ": "; }

std::unexpected<Error> unknown(std::string_view workload, std::string_view name,
                               std::span<const Param> known) {
  std::vector<std::string_view> candidates;
  std::vector<std::string> names;
  for (const auto& param : known) {
    candidates.push_back(param.name);
    names.emplace_back(param.name);
  }
  std::string message = prefix(workload) + "no parameter " + in_quotes(name);
  const auto near = nearest(name, candidates);
  if (!near.empty()) {
    message += "; did you mean " + std::string(near) + "?";
  } else {
    message += names.empty() ? "; it has none" : "; it has: " + joined(names, ", ");
  }
  return fail_input(std::move(message));
}

Result<void> check_value(std::string_view workload, const Param& param, std::string_view value) {
  const std::string what = prefix(workload) + std::string(param.name) + "=" + in_quotes(value) +
                           " is not possible; " + std::string(param.name) + " (" +
                           std::string(param.meaning) + ") ";
  if (!param.choices.empty()) {
    const auto words = split(param.choices, '|');
    if (std::ranges::find(words, value) != words.end()) return {};
    return fail_input(what + "is one of " + joined({words.begin(), words.end()}, ", "));
  }
  if (!param.range) {
    // A path goes to the kernel as a C string.
    if (value.empty() || value.contains('\0')) return fail_input(what + "must be some text");
    return {};
  }
  const auto number = parse_uint(value);
  if (!number || *number < param.range->min || *number > param.range->max)
    return fail_input(what + "is a whole number from " + std::to_string(param.range->min) + " to " +
                      std::to_string(param.range->max));
  return {};
}

}  // namespace

Result<ParamValues> ParamValues::resolve(std::string_view workload, std::span<const Param> known,
                                         const GivenParams& given) {
  ParamValues resolved;
  for (const auto& param : known) resolved.values_.emplace_back(param.name, param.default_value);
  std::vector<std::string_view> seen;
  for (const auto& [name, value] : given) {
    const auto param =
        std::find_if(known.begin(), known.end(), [&](const Param& p) { return p.name == name; });
    if (param == known.end()) return unknown(workload, name, known);
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      return fail_input(prefix(workload) + name + " is given twice");
    seen.push_back(name);
    KAB_CHECK(check_value(workload, *param, value));
    resolved.values_[static_cast<std::size_t>(param - known.begin())].second = value;
  }
  return resolved;
}

const std::string& ParamValues::text(std::string_view name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return value;
  }
  std::abort();  // a workload asked for what it did not declare
}

std::uint64_t ParamValues::number(std::string_view name) const {
  const auto value = parse_uint(text(name));
  if (!value) std::abort();  // declared without a range
  return *value;
}

}  // namespace kab::workloads
