#include "inspect/vdso_image.h"

#include <set>
#include <utility>

#include "elf/dynamic.h"
#include "elf/listing.h"
#include "elf/machine.h"
#include "elf/notes.h"
#include "inspect/audit.h"

namespace kab::inspect {
namespace {

std::vector<model::VdsoFunction> functions_of(const Subject& subject) {
  std::vector<model::VdsoFunction> functions;
  for (const auto& function : subject.functions) {
    const auto code = subject.image.bytes_at(function.address, function.size);
    functions.push_back({.name = function.name,
                         .version = function.version,
                         .address = function.address,
                         .size = function.size,
                         .aliases = function.aliases,
                         .digest = code ? elf::digest_of(*code) : ""});
  }
  return functions;
}

std::vector<std::string> versions_of(const Subject& subject) {
  std::set<std::string> versions;
  for (const auto& symbol : subject.symbols)
    if (!symbol.version.empty()) versions.insert(symbol.version);
  return {versions.begin(), versions.end()};
}

}  // namespace

model::VdsoImage description_of(const elf::Image& image, std::string source,
                                const AuditContext& context) {
  const Subject subject(image);
  const auto dynamic = elf::dynamic_of(image);
  auto found = audit(subject, context);
  return {.source = std::move(source),
          .machine = elf::machine_name(image),
          .is_64_bit = image.is_64_bit(),
          .byte_order = image.byte_order() == elf::ByteOrder::kBig ? "big-endian" : "little-endian",
          .size = image.bytes().size(),
          .soname = dynamic ? dynamic->soname : "",
          .build_id = elf::build_id_of(image),
          .release = elf::linux_release_of(image),
          .versions = versions_of(subject),
          .counted_by = subject.counted_by,
          .functions = functions_of(subject),
          .mappings = context.mappings,
          .findings = std::move(found.findings),
          .not_looked_at = std::move(found.not_looked_at)};
}

}  // namespace kab::inspect
