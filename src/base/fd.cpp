#include "base/fd.h"

#include <unistd.h>

namespace kab {

void Fd::reset() {
  // close() is not retried on EINTR: Linux has freed the number by then.
  if (raw_ >= 0) ::close(std::exchange(raw_, -1));
}

}  // namespace kab
