#include <algorithm>

#include <elf.h>

#include "elf/dynamic.h"
#include "inspect/audit.h"

namespace kab::inspect {
namespace {

using model::VdsoWeight;

std::string range_text(std::uint64_t start, std::uint64_t end) {
  return hex(start) + " to " + hex(end);
}

void audit_segments(const elf::Image& image, Audit& audit) {
  bool stack = false;
  for (const auto& segment : image.segments()) {
    const auto range = range_text(segment.address, segment.address + segment.memory_size);
    const bool writable = (segment.flags & PF_W) != 0;
    const bool executable = (segment.flags & PF_X) != 0;
    if (segment.type == PT_LOAD && segment.file_size != 0 &&
        !image.bytes_at_offset(segment.offset, segment.file_size))
      audit.findings.push_back(
          {.code = "image-cut-short",
           .text = "the image ends before its segment does",
           .evidence = {"segment " + range + " takes " + std::to_string(segment.file_size) +
                        " bytes from offset " + hex(segment.offset) + "; the image has " +
                        std::to_string(image.bytes().size())},
           .why = "what is missing is not audited, and reading it would end a program"});
    if (segment.type == PT_LOAD && writable && executable)
      audit.findings.push_back({.code = "writable-code",
                                .text = "a segment is writable and executable",
                                .evidence = {"segment " + range},
                                .why = "whoever can write to it runs code in every process"});
    if (segment.type != PT_GNU_STACK) continue;
    stack = true;
    if (executable)
      audit.findings.push_back({.code = "executable-stack",
                                .text = "PT_GNU_STACK asks for an executable stack",
                                .evidence = {"its flags are " + hex(segment.flags)},
                                .why = "data on the stack could be run as code"});
  }
  if (!stack)
    audit.findings.push_back(
        {.code = "no-gnu-stack",
         .weight = VdsoWeight::kNote,
         .text = "the image has no PT_GNU_STACK header",
         .evidence = {},
         .why = "the kernel maps a vDSO without asking it; as an ordinary library it would get an "
                "executable stack"});
}

void audit_mappings(const AuditContext& context, Audit& audit) {
  for (const auto& mapping : context.mappings) {
    const bool writable = mapping.permissions.find('w') != std::string::npos;
    const bool executable = mapping.permissions.find('x') != std::string::npos;
    if (!writable) continue;
    const std::vector<std::string> evidence = {
        mapping.name + " " + range_text(mapping.start, mapping.end) + " is " + mapping.permissions};
    if (executable)
      audit.findings.push_back({.code = "writable-code",
                                .text = mapping.name + " is mapped writable and executable",
                                .evidence = evidence,
                                .why = "whoever can write to it runs code in this process"});
    else
      audit.findings.push_back({.code = "writable-mapping",
                                .text = mapping.name + " is mapped writable",
                                .evidence = evidence,
                                .why = "the time that the process reads could be changed"});
  }
}

void audit_tables(const Subject& subject, Audit& audit) {
  const auto dynamic = elf::dynamic_of(subject.image);
  if (!dynamic || !dynamic->symbols) {
    audit.findings.push_back({.code = "no-symbols",
                              .text = "the image has no dynamic symbol table",
                              .evidence = {},
                              .why = "no program can find a function in it: every call is a "
                                     "system call"});
    return;
  }
  if (dynamic->text_relocations)
    audit.findings.push_back({.code = "text-relocations",
                              .text = "the image asks for relocations in its code",
                              .evidence = {"its dynamic section holds DT_TEXTREL or DF_TEXTREL"},
                              .why = "nobody relocates a vDSO, so the code holds wrong addresses"});
  if (!dynamic->hash && !dynamic->gnu_hash)
    audit.findings.push_back({.code = "no-symbol-hash",
                              .text = "the image has neither DT_HASH nor DT_GNU_HASH",
                              .evidence = {"symbols were counted by " + subject.counted_by},
                              .why = "C libraries find no function in it: every call is a system "
                                     "call"});
  else if (!dynamic->hash)
    audit.findings.push_back({.code = "no-dt-hash",
                              .weight = VdsoWeight::kNote,
                              .text = "the image has DT_GNU_HASH but no DT_HASH",
                              .evidence = {},
                              .why = "programs with an older reader of their own find no function, "
                                     "or crash"});
}

void audit_names(const Subject& subject, Audit& audit) {
  std::vector<std::string> evidence;
  for (const auto& function : subject.functions)
    if (function.name.empty()) evidence.push_back("function at " + hex(function.address));
  if (evidence.empty()) return;
  audit.findings.push_back(
      {.code = "names-blanked",
       .weight = VdsoWeight::kNote,
       .text = "names have been blanked of " + counted(evidence.size(), "function"),
       .evidence = std::move(evidence),
       .why = "kernels do so where the function could only make the system "
              "call; programs make it themselves then"});
}

bool offers(const Subject& subject, std::string_view name) {
  return std::ranges::any_of(subject.functions, [&](const elf::Function& function) {
    return function.name == name || std::ranges::count(function.aliases, name) != 0;
  });
}

}  // namespace

void audit_layout(const Subject& subject, const AuditContext& context, Audit& audit) {
  audit_segments(subject.image, audit);
  audit_mappings(context, audit);
  audit_tables(subject, audit);
  audit_names(subject, audit);
}

void audit_offer(const Subject& subject, Audit& audit) {
  if (subject.image.machine() != EM_386 || subject.functions.empty()) return;
  if (offers(subject, "__vdso_clock_gettime") && !offers(subject, "__vdso_clock_gettime64"))
    audit.findings.push_back(
        {.code = "no-clock-gettime64",
         .text = "there is no __vdso_clock_gettime64",
         .evidence = {"__vdso_clock_gettime is there"},
         .why = "32-bit programs with 64 bits for the time make a system call each time"});
  std::vector<std::string> missing;
  for (const auto* name : {"__kernel_sigreturn", "__kernel_rt_sigreturn"})
    if (!offers(subject, name)) missing.emplace_back(name);
  if (!missing.empty())
    audit.findings.push_back({.code = "no-sigreturn",
                              .text = "the code that a signal handler returns to is missing",
                              .evidence = missing,
                              .why = "debuggers and unwinders know signal frames by it"});
  if (!offers(subject, "__kernel_vsyscall"))
    audit.findings.push_back({.code = "no-vsyscall-entry",
                              .text = "there is no __kernel_vsyscall",
                              .evidence = {},
                              .why = "the C library falls back to int $0x80, which is slower"});
}

}  // namespace kab::inspect
