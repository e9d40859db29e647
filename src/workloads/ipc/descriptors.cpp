#include "workloads/ipc/descriptors.h"

#include <cerrno>
#include <string>
#include <utility>

#include <sys/eventfd.h>
#include <sys/resource.h>

namespace kab::workloads {
namespace {

std::string limit_of_descriptors() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return std::to_string(limit.rlim_cur);
}

}  // namespace

Param descriptors_param(std::uint64_t most) {
  return {.name = "descriptors",
          .default_value = "32",
          .meaning = "descriptors that are waited for, one of them ready",
          .range = Range{.min = 1, .max = most}};
}

Result<std::vector<Fd>> open_descriptors(const ParamValues& params) {
  std::vector<Fd> descriptors;
  const std::uint64_t wanted = params.number("descriptors");
  while (descriptors.size() < wanted) {
    const bool last = descriptors.size() + 1 == wanted;
    Fd fd(::eventfd(last ? 1 : 0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!fd)
      return fail_unavailable("descriptors=" + std::to_string(wanted) +
                              ": eventfd: " + errno_text(errno) + "; ulimit -n is " +
                              limit_of_descriptors() + ": raise it or ask for fewer");
    descriptors.push_back(std::move(fd));
  }
  return descriptors;
}

}  // namespace kab::workloads
