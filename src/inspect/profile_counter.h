// Samples of one run counted by where they fell: by function, and by stack for flame graphs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "events/sample_records.h"
#include "inspect/address_space.h"
#include "inspect/user_symbols.h"
#include "model/counted.h"
#include "sys/kallsyms.h"

namespace kab::inspect {

/// What addresses are turned into names with. `kernel` may be an error: its functions then have no
/// names.
struct Symbols {
  Result<sys::KernelSymbols> kernel;
  UserSymbols user;
};

struct StackCount {
  std::vector<std::string> frames;  // the process's name, then functions from the outermost in
  std::uint64_t count = 0;
};

class ProfileCounter {
 public:
  void add(const events::Record& record);

  std::uint64_t samples() const { return samples_; }
  std::uint64_t lost() const { return lost_; }
  std::uint64_t throttled() const { return throttled_; }  // times

  /// By file and symbol, the most frequent first. Kernel code is "[kernel]" or its module in
  /// brackets, code without a file "[anonymous]". `sample`: the run's index, for the recording.
  std::vector<model::ProfileRow> rows(std::uint32_t sample, Symbols& symbols) const;

  std::vector<StackCount> stacks(Symbols& symbols) const;

 private:
  /// Where a frame lies: in the kernel by address, or at an offset of a file.
  struct Frame {
    std::uint32_t file = 0;  // kKernel, kNowhere, or index into files_ + kFirstFile
    std::uint64_t place = 0;
    auto operator<=>(const Frame&) const = default;
  };
  struct Stack {
    std::string comm;
    std::vector<Frame> frames;  // innermost first
    auto operator<=>(const Stack&) const = default;
  };
  struct Named {
    std::string dso;
    std::string symbol;
    auto operator<=>(const Named&) const = default;
  };
  void count(const events::SampleRecord& sample);
  Frame frame_of(std::uint32_t pid, const events::SampledPlace& place);
  std::uint32_t index_of(const MappedCode& code);
  Named name_of(const Frame& frame, Symbols& symbols) const;

  AddressSpaces spaces_;
  std::map<std::uint32_t, std::string> comms_;
  std::vector<MappedCode> files_;
  std::map<std::string, std::uint32_t> file_index_;
  std::map<Stack, std::uint64_t> stacks_;
  std::uint64_t samples_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t throttled_ = 0;
};

}  // namespace kab::inspect
