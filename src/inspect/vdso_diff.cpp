#include "inspect/vdso_diff.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "elf/listing.h"
#include "elf/machine.h"
#include "inspect/audit.h"

namespace kab::inspect {
namespace {

using Lines = std::vector<std::string>;

/// What a function is called in a comparison: aliases count for themselves only where the main
/// name is missing on the other side, so the main name will do.
std::map<std::string, const elf::Function*> by_name(const Subject& subject) {
  std::map<std::string, const elf::Function*> functions;
  for (const auto& function : subject.functions)
    if (!function.name.empty()) functions.emplace(function.name, &function);
  return functions;
}

Lines form_of(const Subject& subject, const elf::Function& function) {
  if (subject.decoder)
    return elf::normal_form(subject.image, *subject.decoder, subject.functions,
                            subject.alternatives, function.range());
  const auto code = subject.image.bytes_at(function.address, function.size);
  return {code ? "code with digest " + elf::digest_of(*code) : "code that is not in the image"};
}

/// Findings of `one` whose code and text `other` does not have.
std::vector<model::VdsoFinding> only_in(const std::vector<model::VdsoFinding>& one,
                                        const std::vector<model::VdsoFinding>& other) {
  std::vector<model::VdsoFinding> found;
  std::ranges::copy_if(one, std::back_inserter(found), [&](const auto& finding) {
    return std::ranges::none_of(other, [&](const auto& same) {
      return same.code == finding.code && same.text == finding.text;
    });
  });
  return found;
}

/// Lengths of the longest common subsequences of all tails.
std::vector<std::vector<std::uint32_t>> common_tails(const Lines& a, const Lines& b) {
  std::vector<std::vector<std::uint32_t>> length(a.size() + 1,
                                                 std::vector<std::uint32_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      length[i][j] =
          a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
  return length;
}

void drop_equal_ends(Lines& a, Lines& b) {
  const auto [first_a, first_b] = std::ranges::mismatch(a, b);
  b.erase(b.begin(), first_b);
  a.erase(a.begin(), first_a);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
}

}  // namespace

Lines changed_lines(const Lines& before, const Lines& after) {
  constexpr std::size_t kMostCells = 4'000'000;
  Lines a = before;
  Lines b = after;
  drop_equal_ends(a, b);
  Lines lines;
  std::size_t i = 0;
  std::size_t j = 0;
  if (a.size() * b.size() <= kMostCells) {
    const auto length = common_tails(a, b);
    while (i < a.size() && j < b.size()) {
      if (a[i] == b[j]) {
        ++i;
        ++j;
      } else if (length[i + 1][j] >= length[i][j + 1]) {
        lines.push_back("-" + a[i++]);
      } else {
        lines.push_back("+" + b[j++]);
      }
    }
  }
  for (; i < a.size(); ++i) lines.push_back("-" + a[i]);
  for (; j < b.size(); ++j) lines.push_back("+" + b[j]);
  return lines;
}

model::VdsoDiff diff_of(const DiffSide& before, const DiffSide& after) {
  const Subject old_subject(*before.image);
  const Subject new_subject(*after.image);
  model::VdsoDiff diff{.old_source = before.source,
                       .new_source = after.source,
                       .machine = elf::machine_name(*after.image),
                       .old_size = before.image->bytes().size(),
                       .new_size = after.image->bytes().size()};
  const auto old_functions = by_name(old_subject);
  const auto new_functions = by_name(new_subject);
  for (const auto& [name, function] : old_functions)
    if (!new_functions.contains(name))
      diff.changes.push_back({.function = name, .kind = "removed", .old_size = function->size});
  for (const auto& [name, function] : new_functions) {
    const auto old = old_functions.find(name);
    if (old == old_functions.end()) {
      diff.changes.push_back({.function = name, .kind = "added", .new_size = function->size});
      continue;
    }
    auto lines = changed_lines(form_of(old_subject, *old->second), form_of(new_subject, *function));
    if (lines.empty()) {
      ++diff.unchanged;
      continue;
    }
    diff.changes.push_back({.function = name,
                            .kind = "changed",
                            .old_size = old->second->size,
                            .new_size = function->size,
                            .lines = std::move(lines)});
  }
  const auto old_findings = audit(old_subject, before.context).findings;
  const auto new_findings = audit(new_subject, after.context).findings;
  diff.appeared = only_in(new_findings, old_findings);
  diff.gone = only_in(old_findings, new_findings);
  return diff;
}

}  // namespace kab::inspect
