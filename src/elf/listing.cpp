#include "elf/listing.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace kab::elf {
namespace {

constexpr int kDeepestCall = 4;

std::string hex(std::uint64_t value, std::size_t digits = 1) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (; value != 0 || text.size() < digits; value >>= 4) text += kDigits[value & 15];
  std::ranges::reverse(text);
  return text;
}

std::string_view code_of(const Image& image, const Instruction& one) {
  return image.bytes_at(one.address, one.length).value_or(std::string_view());
}

const Function* function_at(const std::vector<Function>& functions, std::uint64_t address) {
  const auto found = std::ranges::find(functions, address, &Function::address);
  return found == functions.end() ? nullptr : &*found;
}

std::uint64_t lowest_address(const Image& image) {
  std::uint64_t lowest = ~std::uint64_t{0};
  for (const auto& segment : image.segments())
    if (segment.file_size != 0) lowest = std::min(lowest, segment.address);
  return lowest;
}

std::string page_place(std::uint64_t address, std::uint64_t start) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t base = start / kPage * kPage;
  const bool before = address < base;
  const std::uint64_t pages =
      before ? (base - address + kPage - 1) / kPage : (address - base) / kPage;
  return std::string("page ") + (before ? "-" : "+") + std::to_string(pages) + " + 0x" +
         hex(address % kPage);
}

class Normaliser {
 public:
  Normaliser(const Image& image, const Decoder& decoder, const std::vector<Function>& functions,
             const Alternatives& alternatives)
      : image_(image),
        decoder_(decoder),
        functions_(functions),
        alternatives_(alternatives),
        start_(lowest_address(image)) {
    for (const auto& function : functions) starts_.insert(function.address);
  }

  std::vector<std::string> form_of(const FunctionRange& one, int depth) const {
    std::vector<std::string> lines;
    const auto code = instructions_of(one);
    Anchor anchor;
    for (std::size_t i = 0; i < code.size();) {
      if (const auto* site = site_at(code[i].address)) {
        lines.push_back(written(*site));
        const std::uint64_t end = site->address + site->size;
        while (i < code.size() && code[i].address < end) ++i;
        continue;
      }
      if (const auto found = anchor_at(code, i)) {
        anchor = *found;
        lines.emplace_back("(address of the image)");
      } else if (code[i].kind != Kind::kNop) {
        const auto place = [&](std::uint64_t address) { return name_of(address, one, depth); };
        lines.push_back(decoder_.text(code_of(image_, code[i]), code[i].address, place, anchor));
      }
      ++i;
    }
    return lines;
  }

 private:
  std::vector<Instruction> instructions_of(const FunctionRange& one) const {
    if (one.size != 0) return instructions_in(image_, decoder_, one.start, one.size);
    std::vector<Instruction> found;
    const auto walked = walk(image_, decoder_, one, starts_);
    for (const auto& [address, step] : walked.steps) found.push_back(step.instruction);
    return found;
  }

  const AlternativeSite* site_at(std::uint64_t address) const {
    const auto found = std::ranges::find(alternatives_.sites, address, &AlternativeSite::address);
    return found == alternatives_.sites.end() ? nullptr : &*found;
  }

  std::string written(const AlternativeSite& site) const {
    std::string text = "alternative of " + std::to_string(site.size) + " bytes:";
    for (const auto& replacement : site.replacements) {
      text += &replacement == &site.replacements.front() ? " " : " | ";
      text += std::string(replacement.unless_feature ? "not " : "") +
              feature_name(replacement.feature) + " ";
      std::string_view rest = replacement.bytes;
      std::uint64_t address = replacement.address;
      while (const auto one = decoder_.decode(rest, address)) {
        text += decoder_.text(rest, address) + "; ";
        rest.remove_prefix(one->length);
        address += one->length;
      }
    }
    return text;
  }

  /// Position-independent code of i386 calls for its own address and adds a distance to it, at once
  /// or a few instructions later.
  std::optional<Anchor> anchor_at(const std::vector<Instruction>& code, std::size_t i) const {
    constexpr std::size_t kAtMost = 4;
    if (image_.is_64_bit()) return std::nullopt;
    for (std::size_t back = 1; back <= std::min(i, kAtMost); ++back)
      if (code[i - back].kind == Kind::kCall &&
          !starts_.contains(code[i - back].target.value_or(0)))
        return decoder_.anchored(code_of(image_, code[i]), code[i - back].end());
    return std::nullopt;
  }

  std::string name_of(std::uint64_t address, const FunctionRange& one, int depth) const {
    if (address >= one.start && (one.size == 0 || address - one.start < one.size) &&
        image_.is_code(address) && (one.size != 0 || !starts_.contains(address)))
      return "+0x" + hex(address - one.start);
    if (const auto* other = function_at(functions_, address); other != nullptr)
      return other->name.empty() ? "(blanked)" : other->name;
    if (!image_.offset_of(address)) return page_place(address, start_);
    if (!decoder_.decode(code_at(address), address) || depth >= kDeepestCall) return "data";
    return is_called(address)
               ? "code " + digest_of(joined(
                               form_of({.name = {}, .start = address, .size = 0}, depth + 1), "\n"))
               : "data";
  }

  std::string_view code_at(std::uint64_t address) const {
    return image_.bytes_at(address, 1) ? image_.bytes().substr(*image_.offset_of(address))
                                       : std::string_view();
  }

  /// Whether it lies in the text section rather than among the data; without section headers it
  /// cannot be told, and is data.
  bool is_called(std::uint64_t address) const {
    const auto* text = image_.section(".text");
    return text != nullptr && address >= text->address && address - text->address < text->size;
  }

  const Image& image_;
  const Decoder& decoder_;
  const std::vector<Function>& functions_;
  const Alternatives& alternatives_;
  std::uint64_t start_;
  std::set<std::uint64_t> starts_;
};

}  // namespace

std::vector<std::string> listing(const Image& image, const Decoder& decoder,
                                 const std::vector<Function>& functions, const FunctionRange& one) {
  std::vector<std::string> lines;
  const auto place = [&](std::uint64_t address) {
    const auto* other = function_at(functions, address);
    return "0x" + hex(address) +
           (other == nullptr || other->name.empty() ? "" : " <" + other->name + ">");
  };
  for (const auto& step : instructions_in(image, decoder, one.start, one.size)) {
    const auto code = code_of(image, step);
    std::string bytes;
    for (const char c : code) bytes += hex(static_cast<unsigned char>(c), 2) + " ";
    constexpr std::size_t kBytesWidth = 31;
    bytes.resize(std::max(bytes.size(), kBytesWidth), ' ');
    constexpr std::size_t kAddressWidth = 8;
    const auto address = hex(step.address);
    lines.push_back(std::string(kAddressWidth - std::min(kAddressWidth, address.size()), ' ') +
                    address + ": " + bytes + decoder.text(code, step.address, place));
  }
  return lines;
}

std::vector<std::string> normal_form(const Image& image, const Decoder& decoder,
                                     const std::vector<Function>& functions,
                                     const Alternatives& alternatives, const FunctionRange& one) {
  return Normaliser(image, decoder, functions, alternatives).form_of(one, 0);
}

std::string digest_of(std::string_view bytes) {
  std::uint64_t digest = 0xcbf29ce484222325;
  for (const char c : bytes) {
    digest ^= static_cast<unsigned char>(c);
    digest *= 0x100000001b3;
  }
  return hex(digest, 16);
}

}  // namespace kab::elf
