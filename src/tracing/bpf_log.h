// What libbpf has to say, kept instead of printed: its last words are the reason for a failure.
#pragma once

#include <string>

namespace kab::tracing {

/// Collects libbpf's messages for its lifetime; one at a time (libbpf has one place for them).
class BpfLog {
 public:
  BpfLog();
  ~BpfLog();
  BpfLog(const BpfLog&) = delete;
  BpfLog& operator=(const BpfLog&) = delete;

  /// The last warning, one line; empty without one.
  std::string last() const;
};

}  // namespace kab::tracing
