// System calls by number and by name. The ABI belongs to the call and not to the program: a 64-bit
// program may make calls of the 32-bit table, where the same numbers mean others.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kab::syscalls {

enum class Abi {
  kX86_64,
  kI386,
  kOther,  // of an architecture that this was not built for: calls have numbers only
};

/// "x86_64", "i386" or "other".
std::string_view text_of(Abi abi);

/// The ABI that this was compiled for.
inline constexpr Abi kOwnAbi = sizeof(void*) == 8 ? Abi::kX86_64 : Abi::kI386;

struct Call {
  Abi abi = kOwnAbi;
  std::uint64_t number = 0;

  auto operator<=>(const Call&) const = default;
};

/// The call's name in the table of its ABI; its number where the table has none ("451").
std::string name_of(const Call& call);

/// The call of that name, if the table has one.
std::optional<Call> call_named(Abi abi, std::string_view name);

}  // namespace kab::syscalls
