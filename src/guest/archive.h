// libarchive, as far as kab needs it: its handles own themselves, its errors are Results.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <archive.h>
#include <archive_entry.h>

#include "base/result.h"

namespace kab::guest {

struct ArchiveCloser {
  void operator()(::archive* archive) const { ::archive_free(archive); }
  void operator()(::archive_entry* entry) const { ::archive_entry_free(entry); }
};
using ArchiveHandle = std::unique_ptr<::archive, ArchiveCloser>;
using EntryHandle = std::unique_ptr<::archive_entry, ArchiveCloser>;

/// "cannot read x.deb: Unrecognized archive format".
std::unexpected<Error> archive_failure(std::string_view doing, std::string_view name,
                                       ::archive* archive);

/// A file within an archive.
struct Member {
  std::string path;    // without a leading "./" or "/"
  std::string target;  // of a symbolic link; else empty
};

/// Goes over the regular files and symbolic links of `bytes`, an ar or tar archive compressed in
/// any way that libarchive knows, and hands `take` the content of those that `choose` wants. kInput
/// for what is no such archive, called `name`.
enum class Wanted { kNo, kYes };
Result<void> read_archive(std::string_view bytes, std::string_view name,
                          const std::function<Wanted(const Member&)>& choose,
                          const std::function<void(const Member&, std::string)>& take);

}  // namespace kab::guest
