#include "guest/plugin/tally.h"

#include "guest/plugin/instruction.h"

namespace kab::guest {
namespace {

std::uint64_t sum(const AddressCounts& counts) {
  std::uint64_t total = 0;
  for (const auto& [address, count] : counts) total += count;
  return total;
}

}  // namespace

std::uint64_t* Tally::executions(std::uint64_t address) {
  return is_kernel(address) ? kernel_.at(address) : &user_;
}

StringSite* Tally::string_at(std::uint64_t address) {
  auto& site = strings_[address];
  if (!site) {
    auto* half_iterations =
        is_kernel(address) ? kernel_half_iterations_.at(address) : &user_half_iterations_;
    site = std::make_unique<StringSite>(StringSite{
        .tally = this, .executions = executions(address), .half_iterations = half_iterations});
  }
  return site.get();
}

void Tally::start(StringSite& site) const {
  ++*site.executions;
  site.last_block = blocks_;
}

void Tally::step(StringSite& site) const {
  if (blocks_ != site.last_block + 1) return start(site);
  site.last_block = blocks_;
}

void Tally::reached(wire::Mark mark) {
  switch (mark) {
    case wire::Mark::kOrder:
      ++orders_;
      regions_ = 0;
      region_ = Region::kClosed;
      return;
    case wire::Mark::kBegin:
      return begin();
    case wire::Mark::kEnd:
      return end();
  }
}

void Tally::begin() {
  kernel_.clear();
  kernel_half_iterations_.clear();
  user_ = 0;
  user_half_iterations_ = 0;
  region_ = Region::kOpen;
}

void Tally::end() {
  if (region_ == Region::kClosed) return;
  region_ = Region::kClosed;
  CountedRegion found{.order = orders_ == 0 ? 0 : orders_ - 1,
                      .region = regions_++,
                      .user = user_,
                      .user_strings = user_half_iterations_ / 2,
                      .addresses = kernel_.counted(),
                      .strings = kernel_half_iterations_.counted()};
  for (auto& [address, half_iterations] : found.strings) half_iterations /= 2;
  found.kernel = sum(found.addresses);
  found.kernel_strings = sum(found.strings);
  take_(found);
}

}  // namespace kab::guest
