#include "workloads/process/region.h"

#include <cerrno>
#include <cstdint>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab::workloads {
namespace {

std::unexpected<Error> failed(std::string_view call, std::size_t bytes) {
  return fail_unavailable(std::string(call) + " of " + std::to_string(bytes) +
                          " bytes: " + errno_text(errno));
}

/// Its pages are written once, so that a fault later finds each of them.
Result<Fd> filled_file(std::size_t bytes) {
  Fd fd(::memfd_create("kab", MFD_CLOEXEC));
  if (!fd) return fail_unavailable("memfd_create: " + errno_text(errno));
  const std::string page(page_size(), '\0');
  for (std::size_t written = 0; written < bytes; written += page.size())
    KAB_CHECK(write_all(fd.get(), page, "a file in memory"));
  return fd;
}

}  // namespace

std::size_t page_size() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

Param pages_param(std::string_view default_value) {
  return {.name = "pages",
          .default_value = default_value,
          .meaning = "pages that are touched in turn before all are given back",
          .range = Range{.min = 1, .max = 65'536}};
}

Result<Region> Region::anonymous(std::size_t bytes, std::size_t alignment) {
  const std::size_t mapped_bytes = bytes + alignment - page_size();
  void* const mapped =
      ::mmap(nullptr, mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return failed("mmap", mapped_bytes);
  const auto address = reinterpret_cast<std::uintptr_t>(mapped);
  const std::size_t before = (alignment - address % alignment) % alignment;
  return Region(mapped, mapped_bytes, static_cast<char*>(mapped) + before, bytes);
}

Result<Region> Region::file(std::size_t bytes) {
  KAB_TRY(const Fd fd, filled_file(bytes));
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (mapped == MAP_FAILED) return failed("mmap", bytes);
  return Region(mapped, bytes, static_cast<char*>(mapped), bytes);
}

Region::~Region() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_bytes_);
}

bool Region::advise(int advice) const { return ::madvise(start_, bytes_, advice) == 0; }

}  // namespace kab::workloads
