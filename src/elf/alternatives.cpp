#include "elf/alternatives.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace kab::elf {
namespace {

/// How an entry is laid out: two relative addresses, a feature, two lengths.
struct Layout {
  std::uint64_t entry_bytes;
  std::uint64_t lengths_at;
  std::uint64_t unless_bit;  // of the 16-bit numbers from offset 8 on, taken as one
};
constexpr std::uint64_t kFeatureAt = 8;
// Since 6.3 (16 bits of flags); 3.x and 5.13 to 6.2; in between (a third length, of padding).
constexpr std::array kLayouts = {Layout{14, 12, 1u << 16}, Layout{12, 10, 1u << 15},
                                 Layout{13, 10, 1u << 15}};

std::uint64_t relative(std::uint64_t from, std::uint64_t number) {
  return from + static_cast<std::uint64_t>(static_cast<std::int64_t>(
                    static_cast<std::int32_t>(static_cast<std::uint32_t>(number))));
}

struct Entry {
  std::uint64_t site = 0;
  std::uint64_t site_size = 0;
  Replacement replacement;
};

std::optional<Entry> entry_at(const Image& image, const Section& section, std::uint64_t into,
                              const Layout& layout) {
  const std::uint64_t at = section.offset + into;
  const std::uint64_t address = section.address + into;
  const auto site = image.number_at_offset(at, 4);
  const auto from = image.number_at_offset(at + 4, 4);
  const auto feature = image.number_at_offset(at + kFeatureAt, layout.entry_bytes == 14 ? 4 : 2);
  const auto size = image.number_at_offset(at + layout.lengths_at, 1);
  const auto length = image.number_at_offset(at + layout.lengths_at + 1, 1);
  if (!site || !from || !feature || !size || !length) return std::nullopt;
  Entry entry{.site = relative(address, *site), .site_size = *size, .replacement = {}};
  entry.replacement.address = relative(address + 4, *from);
  entry.replacement.feature = static_cast<std::uint32_t>(*feature & 0x7fff);
  entry.replacement.unless_feature = (*feature & layout.unless_bit) != 0;
  if (!image.is_code(entry.site) || *size == 0 || *length > *size ||
      !image.bytes_at(entry.site, *size))
    return std::nullopt;
  if (*length == 0) return entry;
  const auto bytes = image.bytes_at(entry.replacement.address, *length);
  if (!bytes) return std::nullopt;
  entry.replacement.bytes = std::string(*bytes);
  return entry;
}

std::optional<std::vector<Entry>> entries_of(const Image& image, const Section& section,
                                             const Layout& layout) {
  if (section.size % layout.entry_bytes != 0) return std::nullopt;
  std::vector<Entry> entries;
  for (std::uint64_t into = 0; into < section.size; into += layout.entry_bytes) {
    auto entry = entry_at(image, section, into, layout);
    if (!entry) return std::nullopt;
    entries.push_back(std::move(*entry));
  }
  return entries;
}

/// Entries of one place, in their order, are one site.
std::vector<AlternativeSite> sites_of(std::vector<Entry> entries) {
  std::map<std::uint64_t, AlternativeSite> by_address;
  for (auto& entry : entries) {
    auto& site = by_address[entry.site];
    site.address = entry.site;
    site.size = std::max(site.size, entry.site_size);
    site.replacements.push_back(std::move(entry.replacement));
  }
  std::vector<AlternativeSite> sites;
  for (auto& [address, site] : by_address) sites.push_back(std::move(site));
  return sites;
}

using Run = std::vector<std::pair<Instruction, std::string>>;

/// Instructions that fill `code` exactly, each with how it is written.
std::optional<Run> run_of(const Decoder& decoder, std::string_view code, std::uint64_t address) {
  Run run;
  while (!code.empty()) {
    const auto instruction = decoder.decode(code, address);
    if (!instruction) return std::nullopt;
    run.emplace_back(*instruction, decoder.text(code, address));
    code.remove_prefix(instruction->length);
    address += instruction->length;
  }
  return run;
}

bool is_padding(Run::const_iterator from, Run::const_iterator to) {
  return std::all_of(from, to, [](const auto& one) { return one.first.kind == Kind::kNop; });
}

/// Written alike, since what is relative to its place was adapted to it.
bool holds(const Run& site, const Decoder& decoder, const Replacement& replacement) {
  const auto wanted = run_of(decoder, replacement.bytes, replacement.address);
  if (!wanted || wanted->size() > site.size()) return false;
  const auto behind = site.begin() + static_cast<std::ptrdiff_t>(wanted->size());
  return std::equal(
             wanted->begin(), wanted->end(), site.begin(),
             [](const auto& one, const auto& other) { return one.second == other.second; }) &&
         is_padding(behind, site.end());
}

bool any_kind(const Run& run, Kind kind) {
  return std::ranges::any_of(run, [&](const auto& one) { return one.first.kind == kind; });
}

/// The TSC is read plainly, or behind a fence, and nothing but padding follows.
bool reads_tsc_plainly(const Run& run) {
  const auto read =
      std::ranges::find_if(run, [](const auto& one) { return one.first.kind != Kind::kFence; });
  return read != run.end() && read->first.kind == Kind::kTscRead && is_padding(read + 1, run.end());
}

bool could_be_original(const Run& site, const Decoder& decoder, const AlternativeSite& wanted) {
  bool tsc = false;
  bool fences_alone = true;
  for (const auto& replacement : wanted.replacements) {
    const auto run = run_of(decoder, replacement.bytes, replacement.address).value_or(Run{});
    tsc |= any_kind(run, Kind::kTscRead) || any_kind(run, Kind::kTscReadOrdered);
    fences_alone &= std::ranges::all_of(run, [](const auto& one) {
      return one.first.kind == Kind::kFence || one.first.kind == Kind::kNop;
    });
  }
  if (tsc) return reads_tsc_plainly(site);
  return !fences_alone || std::ranges::all_of(site, [](const auto& one) {
    return one.first.kind == Kind::kFence || one.first.kind == Kind::kNop;
  });
}

constexpr char kNopByte = '\x90';

/// A call or jump is relative to its place.
void adapt(std::string& bytes, std::uint64_t from, std::uint64_t to) {
  constexpr std::size_t kBranch = 5;
  if (bytes.size() != kBranch || (bytes[0] != '\xe8' && bytes[0] != '\xe9')) return;
  std::uint32_t distance = 0;
  for (std::size_t i = kBranch; i-- > 1;)
    distance = distance << 8 | static_cast<unsigned char>(bytes[i]);
  distance += static_cast<std::uint32_t>(from - to);
  for (std::size_t i = 1; i < kBranch; ++i)
    bytes[i] = static_cast<char>(distance >> (8 * (i - 1)) & 0xff);
}

}  // namespace

