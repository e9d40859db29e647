#include "tracing/bpf_tally.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <sys/syscall.h>
#include <tally.skel.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/text.h"
#include "tracing/bpf_log.h"
#include "tracing/tally_shared.h"

namespace kab::tracing {
namespace {

using syscalls::Abi;
using syscalls::Call;
using syscalls::CallFacts;
using syscalls::Observed;
using syscalls::Owner;
using syscalls::Per;
using syscalls::Watch;

struct Destroy {
  void operator()(tally_bpf* skeleton) const { tally_bpf__destroy(skeleton); }
};
using Skeleton = std::unique_ptr<tally_bpf, Destroy>;

kab_per per_of(Per per) {
  switch (per) {
    case Per::kTree:
      return KAB_PER_TREE;
    case Per::kProcess:
      return KAB_PER_PROCESS;
    case Per::kThread:
      return KAB_PER_THREAD;
    case Per::kComm:
      return KAB_PER_COMM;
  }
  return KAB_PER_TREE;
}

// A process has a number in each PID namespace from the one of /proc down to its own.
unsigned levels_below(pid_t process) {
  const auto status = read_file("/proc/" + std::to_string(process) + "/status");
  const std::string_view key = "\nNSpid:";
  const auto at = status ? status->find(key) : std::string::npos;
  if (at == std::string::npos) return 0;
  const auto rest = std::string_view(*status).substr(at + key.size());
  const auto numbers = words(rest.substr(0, rest.find('\n'))).size();
  return numbers == 0 ? 0 : static_cast<unsigned>(numbers - 1);
}

void configure(tally_bpf& skeleton, const Watch& watch, Whom whom) {
  const bool timed = watch.timing == syscalls::Timing::kWall;
  skeleton.rodata->per = per_of(watch.per);
  skeleton.rodata->timing = timed ? 1 : 0;
  skeleton.rodata->by_errno = watch.errors == syscalls::ErrorDetail::kByErrno ? 1 : 0;
  skeleton.rodata->by_latency =
      timed && watch.latencies == syscalls::LatencyDetail::kHistogram ? 1 : 0;
  skeleton.rodata->follow_group = whom == Whom::kRunning ? 1 : 0;
  bpf_program__set_autoload(skeleton.progs.on_enter, timed);
  bpf_program__set_autoload(skeleton.progs.on_switch, timed);
}

Call call_of(const kab_call_key& key) {
  return {.abi = key.abi == 0 ? Abi::kX86_64 : Abi::kI386, .number = key.number};
}

std::string comm_of(const kab_owner& owner) {
  return {owner.comm, ::strnlen(owner.comm, sizeof owner.comm)};
}

CallFacts facts_of(const kab_cell& cell) {
  CallFacts facts{.calls = cell.calls, .errors = cell.errors, .timed = cell.returned};
  facts.wall_ns = cell.wall_ns;
  if (cell.returned > 0) facts.cpu_ns = cell.wall_ns - std::min(cell.off_ns, cell.wall_ns);
  return facts;
}

// Calls `each(key, value)` for what a hash map holds.
template <class Key, class Value, class Each>
void for_each(const bpf_map* map, Each each) {
  const int fd = bpf_map__fd(map);
  Key key{};
  Key next{};
  const Key* from = nullptr;
  while (::bpf_map_get_next_key(fd, from, &next) == 0) {
    Value value{};
    if (::bpf_map_lookup_elem(fd, &next, &value) == 0) each(next, value);
    key = next;
    from = &key;
  }
}

// Runs that a program missed because one of it was running already on that CPU.
std::uint64_t misses_of(const bpf_program* program) {
  bpf_prog_info info{};
  unsigned length = sizeof info;
  const int fd = bpf_program__fd(program);
  if (fd < 0 || ::bpf_obj_get_info_by_fd(fd, &info, &length) != 0) return 0;
  return info.recursion_misses;
}

}  // namespace

struct BpfTally::Impl {
  Skeleton skeleton;
  Watch watch;
  std::size_t cpus = 0;

  kab_cell sum_of(const std::vector<kab_cell>& cells) const {
    kab_cell sum{};
    for (const auto& cell : cells) {
      sum.calls += cell.calls;
      sum.errors += cell.errors;
      sum.returned += cell.returned;
      sum.wall_ns += cell.wall_ns;
      sum.off_ns += cell.off_ns;
    }
    return sum;
  }

  Result<void> read_table(Observed& observed) const {
    if (watch.per != Per::kTree) return {};
    std::vector<kab_cell> cells(cpus);
    for (__u32 index = 0; index < KAB_ABIS * KAB_TABLE_CALLS; ++index) {
      if (::bpf_map_lookup_elem(bpf_map__fd(skeleton->maps.table), &index, cells.data()) != 0)
        return fail_unavailable("cannot read the counts of the BPF program: " + errno_text(errno));
      const auto sum = sum_of(cells);
      if (sum.calls == 0) continue;
      const kab_call_key key = {
          .owner = {}, .number = index % KAB_TABLE_CALLS, .abi = index / KAB_TABLE_CALLS};
      observed.tally[Owner{}][call_of(key)] = facts_of(sum);
    }
    return {};
  }

