#include "trial/guest_host.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/files.h"
#include "guest/count_plugin.h"
#include "guest/packing.h"
#include "sys/affinity.h"
#include "trial/catalogue.h"

namespace kab::trial {
namespace {

Result<guest::Contents> contents_for(const GuestWanted& wanted) {
  guest::Contents contents;
  for (const auto& abi : wanted.abis) {
    auto worker = find_worker(abi);
    // What has no worker here says so when it is asked for; init is one for x86_64.
    if (!worker && abi == "x86_64") return std::unexpected(std::move(worker).error());
    if (worker) contents.workers.push_back({.abi = abi, .path = std::move(*worker)});
  }
  const auto add = [&](std::vector<guest::PackedFile> files) {
    std::ranges::move(files, std::back_inserter(contents.files));
  };
  for (const auto& program : wanted.programs) {
    KAB_TRY(auto files, guest::packed_command(program));
    add(std::move(files));
  }
  for (const auto& path : wanted.files) {
    KAB_TRY(auto files, guest::packed_path(path));
    add(std::move(files));
  }
  return contents;
}

}  // namespace

Result<GuestHost> GuestHost::prepare(const GuestWanted& wanted) {
  GuestHost host;
  host.purpose_ = wanted.purpose;
  KAB_CHECK(guest::check_accelerator(wanted.purpose));
  KAB_TRY(host.qemu_, guest::find_qemu());
  KAB_TRY(const auto usual, usual_kernel(wanted.arms));
  for (const auto& arm : wanted.arms) {
    KAB_TRY(auto made, guest_arm(arm, wanted.purpose, usual));
    if (wanted.purpose == guest::Purpose::kCount) {
      KAB_TRY(made.machine.plugin, guest::find_count_plugin(host.qemu_));
    }
    auto& initrd = host.initrds_.emplace_back();
    if (!made.machine.initrd.empty()) {
      KAB_TRY(initrd, read_file(made.machine.initrd));
    }
    host.arms_.push_back(std::move(made));
    host.names_.push_back(arm.name);
  }
  KAB_TRY(host.contents_, contents_for(wanted));
  return host;
}

std::size_t GuestHost::at_once() const {
  if (purpose_ == guest::Purpose::kTime) return 1;
  const auto cpus = sys::allowed_cpus();
  return cpus ? cpus->size() : 1;
}

Result<LoadedGuest> GuestHost::load(std::uint32_t arm,
                                    const std::vector<wire::GuestOrder>& orders) const {
  auto contents = contents_;
  contents.orders = arms_[arm].settings;
  contents.orders.insert(contents.orders.end(), orders.begin(), orders.end());
  KAB_TRY(const auto bytes,
          guest::initramfs_of(contents, guest::channel_address(arms_[arm].machine), initrds_[arm]));
  KAB_TRY(auto file, guest::MemoryFile::with("kab-initramfs", bytes));
  return LoadedGuest{.arm = arm, .initramfs = std::move(file)};
}

Result<guest::Boot> GuestHost::boot(const LoadedGuest& loaded, std::uint64_t seed,
                                    std::int64_t deadline_ns) const {
  auto machine = arms_[loaded.arm].machine;
  machine.seed = seed;
  KAB_TRY(auto boot, guest::boot(qemu_, machine, loaded.initramfs, deadline_ns));
  const auto first = first_order(loaded.arm);
  for (const auto& record : boot.channel.records)
    if (record.name == "refused" && record.order < first)
      return fail_input("arm " + names_[loaded.arm] + ": " + record.bytes);
  return boot;
}

}  // namespace kab::trial
