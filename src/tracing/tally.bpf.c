/* Counts the system calls of marked tasks and of all that they start, in the kernel. */
/* The helpers want the types before them. */
/* clang-format off */
#include <linux/bpf.h>
#include "tracing/kernel_types.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
/* clang-format on */
#include "syscalls/latency_bucket.h"
#include "tracing/tally_shared.h"

char LICENSE[] SEC("license") = "Dual MIT/GPL";

#define ENOSYS 38
#define MOST_ERRNO 4095
/* What the kernel returns inside when it will make the call again (include/linux/errno.h). */
#define FIRST_RESTART 512
#define LAST_RESTART 516
#define TS_COMPAT 2 /* arch/x86/include/asm/thread_info.h: a call of the 32-bit table */

const volatile __u32 per = KAB_PER_TREE;
const volatile __u32 timing = 0;
const volatile __u32 by_errno = 0;
const volatile __u32 by_latency = 0;
const volatile __u32 follow_group = 0; /* a marked process has threads already */

/* Calls and tasks that found no room. */
__u64 lost = 0;

struct {
  __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
  __uint(map_flags, BPF_F_NO_PREALLOC);
  __type(key, int);
  __type(value, struct kab_task);
} tasks SEC(".maps");

struct {
  __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint(max_entries, 1);
  __type(key, __u32);
  __type(value, struct kab_slot);
} slots SEC(".maps");

struct {
  __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint(max_entries, KAB_ABIS *KAB_TABLE_CALLS);
  __type(key, __u32);
  __type(value, struct kab_cell);
} table SEC(".maps");

struct {
  __uint(type, BPF_MAP_TYPE_HASH);
  __uint(max_entries, 32768);
  __type(key, struct kab_call_key);
  __type(value, struct kab_cell);
} others SEC(".maps");

struct {
  __uint(type, BPF_MAP_TYPE_HASH);
  __uint(max_entries, 65536);
  __type(key, struct kab_detail_key);
  __type(value, __u64);
} details SEC(".maps");

struct {
  __uint(type, BPF_MAP_TYPE_HASH);
  __uint(max_entries, 16384);
  __type(key, __u32);
  __type(value, struct kab_owner);
} names SEC(".maps");

struct outcome {
  long result;
  __u64 wall_ns;
  __u64 off_ns;
  __u32 timed;
};

/* The PID namespace in which numbers are told: the one that kab looks from. */
static __always_inline __u32 level_of(struct task_struct *task, struct kab_task *state) {
  if (!state->level_known) {
    const __u32 own = task->thread_pid->level;
    state->level = own > state->levels_below ? own - state->levels_below : 0;
    state->level_known = 1;
  }
  return state->level;
}

static __always_inline __u32 id_of(struct task_struct *task, __u32 level) {
  struct pid *pid = task->thread_pid;
  const char *first = (const char *)&pid->numbers[0];
  struct upid *at = (struct upid *)(first + level * bpf_core_type_size(struct upid));
  return BPF_CORE_READ(at, nr);
}

static __always_inline __u32 owner_id(struct task_struct *task, struct kab_task *state) {
  return id_of(per == KAB_PER_PROCESS ? task->group_leader : task, level_of(task, state));
}

static __always_inline int is_error(long result) {
  if (result >= 0 || result < -MOST_ERRNO) return 0;
  return result < -LAST_RESTART || result > -FIRST_RESTART;
}

static __always_inline void add_detail(const struct kab_call_key *call, __u32 kind, __u32 what) {
  struct kab_detail_key key = {.call = *call, .kind = kind, .what = what};
  const __u64 none = 0;
  __u64 *count = bpf_map_lookup_elem(&details, &key);
  if (!count) {
    bpf_map_update_elem(&details, &key, &none, BPF_NOEXIST);
    count = bpf_map_lookup_elem(&details, &key);
  }
  if (count)
    __sync_fetch_and_add(count, 1);
  else
    __sync_fetch_and_add(&lost, 1);
}

static __always_inline void add_shared(const struct kab_call_key *key, const struct outcome *how) {
  const struct kab_cell none = {};
  struct kab_cell *cell = bpf_map_lookup_elem(&others, key);
  if (!cell) {
    bpf_map_update_elem(&others, key, &none, BPF_NOEXIST);
    cell = bpf_map_lookup_elem(&others, key);
  }
  if (!cell) {
    __sync_fetch_and_add(&lost, 1);
    return;
  }
  __sync_fetch_and_add(&cell->calls, 1);
  if (is_error(how->result)) __sync_fetch_and_add(&cell->errors, 1);
  if (how->timed) {
    __sync_fetch_and_add(&cell->returned, 1);
    __sync_fetch_and_add(&cell->wall_ns, how->wall_ns);
    __sync_fetch_and_add(&cell->off_ns, how->off_ns);
  }
}

/* The tracepoints run with preemption off, so nobody else changes this CPU's cells meanwhile. */
static __always_inline void add_own(__u32 index, const struct outcome *how) {
  struct kab_cell *cell = bpf_map_lookup_elem(&table, &index);
  if (!cell) return;
  cell->calls += 1;
  if (is_error(how->result)) cell->errors += 1;
  if (how->timed) {
    cell->returned += 1;
    cell->wall_ns += how->wall_ns;
    if (how->off_ns) cell->off_ns += how->off_ns;
  }
}

