// kernel= of an arm: what the user named, found and made ready to boot, once for each content.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace kab::guest {

struct Kernel {
  std::string given;         // as the user wrote it
  std::string path;          // to boot: a vmlinux of the cache, or the file that was given
  std::string hash;          // of the file that was given: names its folder in the cache
  std::string folder;        // that folder: for what else is worth keeping of this kernel
  std::string release = {};  // "6.12.1-cloud-amd64"; empty where the file does not say
  std::string config = {};   // its configuration; empty where none lies beside it
};

/// `given`: a bzImage or vmlinux, a Debian package file (.deb) with one in it, or the release of an
/// installed kernel (/boot/vmlinuz-<release>). A bzImage and a package are unpacked into the cache,
/// which saves every boot the unpacking. kInput for what is none of these and for a vmlinux that
/// QEMU cannot boot, kUnavailable for a cache that cannot be written.
Result<Kernel> prepare_kernel(const std::string& given);

/// $XDG_CACHE_HOME/kab, or ~/.cache/kab.
Result<std::string> cache_folder();

/// Puts a file into the cache whole or not at all, whoever else does the same at this moment.
Result<void> keep(const std::string& path, std::string_view content);

}  // namespace kab::guest
