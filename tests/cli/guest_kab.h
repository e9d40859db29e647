// The built kab with QEMU and its guests played by a program of the tests
// (tests/guest/fake_qemu.cpp).
#pragma once

#include <filesystem>
#include <string>

#include "cli/kab.h"
#include "support/fake_kernel.h"

namespace kab::cli {

class GuestKabTest : public KabTest {
 protected:
  GuestKabTest() {
    kernel_ = file("vmlinux", support::fake_vmlinux());
    qemu_ = path("fake-qemu");
    std::filesystem::copy_file(KAB_FAKE_QEMU, qemu_);
    std::filesystem::permissions(qemu_, std::filesystem::perms::all);
  }

  Said kab_guest(const Words& words) const {
    return kab_with(
        {{"KAB_QEMU", qemu_}, {"XDG_CACHE_HOME", path("cache")}, {"KAB_COUNT_PLUGIN", kernel_}},
        words);
  }

  std::string kernel_;
  std::string qemu_;
};

}  // namespace kab::cli
