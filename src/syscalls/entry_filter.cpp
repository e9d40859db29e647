#include "syscalls/entry_filter.h"

#include <array>
#include <cerrno>
#include <cstddef>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "syscalls/waiting_child.h"

namespace kab::syscalls {
namespace {

// A message has 16 bits (SECCOMP_RET_DATA): one for the ABI, the others for the number.
constexpr unsigned int kI386 = 0x8000;
constexpr unsigned int kAsk = 0x7fff;

constexpr sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned int>(offset));
}
constexpr sock_filter answer(unsigned int value) { return BPF_STMT(BPF_RET | BPF_K, value); }
constexpr sock_filter mark(unsigned int bits) { return BPF_STMT(BPF_ALU | BPF_OR | BPF_K, bits); }
constexpr sock_filter answer_accumulator() { return BPF_STMT(BPF_RET | BPF_A, 0); }

// Jumps count the instructions left out.
constexpr auto kStopAtEntry = std::to_array<sock_filter>({
    load(offsetof(seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kAsk, 0, 1),
    answer(SECCOMP_RET_TRACE | kAsk),
    load(offsetof(seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 5, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_I386, 1, 0),
    answer(SECCOMP_RET_TRACE | kAsk),
    load(offsetof(seccomp_data, nr)),
    mark(SECCOMP_RET_TRACE | kI386),
    answer_accumulator(),
    load(offsetof(seccomp_data, nr)),
    mark(SECCOMP_RET_TRACE),
    answer_accumulator(),
});

constexpr auto kAllowAll = std::to_array<sock_filter>({answer(SECCOMP_RET_ALLOW)});

int install(const sock_filter* program, std::size_t length) {
  // The kernel only reads it.
  const sock_fprog filter = {.len = static_cast<unsigned short>(length),
                             .filter = const_cast<sock_filter*>(program)};
  const auto set = [&] { return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter); };
  if (set() == 0) return 0;
  if (errno != EACCES) return errno;
  // Without privilege only for who gives up gaining any by exec; being traced costs that anyway.
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || set() != 0) return errno;
  return 0;
}

std::unexpected<Error> no_filter(int error_number) {
  return fail_unavailable("a seccomp filter cannot be installed here: " + errno_text(error_number));
}

}  // namespace

Result<void> install_entry_filter() {
  const int failed = install(kStopAtEntry.data(), kStopAtEntry.size());
  if (failed != 0) return no_filter(failed);
  return {};
}

Result<void> entry_filter_works() {
  const pid_t child = ::fork();
  if (child < 0) return fail_unavailable("fork: " + errno_text(errno));
  if (child == 0) ::_exit(install(kAllowAll.data(), kAllowAll.size()));
  int status = 0;
  wait_for(child, status, 0);
  if (!WIFEXITED(status)) return fail_unavailable("a seccomp filter ends a process here");
  if (WEXITSTATUS(status) != 0) return no_filter(WEXITSTATUS(status));
  return {};
}

std::optional<Call> call_of_message(unsigned long message) {
  const unsigned long number = message & kAsk;
  if (number == kAsk) return std::nullopt;
  return Call{.abi = (message & kI386) != 0 ? Abi::kI386 : Abi::kX86_64, .number = number};
}

}  // namespace kab::syscalls
