#include "syscalls/names.h"

#include <algorithm>
#include <span>

#include "syscalls/name_tables.h"

namespace kab::syscalls {
namespace {

std::span<const NumberedName> table_of(Abi abi) {
  switch (abi) {
    case Abi::kX86_64:
      return table_of_x86_64();
    case Abi::kI386:
      return table_of_i386();
    case Abi::kOther:
      return {};
  }
  return {};
}

}  // namespace

std::string_view text_of(Abi abi) {
  switch (abi) {
    case Abi::kX86_64:
      return "x86_64";
    case Abi::kI386:
      return "i386";
    case Abi::kOther:
      return "other";
  }
  return "other";
}

std::string name_of(const Call& call) {
  const auto table = table_of(call.abi);
  const auto found = std::ranges::find(table, call.number, &NumberedName::number);
  return found == table.end() ? std::to_string(call.number) : std::string(found->name);
}

std::optional<Call> call_named(Abi abi, std::string_view name) {
  const auto table = table_of(abi);
  const auto found = std::ranges::find(table, name, &NumberedName::name);
  if (found == table.end()) return std::nullopt;
  return Call{.abi = abi, .number = found->number};
}

}  // namespace kab::syscalls
