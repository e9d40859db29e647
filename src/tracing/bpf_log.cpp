#include "tracing/bpf_log.h"

#include <array>
#include <cstdarg>
#include <cstdio>

#include <bpf/libbpf.h>

#include "base/text.h"

namespace kab::tracing {
namespace {

// libbpf's callback takes no argument of the caller's.
thread_local std::string* kept = nullptr;

__attribute__((format(printf, 2, 0))) int keep(libbpf_print_level level, const char* format,
                                               va_list arguments) {
  if (level != LIBBPF_WARN || kept == nullptr) return 0;
  std::array<char, 512> text{};
  const int length = std::vsnprintf(text.data(), text.size(), format, arguments);
  *kept = std::string(trimmed(text.data()));
  return length;
}

}  // namespace

BpfLog::BpfLog() {
  kept = new std::string;
  ::libbpf_set_print(keep);
}

BpfLog::~BpfLog() {
  ::libbpf_set_print(nullptr);
  delete kept;
  kept = nullptr;
}

std::string BpfLog::last() const { return kept == nullptr ? std::string() : *kept; }

}  // namespace kab::tracing
