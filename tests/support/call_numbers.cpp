#include "support/call_numbers.h"

#include <map>

#include <sys/syscall.h>

namespace kab::testing_support {
namespace {

using Numbers = std::map<std::string_view, std::uint64_t>;

// The name is also the end of the number's name.
#define KAB_CALL(name) {#name, SYS_##name}

Numbers all_numbers() {
  return {
      KAB_CALL(brk),
      KAB_CALL(clock_getres),
      KAB_CALL(clock_gettime),
      KAB_CALL(clone),
      KAB_CALL(clone3),
      KAB_CALL(close),
      KAB_CALL(epoll_ctl),
      KAB_CALL(epoll_wait),
      KAB_CALL(execve),
      KAB_CALL(exit),
      KAB_CALL(exit_group),
      KAB_CALL(fcntl),
      KAB_CALL(fstat),
      KAB_CALL(futex),
      KAB_CALL(getcpu),
      KAB_CALL(getcwd),
      KAB_CALL(getdents64),
      KAB_CALL(getppid),
      KAB_CALL(getrandom),
      KAB_CALL(getsockopt),
      KAB_CALL(gettimeofday),
      KAB_CALL(ioctl),
      KAB_CALL(kill),
      KAB_CALL(lseek),
      KAB_CALL(madvise),
      KAB_CALL(mmap),
      KAB_CALL(mprotect),
      KAB_CALL(msgrcv),
      KAB_CALL(msgsnd),
      KAB_CALL(munmap),
      KAB_CALL(newfstatat),
      KAB_CALL(openat),
      KAB_CALL(poll),
      KAB_CALL(prctl),
      KAB_CALL(pread64),
      KAB_CALL(preadv),
      KAB_CALL(process_vm_readv),
      KAB_CALL(process_vm_writev),
      KAB_CALL(pselect6),
      KAB_CALL(pwrite64),
      KAB_CALL(pwritev),
      KAB_CALL(read),
      KAB_CALL(readlink),
      KAB_CALL(readv),
      KAB_CALL(recvfrom),
      KAB_CALL(recvmmsg),
      KAB_CALL(recvmsg),
      KAB_CALL(rseq),
      KAB_CALL(rt_sigaction),
      KAB_CALL(rt_sigprocmask),
      KAB_CALL(rt_sigqueueinfo),
      KAB_CALL(rt_sigreturn),
      KAB_CALL(sched_getaffinity),
      KAB_CALL(sched_yield),
      KAB_CALL(select),
      KAB_CALL(sendmmsg),
      KAB_CALL(sendmsg),
      KAB_CALL(sendto),
      KAB_CALL(set_robust_list),
      KAB_CALL(setsockopt),
      KAB_CALL(statx),
      KAB_CALL(tgkill),
      KAB_CALL(time),
      KAB_CALL(uname),
      KAB_CALL(vfork),
      KAB_CALL(wait4),
      KAB_CALL(write),
      KAB_CALL(writev),
  };
}

}  // namespace

std::optional<std::uint64_t> number_of_call(std::string_view name) {
  static const Numbers kNumbers = all_numbers();
  const auto found = kNumbers.find(name);
  if (found == kNumbers.end()) return std::nullopt;
  return found->second;
}

}  // namespace kab::testing_support
