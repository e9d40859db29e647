// Plays the part of QEMU's translator that the counting plugin speaks to: code in memory,
// translated into blocks when it is first come to, and executed with whatever the plugin had put
// in.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "guest/plugin/qemu_api.h"

struct qemu_plugin_insn {
  std::uint64_t address = 0;
  std::vector<unsigned char> bytes = {};
  std::vector<std::function<void()>> on_execution = {};
  std::vector<std::function<void()>> on_access = {};
};

struct qemu_plugin_tb {
  std::vector<qemu_plugin_insn> instructions = {};
  std::vector<std::function<void()>> on_entry = {};
};

namespace kab::guest {

using Code = std::vector<qemu_plugin_insn>;

class FakeTcg {
 public:
  FakeTcg();
  ~FakeTcg();
  FakeTcg(const FakeTcg&) = delete;
  FakeTcg& operator=(const FakeTcg&) = delete;

  /// What QEMU answers to -plugin kab-count.so,<arguments>.
  int install(const qemu_info_t& about, std::vector<std::string> arguments);

  /// Executes `code`, one block. It is translated once, by its first address, until QEMU is told to
  /// forget.
  void execute(const Code& code);

  /// The string instruction that `code` ends with, `iterations` times and once more to find that it
  /// is done: in the block first, then each in a block of its own, as QEMU does.
  void execute_string(const Code& code, std::uint64_t iterations, std::uint64_t accesses);

  qemu_plugin_vcpu_tb_trans_cb_t translate = nullptr;
  qemu_plugin_simple_cb_t forget = nullptr;

 private:
  qemu_plugin_tb& block_of(const Code& code);
  std::map<std::uint64_t, qemu_plugin_tb> blocks_;
};

/// nop, one byte; a mark; rep stosb and repe cmpsb, each at `address`.
qemu_plugin_insn nop(std::uint64_t address);
qemu_plugin_insn mark(std::uint64_t address, unsigned char which);
qemu_plugin_insn rep_stosb(std::uint64_t address);
qemu_plugin_insn repe_cmpsb(std::uint64_t address);

/// A guest of one CPU.
qemu_info_t x86_64_guest();

}  // namespace kab::guest
