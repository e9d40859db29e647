#include "events/sampler.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <iterator>
#include <limits>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "events/perf_open.h"
#include "events/refusal.h"
#include "sys/affinity.h"

namespace kab::events {
namespace {

// One user may map 516 KiB a CPU without privileges: this and the page of positions.
constexpr std::size_t kRingBytes = 512U << 10;

std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

std::uint64_t monotonic_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

Event event_for(SampledBy by) {
  if (by == SampledBy::kCycles)
    return {.name = "cycles", .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES};
  return {.name = "cpu-clock", .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK};
}

perf_event_attr sampling_attr(SampledBy by, std::uint64_t hz, Chains chains) {
  auto attr = attr_of(event_for(by));
  attr.freq = 1;
  attr.sample_freq = hz;
  attr.sample_type = sample_type_for(chains);
  attr.sample_id_all = 1;
  attr.inherit = 1;
  attr.disabled = 1;
  attr.enable_on_exec = 1;
  attr.mmap = 1;
  attr.mmap2 = 1;
  attr.comm = 1;
  attr.comm_exec = 1;
  attr.task = 1;
  attr.use_clockid = 1;
  attr.clockid = CLOCK_MONOTONIC;
  attr.watermark = 1;
  attr.wakeup_watermark = kRingBytes / 2;
  return attr;
}

Result<std::vector<int>> online_cpus() {
  const auto text = read_line_or_empty("/sys/devices/system/cpu/online");
  if (!text.empty()) return sys::parse_cpu_list(text);
  return sys::allowed_cpus();
}

Error refused(SampledBy by, std::uint64_t hz, int error_number) {
  if (error_number == EINVAL && max_sample_rate() > 0 && hz > max_sample_rate())
    return {ErrorKind::kInput,
            "-F " + std::to_string(hz) + " is more than the kernel takes: " +
                "kernel.perf_event_max_sample_rate=" + std::to_string(max_sample_rate())};
  // In words for the software event: user mode alone, which hardware would offer, is no profile.
  const auto why = refusal_of(event_for(SampledBy::kCpuClock), error_number, this_process());
  return {ErrorKind::kUnavailable, "sampling by " + std::string(text_of(by)) + " is " +
                                       std::string(model::text_of(why.status)) + ": " + why.reason};
}

}  // namespace

std::string_view text_of(SampledBy by) { return by == SampledBy::kCycles ? "cycles" : "cpu-clock"; }

std::uint64_t max_sample_rate() {
  return parse_uint(read_line_or_empty("/proc/sys/kernel/perf_event_max_sample_rate")).value_or(0);
}

Result<Ring> Ring::map(Fd event) {
  void* pages = ::mmap(nullptr, page_bytes() + kRingBytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                       event.get(), 0);
  if (pages == MAP_FAILED)
    return fail_unavailable("cannot map a ring buffer for samples: " + errno_text(errno) +
                            "; raise kernel.perf_event_mlock_kb, or run as root");
  return Ring(std::move(event), pages);
}

Ring::Ring(Ring&& other) noexcept
    : event_(std::move(other.event_)), pages_(std::exchange(other.pages_, nullptr)) {}

Ring::~Ring() {
  if (pages_ != nullptr) ::munmap(pages_, page_bytes() + kRingBytes);
}

std::string Ring::take() {
  auto* control = static_cast<perf_event_mmap_page*>(pages_);
  // The kernel writes head after the records (linux/perf_event.h: "smp_rmb() after reading it").
  const std::uint64_t head = std::atomic_ref(control->data_head).load(std::memory_order_acquire);
  const std::uint64_t tail = control->data_tail;
  const auto* ring = static_cast<const char*>(pages_) + page_bytes();
  auto bytes = bytes_between({ring, kRingBytes}, tail, head);
  std::atomic_ref(control->data_tail).store(head, std::memory_order_release);
  return bytes;
}

Result<Sampler> Sampler::open(std::uint64_t hz, Chains chains) {
  KAB_TRY(const auto cpus, online_cpus());
  auto by = SampledBy::kCycles;
  if (!open_on_this_thread(sampling_attr(by, hz, chains), cpus.front(), -1)) {
    if (errno == EACCES || errno == EPERM) return std::unexpected(refused(by, hz, errno));
    by = SampledBy::kCpuClock;
  }
  Sampler sampler(by, chains);
  for (const int cpu : cpus) {
    auto event = open_on_this_thread(sampling_attr(by, hz, chains), cpu, -1);
    if (!event) return std::unexpected(refused(by, hz, errno));
    KAB_TRY(auto ring, Ring::map(std::move(event)));
    sampler.rings_.push_back(std::move(ring));
  }
  return sampler;
}

void Sampler::read_rings() {
  for (auto& ring : rings_)
    std::ranges::move(decode_records(ring.take(), chains_), std::back_inserter(waiting_));
}

std::vector<Record> Sampler::take() {
  // What was written before the last reading began has been read by now, from every CPU.
  const std::uint64_t until_ns = std::exchange(last_read_ns_, monotonic_ns());
  read_rings();
  return released(waiting_, until_ns);
}

std::vector<Record> Sampler::take_last() {
  read_rings();
  return released(waiting_, std::numeric_limits<std::uint64_t>::max());
}

std::vector<Record> released(std::vector<Record>& waiting, std::uint64_t until_ns) {
  std::ranges::stable_sort(waiting, {}, &Record::time_ns);
  const auto kept = std::ranges::lower_bound(waiting, until_ns, {}, &Record::time_ns);
  std::vector<Record> out(std::make_move_iterator(waiting.begin()), std::make_move_iterator(kept));
  waiting.erase(waiting.begin(), kept);
  return out;
}

}  // namespace kab::events
