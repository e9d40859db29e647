#include "sys/build_id.h"

#include <cstring>
#include <vector>

#include <elf.h>
#include <gtest/gtest.h>

#include "sys/program.h"
#include "sys/scratch.h"

namespace kab::sys {
namespace {

constexpr std::string_view kId("\x01\x9f\xab\x00", 4);

template <class Record>
std::string bytes_of(const Record& record) {
  std::string bytes(sizeof record, '\0');
  std::memcpy(bytes.data(), &record, sizeof record);
  return bytes;
}

std::string note(std::uint32_t type, std::string_view name, std::string_view description) {
  Elf64_Nhdr header{};
  header.n_namesz = static_cast<std::uint32_t>(name.size());
  header.n_descsz = static_cast<std::uint32_t>(description.size());
  header.n_type = type;
  std::string bytes = bytes_of(header) + std::string(name);
  bytes.resize((bytes.size() + 3) / 4 * 4);
  bytes += description;
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

std::string gnu_note(std::uint32_t type, std::string_view description) {
  return note(type, std::string_view("GNU\0", 4), description);
}

/// An ELF file of one note segment.
template <class Header, class Segment>
std::string elf_file(unsigned char elf_class, const std::string& notes) {
  Header header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = elf_class;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Segment);
  header.e_phnum = 1;
  Segment segment{};
  segment.p_type = PT_NOTE;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = static_cast<decltype(segment.p_filesz)>(notes.size());
  segment.p_align = 4;
  return bytes_of(header) + bytes_of(segment) + notes;
}

std::string elf64(const std::string& notes) {
  return elf_file<Elf64_Ehdr, Elf64_Phdr>(ELFCLASS64, notes);
}

std::string id_in(const std::string& bytes) {
  const ScratchFolder folder;
  const auto id = build_id_of(folder.file("program", bytes));
  if (id) return *id;
  EXPECT_EQ(id.error().kind, ErrorKind::kInput);
  return "none";
}

TEST(BuildId, IsReadFromBothClasses) {
  const std::string notes = gnu_note(NT_GNU_ABI_TAG, "0123456789abcdef") + note(3, "Go", "abcd") +
                            gnu_note(NT_GNU_BUILD_ID, kId);
  EXPECT_EQ(id_in(elf64(notes)), "019fab00");
  EXPECT_EQ(id_in(elf_file<Elf32_Ehdr, Elf32_Phdr>(ELFCLASS32, notes)), "019fab00");
}

TEST(BuildId, OfARealProgramIsHexOfSomeLength) {
  const auto id = build_id_of("/bin/sh");
  ASSERT_TRUE(id) << id.error().message;
  EXPECT_GE(id->size(), 16U);
  EXPECT_EQ(id->find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(BuildId, IsMissedWhereNoNoteHoldsOne) {
  EXPECT_EQ(id_in(elf64(gnu_note(NT_GNU_ABI_TAG, "0123"))), "none");
  EXPECT_EQ(id_in(elf64("")), "none");
}

TEST(BuildId, IsRefusedForAnythingThatIsNoElfFile) {
  EXPECT_EQ(id_in(""), "none");
  EXPECT_EQ(id_in("#!/bin/sh\n"), "none");
  EXPECT_EQ(id_in("\x7f"
                  "ELF"),
            "none");
  const ScratchFolder folder;
  EXPECT_FALSE(build_id_of(folder.path("absent")));
  EXPECT_FALSE(build_id_of(folder.path()));
  ::mkfifo(folder.path("fifo").c_str(), 0600);
  EXPECT_FALSE(build_id_of(folder.path("fifo")));
}

TEST(BuildId, SurvivesAFileCutAnywhere) {
  const std::string whole = elf64(gnu_note(NT_GNU_BUILD_ID, kId));
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_EQ(id_in(whole.substr(0, length)), "none") << length;
  EXPECT_EQ(id_in(whole), "019fab00");
}

TEST(BuildId, SurvivesAbsurdSizesInTheFile) {
  std::string whole = elf64(gnu_note(NT_GNU_BUILD_ID, kId));
  for (std::size_t at = EI_NIDENT; at < whole.size(); ++at) {
    std::string bent = whole;
    bent[at] = '\xff';
    id_in(bent);  // any answer will do, as long as it is one
  }
}

}  // namespace
}  // namespace kab::sys
