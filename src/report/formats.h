// One function a format; each lives in format_<name>.cpp, escapes for its own format, and ends its
// document with a newline.
#pragma once

#include <string>

#include "model/judgement.h"
#include "report/options.h"

namespace kab::report {

/// For people at a terminal. Lines keep to options.columns, except commands meant to be copied.
std::string render_text(const model::Judgement& judgement, const RenderOptions& options);

/// For a plain-text mailing list: ASCII, no line over kMailColumns, room for two "> " of quoting;
/// the last paragraph fits a commit message.
std::string render_mail(const model::Judgement& judgement);
constexpr int kMailColumns = 75;

/// RFC 4180: CRLF, a header row, one row a comparison. An empty cell is "none". Text from outside
/// that a spreadsheet would take for a formula gets an apostrophe in front.
std::string render_csv(const model::Judgement& judgement);

/// One document, as docs/judgement.schema.json describes it. Never NaN or Infinity.
std::string render_json(const model::Judgement& judgement);

/// JUnit XML: one test case a comparison; slower fails, undecided is skipped, the rest pass.
std::string render_junit(const model::Judgement& judgement);

/// A GitHub-flavoured table and the qualifications as a list.
std::string render_markdown(const model::Judgement& judgement, const RenderOptions& options);

}  // namespace kab::report
