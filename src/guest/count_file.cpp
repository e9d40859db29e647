#include "guest/count_file.h"

#include <optional>

namespace kab::guest {
namespace {

/// Takes numbers off the front of `bytes`; after one that is not whole, everything is nothing.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : bytes_(bytes) {}

  std::optional<std::uint64_t> next() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
    bytes_ = {};
    return std::nullopt;
  }

  std::optional<std::string_view> take(std::uint64_t count) {
    if (count > bytes_.size()) return std::nullopt;
    const auto taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

bool read_into(Numbers& numbers, AddressCounts& counts) {
  const auto count = numbers.next();
  if (!count) return false;
  std::uint64_t address = 0;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto step = numbers.next();
    const auto executed = numbers.next();
    if (!step || !executed) return false;
    address += *step;
    counts.emplace_back(address, *executed);
  }
  return true;
}

std::optional<CountedRegion> region_in(std::string_view record) {
  Numbers numbers(record);
  CountedRegion region;
  for (auto* field : {&region.order, &region.region, &region.user, &region.kernel,
                      &region.user_strings, &region.kernel_strings}) {
    const auto number = numbers.next();
    if (!number) return std::nullopt;
    *field = *number;
  }
  if (!read_into(numbers, region.addresses) || !read_into(numbers, region.strings) ||
      !numbers.empty())
    return std::nullopt;
  return region;
}

}  // namespace

Result<std::vector<CountedRegion>> read_counts(std::string_view bytes) {
  if (!bytes.starts_with(kCountMagic))
    return fail_unavailable(bytes.empty()
                                ? "the counting plugin wrote nothing: QEMU did not load it"
                                : "what the counting plugin wrote is not of this version of kab");
  Numbers records(bytes.substr(kCountMagic.size()));
  std::vector<CountedRegion> regions;
  while (const auto size = records.next()) {
    const auto record = records.take(*size);
    if (!record) break;
    auto region = region_in(*record);
    if (!region) return fail_unavailable("the counting plugin's output is damaged");
    regions.push_back(std::move(*region));
  }
  return regions;
}

}  // namespace kab::guest
