// What traced programs of the tests do: system calls of which the number is known.
#pragma once

#include <cerrno>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kab::support {

inline void call(long number, int times) {
  for (int i = 0; i < times; ++i) ::syscall(number);
}

inline int chdir_in_vain(int good, int bad) {
  for (int i = 0; i < good; ++i)
    if (::chdir("/") != 0) return 1;
  for (int i = 0; i < bad; ++i)
    if (::chdir("/no/such/folder") == 0) return 1;
  return 0;
}

inline void wait_for_all() {
  while (::wait(nullptr) > 0 || errno == EINTR) {
  }
}

}  // namespace kab::support
