// The one entry: a file of another tool, whichever it is, into samples.
#pragma once

#include <string>

#include "readers/reader.h"

namespace kab::readers {

/// Reads `path`, or standard input for "-", with the reader that is surest of it (or the one that
/// `options` names). kInput, with file and line where there is one, when the file cannot be read,
/// is of no known kind, holds no samples, or holds a value that is no finite number.
Result<SampleFile> read_samples(const std::string& path, const Options& options);

/// The same for bytes that are already there; `name` stands in messages.
Result<SampleFile> read_samples_of(std::string bytes, const std::string& name,
                                   const Options& options);

}  // namespace kab::readers
