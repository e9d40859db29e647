// Parameters of workloads: what one declares, and the values of a request checked against that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kab::workloads {

struct Range {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
};

struct Param {
  std::string_view name;
  std::string_view default_value;
  std::string_view meaning;         // with its unit: "bytes of a message"
  std::optional<Range> range = {};  // a whole number from min to max
  std::string_view choices = {};    // one of these words: "vdso|libc|syscall"
                                    // neither: any text that is not empty
  std::string_view off = "0";       // the value with which it does nothing, not worth showing
};

/// Names and values as somebody gave them.
using GivenParams = std::vector<std::pair<std::string, std::string>>;

/// Every parameter of one workload with a value that was given or is the default; all valid.
class ParamValues {
 public:
  /// Errors (kInput) name the workload, the parameter, the value and its range, and suggest the
  /// nearest parameter where one is not known. Giving one twice is an error too.
  static Result<ParamValues> resolve(std::string_view workload, std::span<const Param> known,
                                     const GivenParams& given);

  /// The value of a parameter that was declared with a range.
  std::uint64_t number(std::string_view name) const;

  /// The value of a declared parameter.
  const std::string& text(std::string_view name) const;

 private:
  GivenParams values_;
};

}  // namespace kab::workloads
