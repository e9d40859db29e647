#include "checks/complaints.h"

#include <utility>

namespace kab::checks {
namespace {

constexpr std::size_t kInWords = 8;

}  // namespace

void Complaints::add(std::string line) {
  const std::scoped_lock lock(mutex_);
  ++count_;
  if (first_.size() < kInWords) first_.push_back(std::move(line));
}

bool Complaints::none() const {
  const std::scoped_lock lock(mutex_);
  return count_ == 0;
}

std::vector<std::string> Complaints::lines() const {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> all = first_;
  if (count_ > all.size())
    all.push_back("and " + std::to_string(count_ - all.size()) + " more of this kind");
  return all;
}

}  // namespace kab::checks
