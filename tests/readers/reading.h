// Shorthand for the tests of the readers: text in, sets or the error's message out.
#pragma once

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "readers/read_samples.h"

namespace kab::readers {

/// The file that `text` makes under `name`; an error fails the test and gives an empty file.
inline SampleFile read_text(const std::string& text, const std::string& name,
                            const Options& options = {}) {
  auto file = read_samples_of(text, name, options);
  if (file) return std::move(*file);
  ADD_FAILURE() << file.error().message;
  return {};
}

/// The set of this benchmark and metric; a missing one fails the test and is empty.
inline SampleSet set_of(const SampleFile& file, const std::string& benchmark,
                        const std::string& metric) {
  for (const auto& set : file.sets)
    if (set.benchmark == benchmark && set.metric.name == metric) return set;
  ADD_FAILURE() << "no " << metric << " of " << benchmark;
  return {};
}

/// The text of the remark with this code, or "no such remark".
inline std::string remark_of(const SampleFile& file, const std::string& code) {
  for (const auto& remark : file.remarks)
    if (remark.code == code) return remark.text;
  return "no such remark";
}

/// The values of the only set.
inline std::vector<double> values_of(const std::string& text, const std::string& name,
                                     const Options& options = {}) {
  const auto file = read_text(text, name, options);
  EXPECT_EQ(file.sets.size(), 1U);
  return file.sets.size() == 1 ? file.sets[0].values : std::vector<double>{};
}

/// The message of the error, which must be the user's (kInput) and one line.
inline std::string error_of(const std::string& text, const std::string& name,
                            const Options& options = {}) {
  const auto file = read_samples_of(text, name, options);
  if (file) return "no error";
  EXPECT_EQ(file.error().kind, ErrorKind::kInput);
  EXPECT_EQ(file.error().message.find('\n'), std::string::npos);
  return file.error().message;
}

}  // namespace kab::readers
