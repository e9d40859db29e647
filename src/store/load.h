// Reads a recording back.
#pragma once

#include <string>

#include "base/result.h"
#include "model/recording.h"

namespace kab::store {

/// Whether the file starts as an SQLite database does (so: worth trying load).
bool looks_like_recording(const std::string& path);

/// The whole recording. kInput when the file does not exist, is no recording, is truncated or
/// damaged, or has a newer schema (then the kab version that wrote it is named). Opens read-only; a
/// recording that is still being written can be read.
Result<model::Recording> load(const std::string& path);

}  // namespace kab::store
