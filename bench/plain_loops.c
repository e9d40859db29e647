/* Loops as one would write them by hand to time a small kernel path: the peer that kab-worker's
 * figures are held against. plain-loops LOOP ITERATIONS BATCHES prints the median of the batches in
 * ns per operation, after a warm-up batch. Loops of two processes tell the child by a pipe how much
 * to do, and wait for its word that it is done. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int out = -1, in = -1;     /* this process's ends */
static int orders[2], answers[2]; /* to the child, and back */
static char message[16];

static void die(const char *what) {
  perror(what);
  exit(1);
}

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void getppid_loop(long n) {
  for (long i = 0; i < n; i++) getppid();
}

static void clock_loop(long n) {
  struct timespec t;
  for (long i = 0; i < n; i++) clock_gettime(CLOCK_MONOTONIC, &t);
}

static void stat_loop(long n) {
  struct stat s;
  for (long i = 0; i < n; i++)
    if (stat("/", &s) != 0) die("stat");
}

static void map_loop(long n) {
  for (long i = 0; i < n; i++) {
    void *p = mmap(NULL, 16 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || munmap(p, 16 * 4096) != 0) die("mmap");
  }
}

static void write_loop(long n) {
  for (long i = 0; i < n; i++)
    if (write(out, message, sizeof message) != sizeof message) die("write");
}

static void read_loop(long n) {
  for (long i = 0; i < n; i++)
    if (read(in, message, sizeof message) != sizeof message) die("read");
}

static void ping_loop(long n) {
  uint64_t one = 1;
  for (long i = 0; i < n; i++)
    if (write(out, &one, 8) != 8 || read(in, &one, 8) != 8) die("eventfd");
}

static void pong_loop(long n) {
  uint64_t one = 1;
  for (long i = 0; i < n; i++)
    if (read(in, &one, 8) != 8 || write(out, &one, 8) != 8) die("eventfd");
}

/* A batch of two processes: the child's part begins with the order and ends with its answer. */
static void (*own_part)(long);

static void together(long n) {
  char done;
  if (write(orders[1], &n, sizeof n) != sizeof n) die("order");
  own_part(n);
  if (read(answers[0], &done, 1) != 1) die("answer");
}

static void fork_child(void (*part)(long), int child_in, int child_out) {
  if (pipe(orders) != 0 || pipe(answers) != 0) die("pipe");
  if (fork() != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  in = child_in;
  out = child_out;
  for (long n; read(orders[0], &n, sizeof n) == sizeof n;) {
    part(n);
    if (write(answers[1], "", 1) != 1) die("answer");
  }
  exit(0);
}

static void one_way(int from, int to) {
  fork_child(read_loop, from, -1);
  out = to;
  own_part = write_loop;
}

static void (*set_up(const char *name))(long) {
  int ends[2];
  if (strcmp(name, "getppid") == 0) return getppid_loop;
  if (strcmp(name, "clock-monotonic") == 0) return clock_loop;
  if (strcmp(name, "stat") == 0) return stat_loop;
  if (strcmp(name, "mmap-munmap") == 0) return map_loop;
  if (strcmp(name, "pipe") == 0) {
    if (pipe(ends) != 0) die("pipe");
    one_way(ends[0], ends[1]);
    return together;
  }
  if (strcmp(name, "unix-seqpacket") == 0) {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) die("socketpair");
    one_way(ends[0], ends[1]);
    return together;
  }
  if (strcmp(name, "eventfd") == 0) {
    const int there = eventfd(0, 0);
    const int back = eventfd(0, 0);
    fork_child(pong_loop, there, back);
    out = there;
    in = back;
    own_part = ping_loop;
    return together;
  }
  return NULL;
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const long n = atol(argv[2]);
  const int batches = atoi(argv[3]);
  double ns[64];
  if (n < 1 || batches < 1 || batches > 64) return 2;
  void (*loop)(long) = set_up(argv[1]);
  if (loop == NULL) return 2;
  loop(n);
  for (int i = 0; i < batches; i++) {
    const double start = now_ns();
    loop(n);
    ns[i] = (now_ns() - start) / (double)n;
  }
  qsort(ns, (size_t)batches, sizeof ns[0], by_value);
  printf("%.6f\n", batches % 2 ? ns[batches / 2] : (ns[batches / 2 - 1] + ns[batches / 2]) / 2);
  return 0;
}
