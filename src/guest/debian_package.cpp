#include "guest/debian_package.h"

#include <utility>

#include "guest/archive.h"

namespace kab::guest {

bool is_debian_package(std::string_view bytes) {
  return bytes.starts_with("!<arch>\ndebian-binary");
}

Result<PackagedKernel> kernel_in_package(std::string_view bytes, const std::string& name) {
  std::string files;
  KAB_CHECK(read_archive(
      bytes, name,
      [](const Member& member) {
        return member.path.starts_with("data.tar") ? Wanted::kYes : Wanted::kNo;
      },
      [&](const Member&, std::string content) { files = std::move(content); }));
  PackagedKernel found;
  KAB_CHECK(read_archive(
      files, name,
      [](const Member& member) {
        const bool wanted =
            member.path.starts_with("boot/vmlinuz-") || member.path.starts_with("boot/config-");
        return wanted ? Wanted::kYes : Wanted::kNo;
      },
      [&](const Member& member, std::string content) {
        if (member.path.starts_with("boot/config-")) {
          found.config = std::move(content);
        } else {
          found.path = member.path;
          found.kernel = std::move(content);
        }
      }));
  if (found.kernel.empty())
    return fail_input(name + " is a Debian package without a kernel (boot/vmlinuz-*); the image " +
                      "packages have names like linux-image-6.12.0-cloud-amd64");
  return found;
}

}  // namespace kab::guest
