// The formats a judgement can be written in: names, and the way to each.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/judgement.h"
#include "report/options.h"

namespace kab::report {

enum class Format { kText, kMail, kCsv, kJson, kJunit, kMarkdown, kFolded };

std::string_view text_of(
    Format format);  // "text" | "mail" | "csv" | "json" | "junit" | "markdown" | "folded"

/// The format of that name; kInput names the near one, or all of them.
Result<Format> parse_format(std::string_view text);

/// The whole document, ending in a newline. `options` count for text and markdown (glyphs) and for
/// text alone (colour, columns); mail is always ASCII and under 80 columns.
std::string render(const model::Judgement& judgement, Format format, const RenderOptions& options);

}  // namespace kab::report
