// Debian's kernels in QEMU, from kab's command line: what holds of real guests and cannot be
// played. KAB_KERNEL_OLD is a vmlinuz of the 6.1 series, KAB_KERNEL_NEW one of 6.12 (./do
// check-guest).
#pragma once

#include <cstdlib>
#include <string>

#include "cli/kab.h"

namespace kab::cli {

class RealGuests : public KabTest {
 protected:
  void SetUp() override {
    const char* old_kernel = std::getenv("KAB_KERNEL_OLD");
    const char* new_kernel = std::getenv("KAB_KERNEL_NEW");
    ASSERT_TRUE(old_kernel != nullptr && new_kernel != nullptr) << "see ./do check-guest";
    old_ = old_kernel;
    new_ = new_kernel;
  }

  Words trial(const std::string& base, const std::string& other, const Words& more) const {
    Words words = {"trial", "--json", "--seed", "7", "-a", "base:" + base, "-a", "other:" + other};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  // The comparison of a workload in a metric.
  static model::Json comparison(const model::Json& document, const std::string& workload,
                                const std::string& metric = "instructions",
                                const std::string& abi = "x86_64") {
    for (const auto& one : document["comparisons"])
      if (one["workload"] == workload && one["metric"] == metric && one["abi"] == abi) return one;
    return model::Json::object();
  }

  // What a function of one workload gained; nothing where it is the same in every boot.
  static double gain_of(const model::Json& document, const std::string& workload,
                        const std::string& function) {
    for (const auto& one : document["functions"])
      for (const auto& change : one["changed"])
        if (one["workload"] == workload && change["function"] == function)
          return change["instructions"]["arm"].get<double>() -
                 change["instructions"]["baseline"].get<double>();
    return 0;
  }

  std::string old_;
  std::string new_;
};

}  // namespace kab::cli
