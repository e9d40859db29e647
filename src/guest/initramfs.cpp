#include "guest/initramfs.h"

#include <set>
#include <utility>

#include "base/files.h"
#include "guest/archive.h"
#include "guest/machine.h"

namespace kab::guest {
namespace {

class Cpio {
 public:
  Cpio() : archive_(::archive_write_new()) {}

  Result<void> open() {
    ::archive_write_set_format_cpio_newc(archive_.get());
    ::archive_write_add_filter_none(archive_.get());
    ::archive_write_set_bytes_in_last_block(archive_.get(), 1);
    if (::archive_write_open(archive_.get(), &bytes_, nullptr, &append, nullptr) != ARCHIVE_OK)
      return failure();
    return {};
  }

  // Each with the folders that it lies in, once.
  Result<void> add(const PackedFile& file) {
    const std::string path = file.path.substr(file.path.starts_with('/') ? 1 : 0);
    for (auto slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
      if (const auto folder = path.substr(0, slash); folders_.insert(folder).second)
        KAB_CHECK(write(folder, AE_IFDIR, {.path = {}}));
    return write(path, file.target.empty() ? AE_IFREG : AE_IFLNK, file);
  }

  Result<std::string> take() {
    if (::archive_write_close(archive_.get()) != ARCHIVE_OK) return failure();
    return std::move(bytes_);
  }

 private:
  static la_ssize_t append(::archive*, void* bytes, const void* from, std::size_t size) {
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(from), size);
    return static_cast<la_ssize_t>(size);
  }

  std::unexpected<Error> failure() const {
    return archive_failure("write", "an initramfs", archive_.get());
  }

  Result<void> write(const std::string& path, unsigned type, const PackedFile& file) {
    const auto& content = file.content;
    const EntryHandle entry(::archive_entry_new());
    ::archive_entry_set_pathname(entry.get(), path.c_str());
    ::archive_entry_set_filetype(entry.get(), type);
    ::archive_entry_set_perm(entry.get(), file.mode);
    if (type == AE_IFLNK) ::archive_entry_set_symlink(entry.get(), file.target.c_str());
    ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
    ::archive_entry_set_ino64(entry.get(), ++number_);
    if (::archive_write_header(archive_.get(), entry.get()) != ARCHIVE_OK) return failure();
    if (!content.empty() &&
        ::archive_write_data(archive_.get(), content.data(), content.size()) < 0)
      return failure();
    return {};
  }

  ArchiveHandle archive_;
  std::string bytes_;
  std::set<std::string> folders_;
  la_int64_t number_ = 0;
};

std::string lines_of(const std::vector<wire::GuestOrder>& orders, std::uint64_t channel_address) {
  std::string lines = wire::encode(wire::GuestOrder{.kind = wire::GuestOrder::Kind::kChannel,
                                                    .address = channel_address,
                                                    .bytes = std::uint64_t{kChannelMb} << 20});
  for (const auto& order : orders) lines += wire::encode(order);
  return lines;
}

}  // namespace

Result<std::string> cpio_of(const std::vector<PackedFile>& files) {
  Cpio cpio;
  KAB_CHECK(cpio.open());
  for (const auto& file : files) KAB_CHECK(cpio.add(file));
  return cpio.take();
}

Result<std::string> initramfs_of(const Contents& contents, std::uint64_t channel_address,
                                 const std::string& initrd) {
  std::vector<PackedFile> files = {
      {.path = "/init", .target = wire::guest_path_of_worker("x86_64")}};
  for (const auto& worker : contents.workers) {
    KAB_TRY(auto program, read_file(worker.path));
    files.push_back(
        {.path = wire::guest_path_of_worker(worker.abi), .content = std::move(program)});
  }
  files.insert(files.end(), contents.files.begin(), contents.files.end());
  files.push_back({.path = std::string(wire::kOrdersPath),
                   .content = lines_of(contents.orders, channel_address),
                   .mode = 0644});
  KAB_TRY(auto archive, cpio_of(files));
  // The kernel takes one archive after the other, each at a multiple of four bytes.
  if (initrd.empty()) return archive;
  return initrd + std::string((4 - initrd.size() % 4) % 4, '\0') + archive;
}

}  // namespace kab::guest
