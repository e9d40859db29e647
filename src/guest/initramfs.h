// An initramfs, built in memory: kab-worker as init, what it is to do, and what that needs.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "wire/guest_orders.h"

namespace kab::guest {

/// A regular file or symbolic link of the guest's root.
struct PackedFile {
  std::string path;  // "/usr/bin/git"
  std::string content = {};
  unsigned mode = 0755;
  std::string target = {};  // of a symbolic link; empty: a regular file
};

/// A cpio archive (newc) of the files and the folders that they lie in, in the order given; no
/// times, no owners but root, so that the same files are the same bytes. kUnavailable where the
/// archive cannot be written.
Result<std::string> cpio_of(const std::vector<PackedFile>& files);

/// A worker's program on this machine, and the ABI that it is of.
struct Worker {
  std::string abi;  // "x86_64", "i386"
  std::string path;
};

/// The files of a guest around its workers, of which the one for x86_64 is init, and its orders,
/// before which an order about the channel is put: so an order's number in the answers is its index
/// here plus one.
struct Contents {
  std::vector<Worker> workers = {};
  std::vector<wire::GuestOrder> orders = {};
  std::vector<PackedFile> files = {};
};

/// kInput or kUnavailable when a worker cannot be read. `initrd` (its bytes) comes first, where it
/// is not empty.
Result<std::string> initramfs_of(const Contents& contents, std::uint64_t channel_address,
                                 const std::string& initrd);

}  // namespace kab::guest
