#include "inspect/address_space.h"

#include <iterator>

namespace kab::inspect {

void AddressSpaces::add(const events::MapRecord& map) {
  if (map.length == 0 || map.address + map.length < map.address) return;
  auto& space = spaces_[map.pid];
  // What lay there before is gone, whole: a remainder is mapped anew by whoever needs it.
  auto first = space.lower_bound(map.address);
  if (first != space.begin()) {
    const auto before = std::prev(first);
    if (before->first + before->second.length > map.address) first = before;
  }
  space.erase(first, space.lower_bound(map.address + map.length));
  space[map.address] = {
      .address = map.address, .length = map.length, .offset = map.offset, .path = map.path};
}

void AddressSpaces::add(const events::ForkRecord& fork) {
  if (fork.pid == fork.parent) return;
  const auto parent = spaces_.find(fork.parent);
  if (parent != spaces_.end()) spaces_[fork.pid] = Space(parent->second);
}

void AddressSpaces::add(const events::CommRecord& comm) {
  if (comm.is_exec) spaces_.erase(comm.pid);
}

void AddressSpaces::add(const events::ExitRecord& exit) {
  if (exit.pid == exit.tid) spaces_.erase(exit.pid);
}

const MappedCode* AddressSpaces::at(std::uint32_t pid, std::uint64_t address) const {
  const auto space = spaces_.find(pid);
  if (space == spaces_.end()) return nullptr;
  const auto above = space->second.upper_bound(address);
  if (above == space->second.begin()) return nullptr;
  const auto& code = std::prev(above)->second;
  return address - code.address < code.length ? &code : nullptr;
}

}  // namespace kab::inspect
