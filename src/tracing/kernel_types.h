/* The few fields of kernel structures that the BPF program reads. Their offsets are looked up in
   the running kernel's BTF when it is loaded, so that neither order nor size matters here. */
#pragma once

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct pt_regs {
  unsigned long ax;
  unsigned long orig_ax;
};

struct thread_info {
  unsigned int status;
};

struct upid {
  int nr;
};

struct pid {
  unsigned int level;
  struct upid numbers[1];
};

struct task_struct {
  struct thread_info thread_info;
  int pid;
  int tgid;
  unsigned long long start_time;
  char comm[16];
  struct task_struct *group_leader;
  struct pid *thread_pid;
};

#pragma clang attribute pop
