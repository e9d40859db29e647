/* The groups of a latency histogram, the same in the kernel's program and here: plain C, since one
   side of it is BPF. Eight groups a power of two, so that a group is at most an eighth wide. */
#pragma once

enum {
  KAB_BUCKETS_A_POWER = 8,
  KAB_LATENCY_BUCKETS = 62 * KAB_BUCKETS_A_POWER /* up to 2^64 ns */
};

/* The group of a latency: 0 .. 7 are themselves. */
static inline unsigned int kab_latency_bucket(unsigned long long ns) {
  unsigned int power = 0;
  unsigned long long rest = ns;
  if (ns < KAB_BUCKETS_A_POWER) return ns & 7;
  if (rest >> 32) {
    power += 32;
    rest >>= 32;
  }
  if (rest >> 16) {
    power += 16;
    rest >>= 16;
  }
  if (rest >> 8) {
    power += 8;
    rest >>= 8;
  }
  if (rest >> 4) {
    power += 4;
    rest >>= 4;
  }
  if (rest >> 2) {
    power += 2;
    rest >>= 2;
  }
  if (rest >> 1) power += 1;
  const unsigned int within = (ns >> (power - 3)) & 7;
  return (power - 2) * KAB_BUCKETS_A_POWER + within;
}

/* The least latency of a group. */
static inline unsigned long long kab_latency_floor(unsigned int bucket) {
  const unsigned int power = bucket / KAB_BUCKETS_A_POWER + 2;
  if (bucket < KAB_BUCKETS_A_POWER) return bucket;
  return (8ULL + bucket % KAB_BUCKETS_A_POWER) << (power - 3);
}
