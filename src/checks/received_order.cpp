#include "checks/received_order.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace kab::checks {
namespace {

struct Header {
  std::uint32_t sender = 0;
  std::uint32_t length = 0;
  std::uint64_t place = 0;
};

std::string named(std::uint32_t sender, std::uint64_t place) {
  return "sender " + std::to_string(sender) + ", message " + std::to_string(place);
}

}  // namespace

Message::Message(std::uint32_t sender, std::uint64_t place) {
  constexpr std::uint64_t kMostMore = kLongest - sizeof(Header);
  // A prime step, so that lengths that follow one another differ.
  const std::size_t more =
      static_cast<std::size_t>((place * 61 + std::uint64_t{sender} * 17) % kMostMore);
  bytes_.resize(sizeof(Header) + more);
  const Header header{
      .sender = sender, .length = static_cast<std::uint32_t>(bytes_.size()), .place = place};
  std::memcpy(bytes_.data(), &header, sizeof header);
  for (std::size_t i = sizeof header; i < bytes_.size(); ++i)
    bytes_[i] = static_cast<char>((place + std::uint64_t{i} * 7 + sender) % 251);
}

ReceivedOrder::ReceivedOrder(std::size_t senders, Complaints& complaints)
    : senders_(senders), complaints_(&complaints) {}

void ReceivedOrder::arrived(std::span<const char> bytes) {
  Header header;
  if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
  if (bytes.size() < sizeof header || header.sender >= senders_.size()) {
    complaints_->add("a message of " + std::to_string(bytes.size()) + " bytes that nobody sent");
    return;
  }
  const Message sent(header.sender, header.place);
  if (!std::ranges::equal(bytes, sent.bytes()))
    complaints_->add(named(header.sender, header.place) + ": arrived altered, " +
                     std::to_string(bytes.size()) + " of " + std::to_string(sent.bytes().size()) +
                     " bytes");
  place(header.sender, header.place);
}

void ReceivedOrder::place(std::uint32_t sender, std::uint64_t at) {
  // More than this at once is no gap but an altered number.
  constexpr std::uint64_t kLargestGap = 10'000;
  Sender& own = senders_[sender];
  if (at == own.next) {
    ++own.next;
    ++distinct_;
  } else if (at > own.next) {
    const std::uint64_t gap_ends = std::min(at, own.next + kLargestGap);
    for (std::uint64_t lost = own.next; lost < gap_ends; ++lost) own.missing.insert(lost);
    own.next = at + 1;
    ++distinct_;
  } else if (own.missing.erase(at) == 1) {
    ++distinct_;
    complaints_->add(named(sender, at) + ": arrived after message " + std::to_string(own.next - 1));
  } else {
    complaints_->add(named(sender, at) + ": arrived twice");
  }
}

void ReceivedOrder::end(std::uint64_t each) {
  for (std::uint32_t sender = 0; sender < senders_.size(); ++sender) {
    for (const std::uint64_t lost : senders_[sender].missing)
      complaints_->add(named(sender, lost) + ": lost");
    for (std::uint64_t lost = senders_[sender].next; lost < each; ++lost)
      complaints_->add(named(sender, lost) + ": lost");
  }
}

}  // namespace kab::checks
