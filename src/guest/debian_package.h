// A kernel out of a Debian package file, without installing it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kab::guest {

struct PackagedKernel {
  std::string path;    // "boot/vmlinuz-6.12.1-cloud-amd64"
  std::string kernel;  // its bytes
  std::string config;  // of boot/config-*; empty where there is none
};

bool is_debian_package(std::string_view bytes);

/// kInput, naming `name`, for a package that holds no kernel or is damaged.
Result<PackagedKernel> kernel_in_package(std::string_view bytes, const std::string& name);

}  // namespace kab::guest
