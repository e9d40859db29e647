#include "sys/exec_failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/text.h"
#include "sys/elf_segments.h"

namespace kab::sys {
namespace {

#if defined(__x86_64__)
constexpr int kOwnMachine = EM_X86_64;
#elif defined(__i386__)
constexpr int kOwnMachine = EM_386;
#elif defined(__aarch64__)
constexpr int kOwnMachine = EM_AARCH64;
#else
constexpr int kOwnMachine = EM_NONE;
#endif

std::string head_of(const std::string& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::array<char, 256> head{};
  const ssize_t got = file ? ::read(file.get(), head.data(), head.size()) : 0;
  return {head.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

/// The program that starts this one: of a "#!" line or of an ELF file; empty: none or unknown.
std::string interpreter_of(const std::string& path) {
  const std::string head = head_of(path);
  if (head.starts_with("#!")) {
    const auto line = words(std::string_view(head).substr(2, head.find('\n') - 2));
    return line.empty() ? std::string() : std::string(line.front());
  }
  const auto elf = ElfFile::open(path);
  if (!elf) return {};
  for (const auto& segment : elf->segments()) {
    if (segment.type != PT_INTERP) continue;
    const auto name = elf->content_of(segment);
    return name ? name->substr(0, name->find('\0')) : std::string();
  }
  return {};
}

std::string reason_for_missing_interpreter(const std::string& path) {
  const std::string interpreter = interpreter_of(path);
  if (interpreter.empty()) return "it, or the program that should start it, does not exist";
  const auto elf = ElfFile::open(path);
  return "it needs " + interpreter + ", which does not exist" +
         (elf && !elf->is_64_bit() ? "; a 32-bit program needs the 32-bit C library" : "");
}

std::string reason_for_wrong_format(const std::string& path) {
  const auto elf = ElfFile::open(path);
  if (!elf) return "it is neither an ELF program nor a script with a #! line";
  if (elf->machine() == EM_386 && kOwnMachine == EM_X86_64)
    return "it is a 32-bit program, and this kernel runs none (IA32 emulation is off)";
  if (elf->machine() != kOwnMachine) return "it is a program for another kind of processor";
  return "this kernel does not run it";
}

}  // namespace

Error exec_failure(const std::string& path, int error_number) {
  const std::string start = "cannot start " + path + ": " + errno_text(error_number);
  switch (error_number) {
    case ENOENT:
      return {ErrorKind::kInput, start + ": " + reason_for_missing_interpreter(path)};
    case ENOEXEC:
      return {ErrorKind::kUnavailable, start + ": " + reason_for_wrong_format(path)};
    case EACCES:
      return {ErrorKind::kInput, start + ": not executable, or on a file system mounted noexec"};
    case E2BIG:
      return {ErrorKind::kInput, start + ": arguments and environment together are too long"};
    case ENOTDIR:
    case ELOOP:
    case ENAMETOOLONG:
      return {ErrorKind::kInput, start};
    default:
      return {ErrorKind::kUnavailable, start};
  }
}

}  // namespace kab::sys
