#include "report/format.h"

#include <array>
#include <vector>

#include "base/text.h"
#include "report/by_function.h"
#include "report/formats.h"

namespace kab::report {
namespace {

constexpr std::array kFormats = {Format::kText,  Format::kMail,     Format::kCsv,   Format::kJson,
                                 Format::kJunit, Format::kMarkdown, Format::kFolded};

}  // namespace

std::string_view text_of(Format format) {
  switch (format) {
    case Format::kText:
      return "text";
    case Format::kMail:
      return "mail";
    case Format::kCsv:
      return "csv";
    case Format::kJson:
      return "json";
    case Format::kJunit:
      return "junit";
    case Format::kMarkdown:
      return "markdown";
    case Format::kFolded:
      return "folded";
  }
  return "text";
}

Result<Format> parse_format(std::string_view text) {
  std::vector<std::string_view> names;
  for (const auto format : kFormats) {
    if (text == text_of(format)) return format;
    names.push_back(text_of(format));
  }
  if (const auto near = nearest(text, names); !near.empty())
    return fail_input("--format " + in_quotes(text) + " is not known; did you mean " +
                      std::string(near) + "?");
  return fail_input("--format " + in_quotes(text) +
                    " is not known; say text, mail, csv, json, junit, markdown or folded");
}

std::string render(const model::Judgement& judgement, Format format, const RenderOptions& options) {
  switch (format) {
    case Format::kText:
      return render_text(judgement, options);
    case Format::kMail:
      return render_mail(judgement);
    case Format::kCsv:
      return render_csv(judgement);
    case Format::kJson:
      return render_json(judgement);
    case Format::kJunit:
      return render_junit(judgement);
    case Format::kMarkdown:
      return render_markdown(judgement, options);
    case Format::kFolded:
      return by_function_folded(judgement.functions);
  }
  return {};
}

}  // namespace kab::report
