// kab's plugin for QEMU's TCG: counts each instruction that a guest executes within the regions
// that its worker marks. "out=PATH" names the file that it writes.
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "guest/count_format.h"
#include "guest/plugin/instruction.h"
#include "guest/plugin/qemu_api.h"
#include "guest/plugin/tally.h"

namespace kab::guest {
namespace {

// QEMU knows a plugin by its callbacks only, so what they share lives as long as QEMU does.
struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
std::unique_ptr<std::FILE, FileCloser> g_out;
std::unique_ptr<Tally> g_tally;
qemu_plugin_id_t g_id = 0;
enum class Counting { kNotYet, kAsked } g_counting = Counting::kNotYet;

// At once, so that what was counted is there however the guest ends.
void write_region(const CountedRegion& region) {
  const std::string record = encode(region);
  std::fwrite(record.data(), 1, record.size(), g_out.get());
  std::fflush(g_out.get());
}

void count_from_now(qemu_plugin_id_t id);

// The boot until the first order is not counted, and runs faster for it: then QEMU forgets all code
// that it translated, and translates it anew with counting.
void on_first_order(unsigned int, void*) {
  if (g_counting == Counting::kAsked) return;
  g_counting = Counting::kAsked;
  qemu_plugin_reset(g_id, &count_from_now);
}

template <wire::Mark mark>
void on_mark(unsigned int, void*) {
  g_tally->reached(mark);
}

InstructionBytes bytes_of(const qemu_plugin_insn* instruction) {
  return {static_cast<const unsigned char*>(qemu_plugin_insn_data(instruction)),
          qemu_plugin_insn_size(instruction)};
}

void watch_mark(qemu_plugin_insn* instruction, wire::Mark mark) {
  const auto on = [instruction](qemu_plugin_vcpu_udata_cb_t callback) {
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, callback, QEMU_PLUGIN_CB_NO_REGS, nullptr);
  };
  switch (mark) {
    case wire::Mark::kOrder:
      return on(&on_mark<wire::Mark::kOrder>);
    case wire::Mark::kBegin:
      return on(&on_mark<wire::Mark::kBegin>);
    case wire::Mark::kEnd:
      return on(&on_mark<wire::Mark::kEnd>);
  }
}

void on_string_within_block(unsigned int, void* site) {
  auto& string = *static_cast<StringSite*>(site);
  string.tally->start(string);
}

void on_string_at_start(unsigned int, void* site) {
  auto& string = *static_cast<StringSite*>(site);
  string.tally->step(string);
}

void watch_string(qemu_plugin_insn* instruction, std::size_t index, std::uint64_t accesses) {
  StringSite* site = g_tally->string_at(qemu_plugin_insn_vaddr(instruction));
  const auto callback = index == 0 ? &on_string_at_start : &on_string_within_block;
  qemu_plugin_register_vcpu_insn_exec_cb(instruction, callback, QEMU_PLUGIN_CB_NO_REGS, site);
  // Loads and stores together: QEMU 7.2 takes a filter for one of them the wrong way round.
  qemu_plugin_register_vcpu_mem_inline(instruction, QEMU_PLUGIN_MEM_RW, QEMU_PLUGIN_INLINE_ADD_U64,
                                       site->half_iterations, 2 / accesses);
}

// The instruction at `index` of its block.
void watch(qemu_plugin_insn* instruction, std::size_t index) {
  const InstructionBytes bytes = bytes_of(instruction);
  if (const auto mark = mark_of(bytes)) return watch_mark(instruction, *mark);
  if (const auto accesses = accesses_of_string(bytes))
    return watch_string(instruction, index, *accesses);
  // By the instruction and not by the block: blocks end early.
  qemu_plugin_register_vcpu_insn_exec_inline(
      instruction, QEMU_PLUGIN_INLINE_ADD_U64,
      g_tally->executions(qemu_plugin_insn_vaddr(instruction)), 1);
}

void watch_for_first_order(qemu_plugin_id_t, qemu_plugin_tb* block) {
  const std::size_t count = qemu_plugin_tb_n_insns(block);
  for (std::size_t i = 0; i < count; ++i) {
    qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
    if (mark_of(bytes_of(instruction)) == wire::Mark::kOrder)
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, &on_first_order, QEMU_PLUGIN_CB_NO_REGS,
                                             nullptr);
  }
}

void on_translated(qemu_plugin_id_t, qemu_plugin_tb* block) {
  qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, g_tally->blocks(), 1);
  const std::size_t count = qemu_plugin_tb_n_insns(block);
  for (std::size_t i = 0; i < count; ++i) watch(qemu_plugin_tb_get_insn(block, i), i);
}

void count_from_now(qemu_plugin_id_t id) {
  qemu_plugin_register_vcpu_tb_trans_cb(id, &on_translated);
}

int refuse(const std::string& why) {
  std::fprintf(stderr, "kab-count: %s\n", why.c_str());
  return 1;
}

int install(qemu_plugin_id_t id, const qemu_info_t& qemu, int argc, char** argv) {
  if (!qemu.system_emulation || std::string_view(qemu.target_name) != "x86_64")
    return refuse("this plugin is for qemu-system-x86_64");
  if (qemu.system.max_vcpus != 1) return refuse("instructions are counted on one CPU");
  std::string path;
  for (int i = 0; i < argc; ++i)
    if (const std::string_view argument = argv[i]; argument.starts_with("out="))
      path = argument.substr(4);
  if (path.empty()) return refuse("out=PATH is missing");
  g_out.reset(std::fopen(path.c_str(), "we"));
  if (!g_out) return refuse("cannot write " + path);
  std::fwrite(kCountMagic.data(), 1, kCountMagic.size(), g_out.get());
  std::fflush(g_out.get());
  g_tally = std::make_unique<Tally>(&write_region);
  g_tally->reached(wire::Mark::kOrder);
  g_id = id;
  g_counting = Counting::kNotYet;
  qemu_plugin_register_vcpu_tb_trans_cb(id, &watch_for_first_order);
  return 0;
}

}  // namespace
}  // namespace kab::guest

extern "C" {
[[gnu::visibility("default")]] extern const int qemu_plugin_version;
const int qemu_plugin_version = 1;
[[gnu::visibility("default")]] int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* qemu,
                                                       int argc, char** argv);
int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* qemu, int argc, char** argv) {
  return kab::guest::install(id, *qemu, argc, argv);
}
}
