#include "guest/count_format.h"

namespace kab::guest {
namespace {

// LEB128: seven bits a byte, the lowest first.
void append(std::string& out, std::uint64_t number) {
  while (number >= 0x80) {
    out += static_cast<char>((number & 0x7f) | 0x80);
    number >>= 7;
  }
  out += static_cast<char>(number);
}

void append(std::string& out, const AddressCounts& counts) {
  append(out, counts.size());
  std::uint64_t before = 0;
  for (const auto& [address, count] : counts) {
    append(out, address - before);
    append(out, count);
    before = address;
  }
}

}  // namespace

std::string encode(const CountedRegion& region) {
  std::string body;
  for (const auto number : {region.order, region.region, region.user, region.kernel,
                            region.user_strings, region.kernel_strings})
    append(body, number);
  append(body, region.addresses);
  append(body, region.strings);
  std::string record;
  append(record, body.size());
  return record + body;
}

}  // namespace kab::guest
