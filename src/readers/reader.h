// Other tools' files into samples: what a reader is, and what it gives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/judgement.h"
#include "model/metric.h"

namespace kab::readers {

/// The samples of one benchmark in one metric, in the file's order.
struct SampleSet {
  std::string benchmark;         // the name that is matched with the other file's
  model::Metric metric;          // unit empty: the file does not say one
  bool direction_known = false;  // false: metric.better means nothing
  std::vector<double> values;    // finite
  std::vector<std::uint32_t>
      groups;        // empty, or one for each value: the process or session it is of
  std::string note;  // where in the file it came from, for a reader of the report
};

/// What a file holds. `remarks` say what was left out, and why.
struct SampleFile {
  std::string reader;
  std::vector<SampleSet> sets;
  std::vector<model::Remark> remarks;
};

enum class Invalid { kRefuse, kSkip };  // nan and inf

struct Options {
  std::string reader = {};  // empty: by content
  Invalid invalid = Invalid::kRefuse;
  std::string unit = {};  // for sets without one
  std::optional<model::Better> better = {};
  std::string column = {};  // name, or number from 1; empty: the reader's choice
};

/// A file's content as readers see it: UTF-8, lines that end in '\n', no byte order mark.
struct Input {
  std::string_view text;
  std::string name;  // for messages and, without its folder, for a benchmark that has no name
  std::size_t room_behind = 0;  // bytes behind the text that may be read, whatever they hold
};

enum class Confidence { kNo, kPossible, kLikely, kCertain };

/// One kind of file. Its source file is named like it and defines `Reader <name>_reader()`.
struct Reader {
  std::string_view name;
  std::string_view summary;
  Confidence (*recognises)(const Input&) = nullptr;
  Result<SampleFile> (*read)(const Input&, const Options&) = nullptr;
};

/// "a/b.csv" -> "b.csv".
std::string file_name_of(const Input& input);

}  // namespace kab::readers
