#include "base/kernel_log.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"

namespace kab {
namespace {

constexpr int kWarning = 4;  // KERN_WARNING; smaller is worse
constexpr std::size_t kMostLines = 20;

}  // namespace

std::optional<std::string> worth_saying(std::string_view record) {
  const auto priority = parse_int(record.substr(0, record.find(',')));
  const auto message_at = record.find(';');
  if (!priority || (*priority & 7) > kWarning || message_at == record.npos) return std::nullopt;
  return std::string(trimmed(split(record.substr(message_at + 1), '\n').front()));
}

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
    if (auto message = worth_saying({record.data(), static_cast<std::size_t>(got)}))
      lines.push_back(std::move(*message));
  }
  return lines;
}

}  // namespace kab
