#include "guest/plugin/counters.h"

#include <algorithm>

namespace kab::guest {

std::uint64_t* Counters::at(std::uint64_t address) {
  const auto [found, is_new] = slots_.try_emplace(address, addresses_.size());
  if (is_new) {
    if (addresses_.size() % kChunk == 0) chunks_.push_back(std::make_unique<Chunk>());
    addresses_.push_back(address);
  }
  return &(*chunks_[found->second / kChunk])[found->second % kChunk];
}

void Counters::clear() {
  for (const auto& chunk : chunks_) chunk->fill(0);
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Counters::counted() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (std::size_t slot = 0; slot < addresses_.size(); ++slot)
    if (const auto count = (*chunks_[slot / kChunk])[slot % kChunk]; count != 0)
      found.emplace_back(addresses_[slot], count);
  std::ranges::sort(found);
  return found;
}

}  // namespace kab::guest