  Owner owner_of(const kab_owner& owner) const {
    switch (watch.per) {
      case Per::kTree:
        break;
      case Per::kComm:
        return {.comm = comm_of(owner)};
      case Per::kProcess:
      case Per::kThread:
        return {.id = owner.id, .comm = last_name(owner.id)};
    }
    return {};
  }

  // Of one that has ended, or else of the one that has the number now.
  std::string last_name(std::uint32_t id) const {
    kab_owner name{};
    if (::bpf_map_lookup_elem(bpf_map__fd(skeleton->maps.names), &id, &name) == 0)
      return comm_of(name);
    return read_line_or_empty("/proc/" + std::to_string(id) + "/comm");
  }

  void read_others(Observed& observed) const {
    for_each<kab_call_key, kab_cell>(
        skeleton->maps.others, [&](const kab_call_key& key, const kab_cell& cell) {
          observed.tally[owner_of(key.owner)][call_of(key)] = facts_of(cell);
        });
    for_each<kab_detail_key, __u64>(
        skeleton->maps.details, [&](const kab_detail_key& key, __u64 count) {
          auto& facts = observed.tally[owner_of(key.call.owner)][call_of(key.call)];
          if (key.kind == KAB_DETAIL_ERRNO)
            facts.by_errno[static_cast<int>(key.what)] = count;
          else
            facts.latencies[key.what] = count;
        });
  }

  std::uint64_t lost() const {
    std::uint64_t lost = skeleton->bss->lost;
    for (const auto* program : {skeleton->progs.on_enter, skeleton->progs.on_exit,
                                skeleton->progs.on_fork, skeleton->progs.on_end})
      lost += misses_of(program);
    return lost;
  }
};

BpfTally::BpfTally(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
BpfTally::BpfTally(BpfTally&&) noexcept = default;
BpfTally& BpfTally::operator=(BpfTally&&) noexcept = default;
BpfTally::~BpfTally() = default;

std::string bpf_reason(int error_number, std::string_view detail) {
  const std::string what = "BPF: " + errno_text(error_number);
  switch (error_number) {
    case EPERM:
      return what + "; it needs CAP_BPF and CAP_PERFMON, as root has them outside of containers";
    case ENOENT:
      return what + "; the kernel must have BTF in /sys/kernel/btf/vmlinux (CONFIG_DEBUG_INFO_BTF)";
    case ESRCH:
    case EINVAL:
    case EOPNOTSUPP:
      return what + "; the kernel has no such hook or helper: it must be 5.15 or newer, with BTF" +
             (detail.empty() ? "" : " (" + std::string(detail) + ")");
    case EACCES:
      return what + "; the kernel's verifier refuses the program" +
             (detail.empty() ? "" : " (" + std::string(detail) + ")");
    case ENOSYS:
      return what + "; the kernel is built without BPF (CONFIG_BPF_SYSCALL)";
    default:
      break;
  }
  return what + (detail.empty() ? "" : " (" + std::string(detail) + ")");
}

Result<BpfTally> BpfTally::start(const Watch& watch, Whom whom) {
  const BpfLog log;
  const int cpus = ::libbpf_num_possible_cpus();
  Skeleton skeleton(tally_bpf__open());
  if (!skeleton || cpus < 1) return fail_unavailable(bpf_reason(errno, log.last()));
  configure(*skeleton, watch, whom);
  if (const int failed = tally_bpf__load(skeleton.get()); failed != 0)
    return fail_unavailable(bpf_reason(-failed, log.last()));
  if (const int failed = tally_bpf__attach(skeleton.get()); failed != 0)
    return fail_unavailable(bpf_reason(-failed, log.last()));
  auto impl = std::make_unique<Impl>();
  impl->skeleton = std::move(skeleton);
  impl->watch = watch;
  impl->cpus = static_cast<std::size_t>(cpus);
  return BpfTally(std::move(impl));
}

Result<void> BpfTally::mark(pid_t process) const {
  const Fd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (!pidfd && errno == ESRCH) return fail_input("there is no process " + std::to_string(process));
  if (!pidfd)
    return fail_unavailable("process " + std::to_string(process) + ": " + errno_text(errno));
  const int key = pidfd.get();
  const kab_task fresh = {.levels_below = levels_below(process)};
  if (::bpf_map_update_elem(bpf_map__fd(impl_->skeleton->maps.tasks), &key, &fresh, BPF_NOEXIST) !=
      0)
    return fail_unavailable("process " + std::to_string(process) +
                            " cannot be marked for counting: " + errno_text(errno));
  return {};
}

Result<Observed> BpfTally::read() const {
  Observed observed;
  KAB_CHECK(impl_->read_table(observed));
  impl_->read_others(observed);
  observed.lost = impl_->lost();
  return observed;
}

}  // namespace kab::tracing
