#include "guest/fake_tcg.h"

#include <utility>

namespace kab::guest {
namespace {

FakeTcg* g_tcg = nullptr;  // who the functions of QEMU's interface speak for

void add_to(std::vector<std::function<void()>>& actions, void* number, std::uint64_t add) {
  actions.emplace_back([number, add] { *static_cast<std::uint64_t*>(number) += add; });
}

void run(const std::vector<std::function<void()>>& actions) {
  for (const auto& action : actions) action();
}

}  // namespace

FakeTcg::FakeTcg() { g_tcg = this; }
FakeTcg::~FakeTcg() { g_tcg = nullptr; }

qemu_plugin_tb& FakeTcg::block_of(const Code& code) {
  if (forget != nullptr) {
    blocks_.clear();
    translate = nullptr;
    const auto callback = std::exchange(forget, nullptr);
    callback(1);
  }
  const auto [found, is_new] = blocks_.try_emplace(code.front().address);
  if (is_new) {
    found->second.instructions = code;
    if (translate != nullptr) translate(1, &found->second);
  }
  return found->second;
}

void FakeTcg::execute(const Code& code) {
  auto& block = block_of(code);
  run(block.on_entry);
  for (auto& instruction : block.instructions) run(instruction.on_execution);
}

void FakeTcg::execute_string(const Code& code, std::uint64_t iterations, std::uint64_t accesses) {
  const Code alone = {code.back()};
  for (std::uint64_t step = 0; step <= iterations; ++step) {
    const auto& here = step == 0 ? code : alone;
    execute(here);
    if (step == iterations) return;
    for (std::uint64_t access = 0; access < accesses; ++access)
      run(block_of(here).instructions.back().on_access);
  }
}

qemu_plugin_insn nop(std::uint64_t address) { return {.address = address, .bytes = {0x90}}; }

qemu_plugin_insn mark(std::uint64_t address, unsigned char which) {
  return {.address = address, .bytes = {0x0f, 0x1f, 0x80, 'k', 'a', 'b', which}};
}

qemu_plugin_insn rep_stosb(std::uint64_t address) {
  return {.address = address, .bytes = {0xf3, 0xaa}};
}

qemu_plugin_insn repe_cmpsb(std::uint64_t address) {
  return {.address = address, .bytes = {0xf3, 0xa6}};
}

qemu_info_t x86_64_guest() {
  return {.target_name = "x86_64",
          .version = {.min = 0, .cur = 1},
          .system_emulation = true,
          .system = {.smp_vcpus = 1, .max_vcpus = 1}};
}

}  // namespace kab::guest

using kab::guest::g_tcg;

extern "C" {

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* qemu, int argc, char** argv);

void qemu_plugin_reset(qemu_plugin_id_t, qemu_plugin_simple_cb_t cb) { g_tcg->forget = cb; }

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, qemu_plugin_vcpu_tb_trans_cb_t cb) {
  g_tcg->translate = cb;
}

std::size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb* block) {
  return block->instructions.size();
}

// QEMU takes a pointer to const and gives one to change, too.
qemu_plugin_insn* qemu_plugin_tb_get_insn(const qemu_plugin_tb* block, std::size_t index) {
  return &const_cast<qemu_plugin_tb*>(block)->instructions[index];
}

void qemu_plugin_register_vcpu_tb_exec_inline(qemu_plugin_tb* block, qemu_plugin_op, void* number,
                                              std::uint64_t add) {
  kab::guest::add_to(block->on_entry, number, add);
}

std::uint64_t qemu_plugin_insn_vaddr(const qemu_plugin_insn* instruction) {
  return instruction->address;
}
const void* qemu_plugin_insn_data(const qemu_plugin_insn* instruction) {
  return instruction->bytes.data();
}
std::size_t qemu_plugin_insn_size(const qemu_plugin_insn* instruction) {
  return instruction->bytes.size();
}

void qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_insn* instruction,
                                            qemu_plugin_vcpu_udata_cb_t cb, qemu_plugin_cb_flags,
                                            void* userdata) {
  instruction->on_execution.emplace_back([cb, userdata] { cb(0, userdata); });
}

void qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_insn* instruction, qemu_plugin_op,
                                                void* number, std::uint64_t add) {
  kab::guest::add_to(instruction->on_execution, number, add);
}

void qemu_plugin_register_vcpu_mem_inline(qemu_plugin_insn* instruction, qemu_plugin_mem_rw,
                                          qemu_plugin_op, void* number, std::uint64_t add) {
  kab::guest::add_to(instruction->on_access, number, add);
}

}  // extern "C"

namespace kab::guest {

int FakeTcg::install(const qemu_info_t& about, std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  return qemu_plugin_install(1, &about, static_cast<int>(argv.size()), argv.data());
}

}  // namespace kab::guest
