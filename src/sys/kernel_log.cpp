#include "sys/kernel_log.h"

#include <array>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"

namespace kab::sys {
namespace {

constexpr int kWarning = 4;  // KERN_WARNING; smaller is worse
constexpr std::size_t kMostLines = 20;

}  // namespace

KernelLog::KernelLog() : fd_(::open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
  if (fd_) ::lseek(fd_.get(), 0, SEEK_END);
}

std::vector<std::string> KernelLog::new_lines() {
  std::vector<std::string> lines;
  std::array<char, 8192>
      record;  // one read gives one record: "priority,sequence,time,flags;text\n"
  while (fd_ && lines.size() < kMostLines) {
    const ssize_t got = ::read(fd_.get(), record.data(), record.size());
    if (got < 0 && (errno == EPIPE || errno == EINTR))
      continue;  // overwritten records, or a signal
    if (got <= 0) break;
    const std::string_view text(record.data(), static_cast<std::size_t>(got));
    const auto priority = parse_int(text.substr(0, text.find(',')));
    const auto message_at = text.find(';');
    if (!priority || (*priority & 7) > kWarning || message_at == text.npos) continue;
    lines.emplace_back(trimmed(split(text.substr(message_at + 1), '\n').front()));
  }
  return lines;
}

}  // namespace kab::sys
