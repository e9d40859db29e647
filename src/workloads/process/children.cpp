#include "workloads/process/children.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"

namespace kab::workloads {
namespace {

// exit_group(0), by the instructions of each ABI.
constexpr auto kExit =
    sizeof(void*) == 8
        ? std::array<unsigned char, 9>{0x31, 0xff, 0xb8, 231, 0, 0, 0, 0x0f, 0x05}   // edi=0, eax
        : std::array<unsigned char, 9>{0x31, 0xdb, 0xb8, 252, 0, 0, 0, 0xcd, 0x80};  // ebx=0, eax

/// An ELF image of one segment that holds those instructions.
struct Image {
  ElfW(Ehdr) header = {};
  ElfW(Phdr) segment = {};
  std::array<unsigned char, kExit.size()> code = kExit;
};

constexpr ElfW(Addr) kAddress = 0x400000;

Image tiny_image() {
  Image image;
  std::memcpy(image.header.e_ident, ELFMAG, SELFMAG);
  image.header.e_ident[EI_CLASS] = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  image.header.e_ident[EI_DATA] = ELFDATA2LSB;
  image.header.e_ident[EI_VERSION] = EV_CURRENT;
  image.header.e_type = ET_EXEC;
  image.header.e_machine = sizeof(void*) == 8 ? EM_X86_64 : EM_386;
  image.header.e_version = EV_CURRENT;
  image.header.e_entry = kAddress + offsetof(Image, code);
  image.header.e_phoff = offsetof(Image, segment);
  image.header.e_ehsize = sizeof image.header;
  image.header.e_phentsize = sizeof image.segment;
  image.header.e_phnum = 1;
  image.segment.p_type = PT_LOAD;
  image.segment.p_flags = PF_R | PF_X;
  image.segment.p_vaddr = kAddress;
  image.segment.p_filesz = sizeof image;
  image.segment.p_memsz = sizeof image;
  image.segment.p_align = 4096;
  return image;
}

}  // namespace

bool ended_well(pid_t child) {
  int status = 0;
  for (;;) {
    const pid_t waited = ::waitpid(child, &status, 0);
    if (waited == child) break;
    if (waited < 0 && errno != EINTR) return false;
  }
  if (status == 0) return true;
  errno = ECHILD;
  return false;
}

Result<Program> Program::tiny() {
  Fd memory(::memfd_create("kab", MFD_CLOEXEC));
  if (!memory) return fail_unavailable("memfd_create: " + errno_text(errno));
  const Image image = tiny_image();
  KAB_CHECK(write_all(memory.get(),
                      std::string_view(reinterpret_cast<const char*>(&image), sizeof image),
                      "a program in memory"));
  std::string path = "/proc/self/fd/" + std::to_string(memory.get());
  if (::access(path.c_str(), X_OK) != 0)
    return fail_unavailable("cannot execute " + path + ": " + errno_text(errno) +
                            "; is /proc mounted, and vm.memfd_noexec 0? program= names a file");
  return Program(std::move(memory), std::move(path));
}

Result<Program> Program::chosen_by(const ParamValues& params) {
  const std::string& chosen = params.text("program");
  if (chosen == "tiny") return tiny();
  if (::access(chosen.c_str(), X_OK) != 0)
    return fail_input("program=" + in_quotes(chosen) + ": " + errno_text(errno));
  return Program(Fd(), chosen);
}

Param program_param() {
  return {.name = "program",
          .default_value = "tiny",
          .meaning = "what is executed: a path, or the smallest program, which only exits"};
}

}  // namespace kab::workloads
