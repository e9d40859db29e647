// The sets of a file while it is read: found again by benchmark and metric, in order of appearance.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "readers/reader.h"

namespace kab::readers {

class SampleSets {
 public:
  /// The set of this benchmark and metric, made (with the direction known) at its first use. The
  /// reference is good until the next call.
  SampleSet& at(std::string_view benchmark, const model::Metric& metric) {
    return sets_[index_of(benchmark, metric)];
  }

  /// The place of that set among all, which stays good; for who has the next value of the same one.
  std::size_t index_of(std::string_view benchmark, const model::Metric& metric);
  SampleSet& operator[](std::size_t index) { return sets_[index]; }
  std::size_t size() const { return sets_.size(); }

  std::vector<SampleSet> take() { return std::move(sets_); }

 private:
  std::vector<SampleSet> sets_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace kab::readers
