// Memory of a process's own to fault in, protect or give back, as a mapping that unmaps itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "workloads/params.h"

namespace kab::workloads {

/// The call behind mmap(), in the kernel's table.
inline constexpr std::string_view kMmapCall = sizeof(void*) == 8 ? "mmap" : "mmap2";

/// Bytes of a page of this kernel.
std::size_t page_size();

/// A number of pages as a parameter: `pages`, with this default.
Param pages_param(std::string_view default_value);

class Region {
 public:
  /// `bytes` of anonymous memory that starts at a multiple of `alignment` (a power of two, at least
  /// a page). kUnavailable when there is none.
  static Result<Region> anonymous(std::size_t bytes, std::size_t alignment);

  /// `bytes` of a file without a name (memfd_create(2)), all of it in memory already.
  static Result<Region> file(std::size_t bytes);

  Region(Region&& other) noexcept
      : mapped_(std::exchange(other.mapped_, nullptr)),
        mapped_bytes_(other.mapped_bytes_),
        start_(other.start_),
        bytes_(other.bytes_) {}
  Region& operator=(Region&&) = delete;
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region();

  char* start() const { return start_; }
  std::size_t bytes() const { return bytes_; }

  /// madvise(2) for all of it; false with errno when the kernel refuses.
  bool advise(int advice) const;

 private:
  Region(void* mapped, std::size_t mapped_bytes, char* start, std::size_t bytes)
      : mapped_(mapped), mapped_bytes_(mapped_bytes), start_(start), bytes_(bytes) {}

  void* mapped_;
  std::size_t mapped_bytes_;
  char* start_;
  std::size_t bytes_;
};

}  // namespace kab::workloads
