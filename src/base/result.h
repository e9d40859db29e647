// Result<T>: what can fail returns one. An Error says what was attempted, on what, why it
// failed and what to do about it, in one line, and carries the kind that decides the exit code.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace kab {

enum class ErrorKind {
  kInput,        // the user's words or files are wrong; nothing was measured (exit 2)
  kUnavailable,  // not possible here, or no longer: capability, failing command, full disk (exit 3)
  kInterrupted,  // the user stopped it (exit 130)
};

struct Error {
  ErrorKind kind = ErrorKind::kUnavailable;
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;

/// The exit code that product.md gives to an error of this kind.
int exit_code_of(ErrorKind kind);

inline std::unexpected<Error> fail_input(std::string message) {
  return std::unexpected(Error{ErrorKind::kInput, std::move(message)});
}
inline std::unexpected<Error> fail_unavailable(std::string message) {
  return std::unexpected(Error{ErrorKind::kUnavailable, std::move(message)});
}
inline std::unexpected<Error> fail_interrupted(std::string message) {
  return std::unexpected(Error{ErrorKind::kInterrupted, std::move(message)});
}

/// "No such file or directory": the text of an errno value, thread-safe.
std::string errno_text(int error_number);

}  // namespace kab

// KAB_TRY(auto x, f()): x is the value of f(), or this function returns f()'s error.
// KAB_CHECK(f()): the same for a Result whose value is not wanted.
#define KAB_CONCAT_INNER(a, b) a##b
#define KAB_CONCAT(a, b) KAB_CONCAT_INNER(a, b)
#define KAB_TRY_NAMED(temporary, declaration, expression)               \
  auto temporary = (expression);                                        \
  if (!temporary) return std::unexpected(std::move(temporary).error()); \
  declaration = std::move(*temporary)
#define KAB_TRY(declaration, expression) \
  KAB_TRY_NAMED(KAB_CONCAT(kab_try_, __LINE__), declaration, expression)
#define KAB_CHECK(expression)                                      \
  do {                                                             \
    if (auto kab_check_result = (expression); !kab_check_result)   \
      return std::unexpected(std::move(kab_check_result).error()); \
  } while (false)
