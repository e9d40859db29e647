#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "inspect/audit.h"

namespace kab::inspect {
namespace {

using elf::Kind;
using model::VdsoWeight;

/// Whether this CPU is known to lack what a replacement is for.
bool is_known_absent(const elf::Replacement& replacement, const AuditContext& context) {
  // The flags that every kernel shows; others may be set and hidden.
  constexpr std::array<std::string_view, 4> kShown = {"rdtscp", "rdpid", "sep", "sse2"};
  const auto name = elf::feature_name(replacement.feature);
  if (!context.cpu_flags || std::ranges::find(kShown, name) == kShown.end()) return false;
  return context.cpu_flags->contains(name) == replacement.unless_feature;
}

std::string bytes_text(const elf::Image& image, std::uint64_t address, std::uint64_t size) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : image.bytes_at(address, size).value_or(std::string_view())) {
    if (!text.empty()) text += ' ';
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

std::string site_text(const Subject& subject, const elf::AlternativeSite& site) {
  std::string text = place_of(subject, site.address) + " holds " +
                     bytes_text(subject.image, site.address, site.size);
  for (const auto& one : site.replacements) {
    text += &one == &site.replacements.front() ? "; the kernel may put " : ", or ";
    text +=
        one.bytes.empty() ? "nothing" : bytes_text(subject.image, one.address, one.bytes.size());
    text +=
        std::string(one.unless_feature ? " without " : " with ") + elf::feature_name(one.feature);
  }
  return text;
}

struct Sites {
  std::vector<std::string> unpatched;
  std::vector<std::string> needless;  // unpatched, and this CPU has none of the features
  std::vector<std::string> corrupt;
};

Sites sites_of(const Subject& subject, const AuditContext& context) {
  Sites sites;
  for (const auto& site : subject.alternatives.sites) {
    const auto state = elf::state_of(subject.image, *subject.decoder, site);
    if (state == elf::SiteState::kReplaced) continue;
    const bool needless = std::ranges::all_of(
        site.replacements, [&](const auto& one) { return is_known_absent(one, context); });
    auto& list = state == elf::SiteState::kNeither ? sites.corrupt
                 : needless                        ? sites.needless
                                                   : sites.unpatched;
    list.push_back(site_text(subject, site));
  }
  return sites;
}

/// Whether a fence stands before a read of the TSC, with nothing between that a load could pass.
bool is_ordered(const std::map<std::uint64_t, elf::Instruction>& code, std::uint64_t address) {
  constexpr int kAtMost = 6;
  auto at = code.find(address);
  for (int back = 0; back < kAtMost && at != code.begin(); ++back) {
    const auto before = std::prev(at);
    if (before->second.end() != at->first) return false;
    const auto kind = before->second.kind;
    if (kind == Kind::kFence) return true;
    if (before->second.reads_memory || (kind != Kind::kOther && kind != Kind::kNop)) return false;
    at = before;
  }
  return false;
}

/// All code: what control reaches, and the rest of each function.
std::map<std::uint64_t, elf::Instruction> code_of(const Subject& subject) {
  std::map<std::uint64_t, elf::Instruction> code;
  for (const auto& walk : subject.walks) {
    for (const auto& [address, step] : walk.steps) code.emplace(address, step.instruction);
    for (const auto& one : elf::instructions_in(subject.image, *subject.decoder,
                                                walk.function.start, walk.function.size))
      code.emplace(one.address, one);
  }
  return code;
}

std::set<std::uint64_t> unordered_reads(const Subject& subject) {
  std::set<std::uint64_t> found;
  const auto code = code_of(subject);
  for (const auto& [address, one] : code)
    if (one.kind == Kind::kTscRead && !is_ordered(code, address)) found.insert(address);
  return found;
}

/// Those that are unordered in some choice of the alternatives.
std::set<std::uint64_t> unordered_when_patched(const Subject& subject) {
  std::size_t choices = 0;
  for (const auto& site : subject.alternatives.sites)
    choices = std::max(choices, site.replacements.size());
  std::set<std::uint64_t> found;
  for (std::size_t i = 0; i < choices; ++i) {
    const auto image = elf::Image::from_bytes(elf::patched(subject.image, subject.alternatives, i),
                                              subject.image.name());
    if (image) found.merge(unordered_reads(Subject(*image)));
  }
  return found;
}

bool needs_kernel(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNeedIt = {"clock_gettime",       "clock_gettime64",
                                                       "gettimeofday",        "clock_getres",
                                                       "clock_getres_time64", "getrandom"};
  for (const std::string_view prefix : {"__vdso_", "__kernel_"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return std::ranges::find(kNeedIt, name) != kNeedIt.end();
}

bool enters_kernel(const Subject& subject, std::uint64_t start, std::set<std::uint64_t>& seen) {
  if (!seen.insert(start).second) return false;
  const auto found = std::ranges::find(subject.walks, start,
                                       [](const elf::Walk& walk) { return walk.function.start; });
  if (found == subject.walks.end()) return false;
  return std::ranges::any_of(
             found->steps,
             [](const auto& step) { return step.second.instruction.kind == Kind::kKernelEntry; }) ||
         std::ranges::any_of(found->callees, [&](std::uint64_t callee) {
           return enters_kernel(subject, callee, seen);
         });
}

}  // namespace

void audit_alternatives(const Subject& subject, const AuditContext& context, Audit& audit) {
  if (subject.alternatives.unreadable) {
    audit.findings.push_back(
        {.code = "alternatives-unreadable",
         .text = ".altinstructions makes no sense in any of the layouts that kernels have had",
         .evidence = {},
         .why = "what the kernel would put where cannot be judged"});
    return;
  }
  auto sites = sites_of(subject, context);
  const bool in_memory = context.where == Where::kMemory;
  if (!sites.corrupt.empty())
    audit.findings.push_back({.code = "alternative-corrupt",
                              .text = "neither the original code nor a replacement stands at " +
                                      counted(sites.corrupt.size(), "place"),
                              .evidence = std::move(sites.corrupt),
                              .why = "what runs there was written by nobody"});
  if (!sites.unpatched.empty())
    audit.findings.push_back(
        {.code = "alternative-not-applied",
         .weight = in_memory ? VdsoWeight::kFinding : VdsoWeight::kNote,
         .text = (in_memory ? "not adapted to this CPU: "
                            : "not yet patched, as is right in a file: ") +
                 counted(sites.unpatched.size(), "place"),
         .evidence = std::move(sites.unpatched),
         .why = in_memory ? "code for older CPUs runs: without a fence the time may go backwards "
                            "between CPUs"
                          : "the kernel adapts them to the CPU when it starts"});
  if (!sites.needless.empty() && in_memory)
    audit.findings.push_back({.code = "alternative-not-needed",
                              .weight = VdsoWeight::kNote,
                              .text = "as they were, since this CPU has nothing better: " +
                                      counted(sites.needless.size(), "place"),
                              .evidence = std::move(sites.needless),
                              .why = "this is as it should be"});
}

void audit_tsc(const Subject& subject, const AuditContext& context, Audit& audit) {
  const bool as_it_is = context.where == Where::kMemory || subject.alternatives.sites.empty();
  const auto reads = as_it_is ? unordered_reads(subject) : unordered_when_patched(subject);
  std::vector<std::string> evidence;
  for (const std::uint64_t address : reads)
    evidence.push_back("rdtsc at " + place_of(subject, address) +
                       " has no lfence, mfence or other ordering instruction before it");
  if (evidence.empty()) return;
  audit.findings.push_back(
      {.code = "unordered-rdtsc",
       .text =
           "the time stamp counter may be read too early at " + counted(evidence.size(), "place"),
       .evidence = std::move(evidence),
       .why = "time may go backwards, most of all between CPUs, and it looks fast"});
}

void audit_code(const Subject& subject, Audit& audit) {
  for (const auto& function : subject.functions) {
    std::set<std::uint64_t> seen;
    if (!needs_kernel(function.name) || enters_kernel(subject, function.address, seen)) continue;
    audit.findings.push_back(
        {.code = "no-fallback",
         .text = function.name + " has no way into the kernel",
         .evidence = {"no syscall, sysenter or int $0x80 in the " + std::to_string(seen.size()) +
                      " functions that it reaches from " + hex(function.address)},
         .why = "for a clock that it does not know, or a clocksource without a fast path, it "
                "cannot answer"});
  }
  std::vector<std::string> broken;
  for (const auto& walk : subject.walks)
    if (!walk.complete)
      broken.push_back(
          (walk.function.name.empty() ? hex(walk.function.start) : walk.function.name) +
          " leads to bytes that are no instruction, or lie outside of the image");
  if (!broken.empty())
    audit.findings.push_back(
        {.code = "undecodable-code",
         .text = "what is no code is reached from " + counted(broken.size(), "function"),
         .evidence = std::move(broken),
         .why = "a program that gets there ends with a signal"});
}

}  // namespace kab::inspect
