/* Loops as one would write them by hand to time a small kernel path: the peer that kab-worker's
 * figures are held against. plain-loops getppid|clock-monotonic ITERATIONS BATCHES prints the
 * median of the batches in ns per operation, after a warm-up batch. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  void (*loop)(long) = strcmp(argv[1], "getppid") == 0 ? getppid_loop : clock_loop;
  const long n = atol(argv[2]);
  const int batches = atoi(argv[3]);
  double ns[64];
  if (n < 1 || batches < 1 || batches > 64) return 2;
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