Alternatives alternatives_of(const Image& image) {
  Alternatives found;
  const Section* section = image.section(".altinstructions");
  if (section == nullptr || section->size == 0) return found;
  found.present = true;
  for (const auto& layout : kLayouts) {
    if (auto entries = entries_of(image, *section, layout)) {
      found.sites = sites_of(std::move(*entries));
      return found;
    }
  }
  found.unreadable = true;
  return found;
}

SiteState state_of(const Image& image, const Decoder& decoder, const AlternativeSite& site) {
  const auto code = image.bytes_at(site.address, site.size);
  const auto run = code ? run_of(decoder, *code, site.address) : std::nullopt;
  if (!run) return SiteState::kNeither;
  if (std::ranges::any_of(site.replacements, [&](const Replacement& replacement) {
        return holds(*run, decoder, replacement);
      }))
    return SiteState::kReplaced;
  return could_be_original(*run, decoder, site) ? SiteState::kOriginal : SiteState::kNeither;
}

std::string patched(const Image& image, const Alternatives& alternatives, std::size_t choice) {
  std::string bytes(image.bytes());
  for (const auto& site : alternatives.sites) {
    const auto& replacement = site.replacements[std::min(choice, site.replacements.size() - 1)];
    const auto offset = image.offset_of(site.address);
    if (!offset || site.size > bytes.size() - *offset) continue;
    std::string code = replacement.bytes;
    adapt(code, replacement.address, site.address);
    code.resize(site.size, kNopByte);
    bytes.replace(*offset, site.size, code);
  }
  return bytes;
}

std::string feature_name(std::uint32_t feature) {
  struct Name {
    std::uint32_t feature;
    std::string_view name;
  };
  constexpr std::array kNames = {
      Name{0 * 32 + 11, "sep"},          Name{0 * 32 + 26, "sse2"},
      Name{1 * 32 + 27, "rdtscp"},       Name{3 * 32 + 14, "syscall32"},
      Name{3 * 32 + 15, "sysenter32"},   Name{3 * 32 + 17, "mfence_rdtsc"},
      Name{3 * 32 + 18, "lfence_rdtsc"}, Name{16 * 32 + 22, "rdpid"},
      Name{20 * 32 + 2, "lfence_rdtsc"}};
  const auto found = std::ranges::find(kNames, feature, &Name::feature);
  if (found != kNames.end()) return std::string(found->name);
  return "feature " + std::to_string(feature / 32) + "*32+" + std::to_string(feature % 32);
}

}  // namespace kab::elf
