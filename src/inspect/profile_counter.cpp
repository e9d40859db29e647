#include "inspect/profile_counter.h"

#include <algorithm>
#include <ranges>
#include <utility>
#include <variant>

namespace kab::inspect {
namespace {

constexpr std::uint32_t kKernel = 0;
constexpr std::uint32_t kNowhere = 1;
constexpr std::uint32_t kFirstFile = 2;

// A process of 32 bits has another vDSO than kab, whose symbols would be the wrong ones.
constexpr std::uint64_t k32BitEnd = std::uint64_t{1} << 32;

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};

std::string path_of(const MappedCode& code) {
  return code.path == "[vdso]" && code.address < k32BitEnd ? "[vdso32]" : code.path;
}

}  // namespace

void ProfileCounter::add(const events::Record& record) {
  std::visit(Overloaded{
                 [this](const events::SampleRecord& sample) { count(sample); },
                 [this](const events::MapRecord& map) { spaces_.add(map); },
                 [this](const events::CommRecord& comm) {
                   spaces_.add(comm);
                   comms_[comm.pid] = comm.name;
                 },
                 [this](const events::ForkRecord& fork) {
                   spaces_.add(fork);
                   const auto parent = comms_.find(fork.parent);
                   if (parent != comms_.end()) comms_[fork.pid] = std::string(parent->second);
                 },
                 [this](const events::ExitRecord& exit) { spaces_.add(exit); },
                 [this](const events::LostRecord& lost) { lost_ += lost.count; },
                 [this](const events::ThrottleRecord&) { ++throttled_; },
             },
             record.what);
}

void ProfileCounter::count(const events::SampleRecord& sample) {
  Stack stack;
  const auto comm = comms_.find(sample.pid);
  if (comm != comms_.end()) stack.comm = comm->second;
  for (const auto& place : sample.chain) stack.frames.push_back(frame_of(sample.pid, place));
  ++stacks_[std::move(stack)];
  ++samples_;
}

std::uint32_t ProfileCounter::index_of(const MappedCode& code) {
  const auto path = path_of(code);
  const auto [place, is_new] =
      file_index_.try_emplace(path, static_cast<std::uint32_t>(files_.size()) + kFirstFile);
  if (is_new) {
    files_.push_back(code);
    files_.back().path = path;
  }
  return place->second;
}

ProfileCounter::Frame ProfileCounter::frame_of(std::uint32_t pid,
                                               const events::SampledPlace& place) {
  if (place.mode == events::SampledMode::kKernel) return {.file = kKernel, .place = place.address};
  const auto* code = spaces_.at(pid, place.address);
  if (code == nullptr) return {.file = kNowhere, .place = 0};
  return {.file = index_of(*code), .place = place.address - code->address + code->offset};
}

ProfileCounter::Named ProfileCounter::name_of(const Frame& frame, Symbols& symbols) const {
  if (frame.file == kKernel) {
    const auto* symbol = symbols.kernel ? symbols.kernel->at(frame.place) : nullptr;
    if (symbol == nullptr) return {.dso = "[kernel]", .symbol = ""};
    return {.dso = symbol->module.empty() ? "[kernel]" : "[" + symbol->module + "]",
            .symbol = symbol->name};
  }
  if (frame.file == kNowhere) return {.dso = "[anonymous]", .symbol = ""};
  const auto& file = files_[frame.file - kFirstFile];
  if (file.path.starts_with("//")) return {.dso = "[anonymous]", .symbol = ""};
  return {.dso = file.path, .symbol = symbols.user.name_at(file, frame.place)};
}

std::vector<model::ProfileRow> ProfileCounter::rows(std::uint32_t sample, Symbols& symbols) const {
  std::map<Named, std::uint64_t> counts;
  for (const auto& [stack, count] : stacks_)
    counts[name_of(stack.frames.front(), symbols)] += count;
  std::vector<model::ProfileRow> rows;
  for (const auto& [named, count] : counts)
    rows.push_back({.sample = sample, .dso = named.dso, .symbol = named.symbol, .count = count});
  std::ranges::stable_sort(rows, std::ranges::greater(), &model::ProfileRow::count);
  return rows;
}

std::vector<StackCount> ProfileCounter::stacks(Symbols& symbols) const {
  std::map<std::vector<std::string>, std::uint64_t> counts;
  for (const auto& [stack, count] : stacks_) {
    std::vector<std::string> frames = {stack.comm.empty() ? "[unknown]" : stack.comm};
    for (const auto& frame : std::views::reverse(stack.frames)) {
      const auto named = name_of(frame, symbols);
      frames.push_back(named.symbol.empty() ? named.dso : named.symbol);
    }
    counts[frames] += count;
  }
  std::vector<StackCount> stacks;
  for (const auto& [frames, count] : counts) stacks.push_back({.frames = frames, .count = count});
  return stacks;
}

}  // namespace kab::inspect
