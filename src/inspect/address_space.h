// Which file's code lies where in each process, as records of a profile tell.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "events/sample_records.h"

namespace kab::inspect {

struct MappedCode {
  std::uint64_t address = 0;
  std::uint64_t length = 0;
  std::uint64_t offset = 0;  // in the file
  std::string path;
};

class AddressSpaces {
 public:
  void add(const events::MapRecord& map);
  /// A new process has the mappings of its parent.
  void add(const events::ForkRecord& fork);
  /// A new program starts with none.
  void add(const events::CommRecord& comm);
  void add(const events::ExitRecord& exit);

  /// The newest mapping that holds an address of a process; nullptr for none. Valid until the next
  /// add().
  const MappedCode* at(std::uint32_t pid, std::uint64_t address) const;

 private:
  using Space = std::map<std::uint64_t, MappedCode>;  // by address, none overlapping
  std::map<std::uint32_t, Space> spaces_;
};

}  // namespace kab::inspect