static __always_inline void count(struct task_struct *task, struct kab_task *state,
                                  unsigned long number, const struct outcome *how) {
  struct kab_call_key key = {.number = (__u32)number};
  key.abi = task->thread_info.status & TS_COMPAT ? 1 : 0;
  if (per == KAB_PER_COMM)
    bpf_probe_read_kernel_str(key.owner.comm, KAB_COMM_BYTES, task->comm);
  else if (per != KAB_PER_TREE)
    key.owner.id = owner_id(task, state);
  if (per == KAB_PER_TREE && key.number < KAB_TABLE_CALLS)
    add_own(key.abi * KAB_TABLE_CALLS + key.number, how);
  else
    add_shared(&key, how);
  if (by_errno && is_error(how->result)) add_detail(&key, KAB_DETAIL_ERRNO, (__u32)-how->result);
  if (by_latency && how->timed)
    add_detail(&key, KAB_DETAIL_LATENCY, kab_latency_bucket(how->wall_ns));
}

/* The state of a task that is counted; a thread of a marked process becomes one when first seen. */
static __always_inline struct kab_task *state_of(struct task_struct *task) {
  struct kab_task *state = bpf_task_storage_get(&tasks, task, 0, 0);
  struct kab_task *leader;
  if (state || !follow_group) return state;
  leader = bpf_task_storage_get(&tasks, task->group_leader, 0, 0);
  if (!leader) return 0;
  state = bpf_task_storage_get(&tasks, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
  if (state) state->levels_below = leader->levels_below;
  return state;
}

static __always_inline struct kab_slot *slot_here(void) {
  const __u32 only = 0;
  return bpf_map_lookup_elem(&slots, &only);
}

static __always_inline int holds(const struct kab_slot *slot, struct task_struct *task) {
  return slot->task == (__u64)task && slot->start_time == task->start_time;
}

static __always_inline void take_slot(struct kab_slot *slot, struct task_struct *task) {
  slot->task = (__u64)task;
  slot->start_time = task->start_time;
  slot->entered_ns = 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(on_enter, struct pt_regs *regs, long number) {
  struct task_struct *task = bpf_get_current_task_btf();
  struct kab_slot *slot = slot_here();
  struct kab_task *state;
  if (!slot) return 0;
  if (!holds(slot, task)) {
    state = state_of(task);
    if (!state) return 0;
    state->entered_ns = 0;
    take_slot(slot, task);
  }
  slot->entered_ns = bpf_ktime_get_ns();
  return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_exit, struct pt_regs *regs, long result) {
  struct task_struct *task = bpf_get_current_task_btf();
  struct kab_slot *slot = slot_here();
  struct kab_task *state = 0;
  struct outcome how = {.result = result};
  if (!slot) return 0;
  if (!holds(slot, task)) {
    state = state_of(task);
    if (!state) return 0;
    take_slot(slot, task);
    if (state->returns_first) {
      state->returns_first = 0;
      return 0;
    }
    slot->entered_ns = state->entered_ns;
    how.off_ns = state->off_ns;
    state->entered_ns = 0;
  }
  if (timing && slot->entered_ns) {
    how.timed = 1;
    how.wall_ns = bpf_ktime_get_ns() - slot->entered_ns;
    slot->entered_ns = 0;
  }
  if ((per == KAB_PER_PROCESS || per == KAB_PER_THREAD) && !state) {
    state = state_of(task);
    if (!state) return 0;
  }
  count(task, state, regs->orig_ax, &how);
  return 0;
}

/* Only loaded where time is taken: what of a call was not spent on a CPU. */
SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, int preempt, struct task_struct *prev, struct task_struct *next) {
  struct kab_slot *slot = slot_here();
  struct kab_task *state = bpf_task_storage_get(&tasks, prev, 0, 0);
  if (slot && state && holds(slot, prev)) {
    state->entered_ns = slot->entered_ns;
    state->off_ns = 0;
  }
  if (slot) slot->task = 0;
  if (state && state->entered_ns) state->left_ns = bpf_ktime_get_ns();
  state = bpf_task_storage_get(&tasks, next, 0, 0);
  if (state && state->left_ns) {
    state->off_ns += bpf_ktime_get_ns() - state->left_ns;
    state->left_ns = 0;
  }
  return 0;
}

/* Runs before the child does, so that none of its calls is missed. */
SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child) {
  struct kab_task *state = state_of(parent);
  struct kab_task *started;
  if (!state) return 0;
  started = bpf_task_storage_get(&tasks, child, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
  if (!started) {
    __sync_fetch_and_add(&lost, 1);
    return 0;
  }
  started->returns_first = 1;
  started->level = level_of(parent, state);
  started->level_known = 1;
  return 0;
}

/* A call that never returns is a call: of a task that dies inside of one, the register for the
   result still holds what it is set to on entry. */
SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_end, struct task_struct *ended) {
  struct task_struct *task = bpf_get_current_task_btf();
  struct kab_task *state = state_of(task);
  struct pt_regs *regs;
  struct outcome how = {};
  struct kab_owner name = {};
  __u32 id;
  if (!state) return 0;
  regs = (struct pt_regs *)bpf_task_pt_regs(task);
  if ((long)regs->orig_ax >= 0 && (long)regs->ax == -ENOSYS)
    count(task, state, regs->orig_ax, &how);
  if (per != KAB_PER_PROCESS && per != KAB_PER_THREAD) return 0;
  id = owner_id(task, state);
  bpf_probe_read_kernel_str(name.comm, KAB_COMM_BYTES, task->comm);
  bpf_map_update_elem(&names, &id, &name, BPF_ANY);
  return 0;
}
