// The program of a mail of 2015 on the speed of AF_UNIX: a parent writes messages into a seqpacket
// socket pair, a child reads them until end-of-file and prints bytes per second by its own clock.
// kab's workload unix-seqpacket does the same kernel work; this is the question as it was asked.
//
// usage: seqpacket-mail [MESSAGES [SIZE]]    (1000000 messages of 16 bytes)
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const unsigned long kMostBytes = 65536;

static void die(const char* what) {
  fprintf(stderr, "seqpacket-mail: %s: %s\n", what, strerror(errno));
  exit(1);
}

static unsigned long number_or_die(const char* text, unsigned long most) {
  char* end = NULL;
  errno = 0;
  const unsigned long number = strtoul(text, &end, 10);
  if (errno != 0 || *text < '0' || *text > '9' || *end != '\0' || number < 1 || number > most) {
    fprintf(stderr, "seqpacket-mail: %s is no number from 1 to %lu\n", text, most);
    exit(2);
  }
  return number;
}

static double seconds(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) die("clock_gettime");
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void read_to_the_end(int fd, char* message, unsigned long size) {
  const double start = seconds();
  double bytes = 0;
  ssize_t got = 0;
  while ((got = read(fd, message, size)) > 0) bytes += (double)got;
  if (got < 0) die("read");
  const double stop = seconds();
  printf("%f\n", bytes / (stop - start));
}

static void write_all_messages(int fd, const char* message, unsigned long size,
                               unsigned long messages) {
  for (; messages > 0; --messages) {
    if (write(fd, message, size) != (ssize_t)size) die("write");
  }
}

int main(int argc, char** argv) {
  const unsigned long messages = argc > 1 ? number_or_die(argv[1], 1000000000UL) : 1000000UL;
  const unsigned long size = argc > 2 ? number_or_die(argv[2], kMostBytes) : 16UL;
  char* const message = calloc(size, 1);
  if (message == NULL) die("calloc");
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) die("socketpair");
  const pid_t child = fork();
  if (child < 0) die("fork");
  if (child == 0) {
    close(ends[0]);  // or its end would never be seen
    read_to_the_end(ends[1], message, size);
    free(message);
    return 0;
  }
  close(ends[1]);
  write_all_messages(ends[0], message, size, messages);
  close(ends[0]);
  free(message);
  int status = 0;
  if (waitpid(child, &status, 0) != child) die("waitpid");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
