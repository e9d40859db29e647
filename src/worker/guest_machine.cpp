#include "worker/guest_machine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <net/if.h>
#include <sys/io.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab::worker {
namespace {

struct Mount {
  const char* type;
  const char* at;
};
constexpr std::array kMounts = {Mount{"proc", "/proc"}, Mount{"sysfs", "/sys"},
                                Mount{"devtmpfs", "/dev"}, Mount{"tmpfs", "/dev/shm"}};
// The root is memory already; a mount there would hide files that were packed.
constexpr std::array kFolders = {"/tmp", "/run"};

void bring_loopback_up() {
  const Fd any(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!any) return;
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  if (::ioctl(any.get(), SIOCGIFFLAGS, &request) != 0) return;
  request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
  ::ioctl(any.get(), SIOCSIFFLAGS, &request);
}

Result<std::string> lines_of_folder(const std::string& path) {
  std::error_code failed;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator it(path, failed), end; !failed && it != end;
       it.increment(failed))
    names.push_back(it->path().filename().string());
  if (failed) return fail_unavailable("cannot list " + path + ": " + failed.message());
  std::ranges::sort(names);
  std::string lines;
  for (const auto& name : names)
    lines += name + ": " + read_line_or_empty(path + "/" + name) + "\n";
  return lines;
}

}  // namespace

void set_up_machine() {
  for (const auto& mount : kMounts) {
    ::mkdir(mount.at, 0755);
    ::mount(mount.type, mount.at, mount.type, 0, nullptr);
  }
  for (const auto* folder : kFolders) {
    ::mkdir(folder, 0755);
    ::chmod(folder, 01777);
  }
  bring_loopback_up();
  // Where memory runs out, what was started goes first: this process has to tell of it.
  (void)overwrite_file("/proc/self/oom_score_adj", "-1000");
}

Result<std::string> content_of(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) return lines_of_folder(path);
  return read_file(path);
}

void end_all_others() {
  ::kill(-1, SIGKILL);
  while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
  }
}

void end_machine(unsigned code) {
  constexpr unsigned short kExitPort = 0xf4;
  if (::ioperm(kExitPort, 4, 1) == 0) ::outl(code, kExitPort);
  ::reboot(RB_AUTOBOOT);
  for (;;) ::pause();
}

}  // namespace kab::worker
