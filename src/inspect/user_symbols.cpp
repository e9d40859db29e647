#include "inspect/user_symbols.h"

#include <utility>

#include "elf/notes.h"
#include "elf/symbols.h"
#include "inspect/process_image.h"

namespace kab::inspect {
namespace {

constexpr std::string_view kVdso = "[vdso]";

Result<elf::Image> image_of(const std::string& path) {
  if (path != kVdso) return elf::read_image(path);
  KAB_TRY(auto own, image_of_process("self"));
  return elf::Image::from_bytes(std::move(own.bytes), path);
}

bool has_symbol_table(const elf::Image& image) { return image.section(".symtab") != nullptr; }

}  // namespace

UserSymbols::UserSymbols(std::string debug_folder) : debug_folder_(std::move(debug_folder)) {}

UserSymbols::File UserSymbols::load(const MappedCode& code) const {
  File file;
  auto image = image_of(code.path);
  if (!image) return file;
  auto symbols = elf::all_symbols(*image);
  // A stripped file's full table lies apart, under its build id: "ab/cdef….debug".
  const auto id = elf::build_id_of(*image);
  if (!has_symbol_table(*image) && id.size() > 2) {
    const auto debug =
        elf::read_image(debug_folder_ + "/" + id.substr(0, 2) + "/" + id.substr(2) + ".debug");
    if (debug) symbols = elf::all_symbols(*debug);
  }
  file.symbols.emplace(std::move(symbols));
  file.image = std::move(*image);
  return file;
}

UserSymbols::File& UserSymbols::file_of(const MappedCode& code) {
  const auto known = files_.find(code.path);
  if (known != files_.end()) return known->second;
  return files_.emplace(code.path, load(code)).first->second;
}

std::string UserSymbols::name_at(const MappedCode& code, std::uint64_t file_offset) {
  if (code.path.empty() || (code.path.front() != '/' && code.path != kVdso)) return "";
  const auto& file = file_of(code);
  if (!file.image || !file.symbols) return "";
  const auto address = file.image->address_of(file_offset);
  if (!address) return "";
  const auto* symbol = file.symbols->at(*address);
  return symbol == nullptr ? "" : symbol->name;
}

}  // namespace kab::inspect
