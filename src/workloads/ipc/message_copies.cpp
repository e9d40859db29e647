// A message lies in the buffer's head, which is a slab object, or in pages behind it. Writing goes
// by skb_copy_datagram_from_iter(): copy_from_iter() into the head asks check_copy_size(),
// copy_page_from_iter() into pages does not. Reading goes by simple_copy_to_iter() for both, whose
// copy_to_iter() asks. A pipe has pages only (copy_page_from_iter(), copy_page_to_iter()).
#include "workloads/ipc/message_copies.h"

#include <algorithm>
#include <cstdint>

namespace kab::workloads {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kSharedInfo = 320;  // struct skb_shared_info, at the end of the head

std::uint64_t whole_pages(std::uint64_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

/// What unix_stream_sendmsg() and unix_dgram_sendmsg() put into pages of a message that is longer
/// than `largest_head`.
std::uint64_t bytes_in_pages(std::uint64_t size, std::uint64_t largest_head) {
  return size <= largest_head ? 0 : std::min(size, whole_pages(size - largest_head));
}

std::vector<UserCopy> socket_copies(std::uint64_t size, std::uint64_t largest_head) {
  const std::uint64_t paged = bytes_in_pages(size, largest_head);
  const std::uint64_t head = size - paged;
  std::vector<UserCopy> copies;
  if (head > 0) copies.push_back({.what = "message written", .bytes = static_cast<double>(head)});
  if (paged > 0)
    copies.push_back({.what = "message written to pages",
                      .bytes = static_cast<double>(paged),
                      .check = CopyCheck::kPageCache});
  if (head > 0) copies.push_back({.what = "message read", .bytes = static_cast<double>(head)});
  if (paged > 0)
    copies.push_back({.what = "message read from pages", .bytes = static_cast<double>(paged)});
  return copies;
}

}  // namespace

std::vector<UserCopy> copies_of_pipe(const ParamValues& params) {
  const auto size = static_cast<double>(params.number("size"));
  return {{.what = "message written", .bytes = size, .check = CopyCheck::kPageCache},
          {.what = "message read", .bytes = size, .check = CopyCheck::kPageCache}};
}

std::vector<UserCopy> copies_of_unix_stream(const ParamValues& params) {
  constexpr std::uint64_t kLargestHead = kPage - kSharedInfo;  // SKB_MAX_HEAD(0)
  return socket_copies(params.number("size"), kLargestHead);
}

std::vector<UserCopy> both_ways(std::vector<UserCopy> copies) {
  for (auto& copy : copies) copy.per_operation *= 2;
  return copies;
}

std::vector<UserCopy> copies_of_unix_datagram(const ParamValues& params) {
  constexpr std::uint64_t kLargestHead = 4 * kPage - kSharedInfo;  // SKB_MAX_ALLOC
  return socket_copies(params.number("size"), kLargestHead);
}

}  // namespace kab::workloads
