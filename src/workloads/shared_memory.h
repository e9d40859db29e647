// Memory that a process shares with those that it forks.
#pragma once

#include <cerrno>
#include <memory>
#include <new>
#include <type_traits>

#include <sys/mman.h>

#include "base/result.h"

namespace kab::workloads {

template <class T>
struct Unmap {
  void operator()(T* shared) const { ::munmap(shared, sizeof(T)); }
};

/// One T in shared memory; each process that has it unmaps its own view.
template <class T>
using SharedMemory = std::unique_ptr<T, Unmap<T>>;

/// A fresh T, as its default initialisers have it.
template <class T>
Result<SharedMemory<T>> share() {
  static_assert(std::is_trivially_destructible_v<T>);
  void* const memory =
      ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return fail_unavailable("cannot map shared memory: " + errno_text(errno));
  return SharedMemory<T>(new (memory) T);
}

}  // namespace kab::workloads
