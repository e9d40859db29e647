/* What the BPF program and kab exchange: plain C for one side, C++ for the other. */
#pragma once

#include <linux/types.h>

enum kab_per { KAB_PER_TREE, KAB_PER_PROCESS, KAB_PER_THREAD, KAB_PER_COMM };

enum {
  KAB_TABLE_CALLS = 512, /* numbers below are counted in an array, the others in a hash */
  KAB_ABIS = 2,          /* 0: x86_64, 1: i386 */
  KAB_COMM_BYTES = 16
};

/* Whose calls are told apart: all zero, a number and zeros, or the name of a task. */
struct kab_owner {
  union {
    __u32 id;
    char comm[KAB_COMM_BYTES];
  };
};

/* The task that a CPU counted last, and the call that it is in: spares a look-up in the tasks for
   each call of one that stays where it is. */
struct kab_slot {
  __u64 task; /* its address, 0: none; another task may get it, but not start at that time */
  __u64 start_time;
  __u64 entered_ns; /* 0: in no call whose time is taken, or it was moved to the task's own state */
};

/* What is kept of each task that is counted. */
struct kab_task {
  __u64 entered_ns; /* of a call during which it left the CPU; 0: in none */
  __u64 off_ns;
  __u64 left_ns;       /* when it left the CPU; 0: it is on one */
  __u32 returns_first; /* a child's first return is from its parent's call */
  __u32 levels_below;  /* how many PID namespaces below kab's own a marked process lives */
  __u32 level;         /* of kab's own, from the first one down */
  __u32 level_known;
};

struct kab_call_key {
  struct kab_owner owner;
  __u32 number;
  __u32 abi;
};

struct kab_cell {
  __u64 calls;
  __u64 errors;
  __u64 returned; /* those whose time is known */
  __u64 wall_ns;
  __u64 off_ns; /* of it, not on a CPU */
};

enum kab_detail { KAB_DETAIL_ERRNO, KAB_DETAIL_LATENCY };

struct kab_detail_key {
  struct kab_call_key call;
  __u32 kind; /* enum kab_detail */
  __u32 what; /* an errno, or a group of latencies */
};
