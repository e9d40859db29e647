#include "worker/guest_answers.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>

#include "base/fd.h"

namespace kab::worker {

Result<GuestAnswers> GuestAnswers::open(std::uint64_t address, std::uint64_t bytes) {
  constexpr const char* kMemory = "/dev/mem";
  const Fd memory(::open(kMemory, O_RDWR | O_CLOEXEC));
  if (!memory)
    return fail_unavailable(std::string("cannot open ") + kMemory + ": " + errno_text(errno) +
                            "; the kernel needs CONFIG_DEVMEM and CONFIG_DEVTMPFS");
  void* mapped = ::mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE,
                        MAP_SHARED, memory.get(), static_cast<off_t>(address));
  if (mapped == MAP_FAILED)
    return fail_unavailable(std::string("cannot map ") + kMemory + ": " + errno_text(errno) +
                            "; the kernel must take memmap= on its command line");
  return GuestAnswers(static_cast<unsigned char*>(mapped), static_cast<std::size_t>(bytes));
}

GuestAnswers::GuestAnswers(unsigned char* memory, std::size_t bytes)
    : memory_(memory), bytes_(bytes) {
  set_number(wire::kChannelUsedAt, 0);
  set_number(wire::kChannelStateAt, static_cast<std::uint64_t>(wire::GuestState::kStarted));
  std::memcpy(memory_, wire::kChannelMagic.data(), wire::kChannelMagic.size());
}

void GuestAnswers::set_number(std::size_t at, std::uint64_t number) {
  for (std::size_t i = 0; i < 8; ++i)
    memory_[at + i] = static_cast<unsigned char>(number >> (8 * i) & 0xff);
}

void GuestAnswers::add(wire::GuestRecord record) {
  const std::size_t left = bytes_ - wire::kChannelHeader - used_;
  constexpr std::size_t kHead = 128;
  if (left < kHead) return;
  if (record.bytes.size() > left - kHead) record.bytes.resize(left - kHead);
  const std::string text = wire::encode(record);
  std::memcpy(memory_ + wire::kChannelHeader + used_, text.data(), text.size());
  used_ += text.size();
  // Who reads it while the guest runs must never see more bytes announced than are there.
  std::atomic_thread_fence(std::memory_order_release);
  set_number(wire::kChannelUsedAt, used_);
}

void GuestAnswers::finish() {
  set_number(wire::kChannelStateAt, static_cast<std::uint64_t>(wire::GuestState::kFinished));
}

}  // namespace kab::worker
