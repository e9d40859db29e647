#include "guest/archive.h"

namespace kab::guest {
namespace {

std::string member_path(::archive_entry* entry) {
  const char* path = ::archive_entry_pathname(entry);
  std::string_view name = path != nullptr ? path : "";
  while (name.starts_with("./") || name.starts_with('/'))
    name.remove_prefix(name.starts_with('/') ? 1 : 2);
  return std::string(name);
}

Result<std::string> content_of(::archive* archive, std::string_view name) {
  std::string content;
  char buffer[65536];
  for (;;) {
    const la_ssize_t got = ::archive_read_data(archive, buffer, sizeof buffer);
    if (got == 0) return content;
    if (got < 0) return archive_failure("unpack", name, archive);
    content.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace

std::unexpected<Error> archive_failure(std::string_view doing, std::string_view name,
                                       ::archive* archive) {
  const char* reason = ::archive_error_string(archive);
  return fail_input("cannot " + std::string(doing) + " " + std::string(name) + ": " +
                    (reason != nullptr ? reason : "not an archive"));
}

Result<void> read_archive(std::string_view bytes, std::string_view name,
                          const std::function<Wanted(const Member&)>& choose,
                          const std::function<void(const Member&, std::string)>& take) {
  const ArchiveHandle archive(::archive_read_new());
  ::archive_read_support_filter_all(archive.get());
  ::archive_read_support_format_ar(archive.get());
  ::archive_read_support_format_tar(archive.get());
  if (::archive_read_open_memory(archive.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return archive_failure("read", name, archive.get());
  for (;;) {
    ::archive_entry* entry = nullptr;
    const int result = ::archive_read_next_header(archive.get(), &entry);
    if (result == ARCHIVE_EOF) return {};
    if (result < ARCHIVE_WARN) return archive_failure("read", name, archive.get());
    const char* target = ::archive_entry_symlink(entry);
    const Member member{.path = member_path(entry), .target = target != nullptr ? target : ""};
    if (::archive_entry_filetype(entry) == AE_IFDIR || choose(member) == Wanted::kNo) continue;
    KAB_TRY(auto content, content_of(archive.get(), name));
    take(member, std::move(content));
  }
}

}  // namespace kab::guest
