#include "base/result.h"

#include <system_error>

namespace kab {

int exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInput:
      return 2;
    case ErrorKind::kUnavailable:
      return 3;
    case ErrorKind::kInterrupted:
      return 130;
  }
  return 3;
}

std::string errno_text(int error_number) { return std::generic_category().message(error_number); }

}  // namespace kab
