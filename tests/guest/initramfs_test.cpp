#include "guest/initramfs.h"

#include <gtest/gtest.h>

#include "guest/machine.h"
#include "sys/scratch.h"

namespace kab::guest {
namespace {

// One entry of a cpio archive in the "newc" form: hexadecimal fields of eight digits.
struct Entry {
  unsigned long mode = 0;
  unsigned long time = 0;
  std::string name;
  std::string content;
};

std::vector<Entry> entries_in(const std::string& archive) {
  std::vector<Entry> entries;
  const auto padded = [](std::size_t at) { return (at + 3) / 4 * 4; };
  for (std::size_t at = 0; archive.compare(at, 6, "070701") == 0;) {
    const auto field = [&](std::size_t i) {
      return std::stoul(archive.substr(at + 6 + 8 * i, 8), nullptr, 16);
    };
    const auto name_size = field(11);
    const auto content_at = padded(at + 110 + name_size);
    entries.push_back({.mode = field(1),
                       .time = field(5),
                       .name = archive.substr(at + 110, name_size - 1),
                       .content = archive.substr(content_at, field(6))});
    if (entries.back().name == "TRAILER!!!") break;
    at = padded(content_at + field(6));
  }
  return entries;
}

const Entry* entry_named(const std::vector<Entry>& entries, std::string_view name) {
  for (const auto& entry : entries)
    if (entry.name == name) return &entry;
  return nullptr;
}

TEST(Initramfs, FilesStandInTheirFoldersEachOnce) {
  const auto archive = cpio_of({{.path = "/usr/bin/true", .content = "abc"},
                                {.path = "/usr/bin/false", .content = "", .mode = 0600},
                                {.path = "link", .target = "/usr/bin/true"}});
  ASSERT_TRUE(archive.has_value()) << archive.error().message;
  const auto entries = entries_in(*archive);
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<std::string>{"usr", "usr/bin", "usr/bin/true", "usr/bin/false",
                                             "link", "TRAILER!!!"}));
  EXPECT_EQ(entries[0].mode, 040755U);
  EXPECT_EQ(entries[2].mode, 0100755U);
  EXPECT_EQ(entries[2].content, "abc");
  EXPECT_EQ(entries[3].mode, 0100600U);
  EXPECT_EQ(entries[4].mode & 0170000U, 0120000U);
  EXPECT_EQ(entries[4].content, "/usr/bin/true");
}

TEST(Initramfs, TheSameFilesAreTheSameBytesWhenever) {
  const std::vector<PackedFile> files = {{.path = "/a/b", .content = std::string(100'000, 'x')}};
  const auto archive = cpio_of(files).value();
  EXPECT_EQ(archive, cpio_of(files).value());
  for (const auto& entry : entries_in(archive)) EXPECT_EQ(entry.time, 0U) << entry.name;
}

TEST(Initramfs, TheFirstOrderIsTheChannelAndTheWorkerIsInit) {
  const sys::ScratchFolder folder;
  const Contents contents{
      .workers = {{.abi = "x86_64", .path = folder.file("w64", "sixty-four")},
                  {.abi = "i386", .path = folder.file("w32", "thirty-two")}},
      .orders = {{.kind = wire::GuestOrder::Kind::kCopy, .path = "/proc/version"}},
      .files = {{.path = "/data/x", .content = "own"}}};
  const auto archive = initramfs_of(contents, 0xd000000, "");
  ASSERT_TRUE(archive.has_value()) << archive.error().message;
  const auto entries = entries_in(*archive);
  EXPECT_EQ(entry_named(entries, "init")->content, "/kab/kab-worker");
  EXPECT_EQ(entry_named(entries, "kab/kab-worker")->content, "sixty-four");
  EXPECT_EQ(entry_named(entries, "kab/kab-worker-i386")->content, "thirty-two");
  EXPECT_EQ(entry_named(entries, "data/x")->content, "own");
  const auto orders = entry_named(entries, "kab/orders")->content;
  const auto first = wire::decode_order(orders.substr(0, orders.find('\n')));
  EXPECT_EQ(first->address, 0xd000000U);
  EXPECT_EQ(first->bytes, std::uint64_t{kChannelMb} << 20);
  EXPECT_NE(orders.find("/proc/version"), std::string::npos);
}

TEST(Initramfs, TheUsersComesFirstAtAMultipleOfFour) {
  const sys::ScratchFolder folder;
  const Contents contents{.workers = {{.abi = "x86_64", .path = folder.file("w", "worker")}}};
  const auto alone = initramfs_of(contents, 1, "").value();
  EXPECT_EQ(initramfs_of(contents, 1, "12345").value(), std::string("12345\0\0\0", 8) + alone);
  EXPECT_EQ(initramfs_of(contents, 1, "1234").value(), "1234" + alone);
}

TEST(Initramfs, AWorkerThatIsNotThereIsNamed) {
  const auto archive = initramfs_of({.workers = {{.abi = "x86_64", .path = "/no/worker"}}}, 1, "");
  ASSERT_FALSE(archive.has_value());
  EXPECT_NE(archive.error().message.find("/no/worker"), std::string::npos);
}

}  // namespace
}  // namespace kab::guest
