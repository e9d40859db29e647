#include "report/page_html.h"

#include "report/formats.h"
#include "report/head.h"
#include "report/visible.h"

namespace kab::report {
namespace {

std::string_view entity_of(char character) {
  switch (character) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

std::string_view unicode_escape_of(char character) {
  switch (character) {
    case '&':
      return "\\u0026";
    case '<':
      return "\\u003c";
    case '>':
      return "\\u003e";
    default:
      return {};
  }
}

template <class Replacement>
std::string replaced(std::string_view text, Replacement replacement) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (const char character : text) {
    const std::string_view other = replacement(character);
    if (other.empty()) {
      out += character;
    } else {
      out += other;
    }
  }
  return out;
}

std::string policy_of(const PageBundle& bundle) {
  return "default-src 'none'; script-src '" + bundle.script_hash + "'; style-src '" +
         bundle.style_hash +
         "'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
         "trusted-types 'none'";
}

std::string head_of(const PageContent& content, const PageBundle& bundle) {
  const auto title = html_escaped(visible(headline(content.judgement), Glyphs::kUnicode));
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy_of(bundle) +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
         title + " – kab report</title>\n<style>" + bundle.style + "</style>\n</head>\n";
}

// The report of a terminal, for readers whose browser runs no script.
std::string without_script(const model::Judgement& judgement) {
  return "<noscript><p>Charts, sorting and downloads need JavaScript; this is the report without "
         "them.</p>\n<pre>" +
         html_escaped(render_text(judgement, {})) + "</pre></noscript>\n";
}

}  // namespace

std::string html_escaped(std::string_view text) { return replaced(text, entity_of); }

// Of what is not ASCII, U+2028 and U+2029 among it, the JSON is to be free already.
std::string script_escaped(std::string_view json) { return replaced(json, unicode_escape_of); }

std::string page_html(const PageContent& content, const PageBundle& bundle) {
  constexpr int kOneLine = -1;
  constexpr bool kAscii = true;
  const auto json =
      page_data(content).dump(kOneLine, ' ', kAscii, model::Json::error_handler_t::replace);
  return head_of(content, bundle) + "<body>\n" + without_script(content.judgement) +
         "<div id=\"page\"></div>\n<script type=\"application/json\" id=\"kab-data\">" +
         script_escaped(json) + "</script>\n<script>" + bundle.script +
         "</script>\n</body>\n</html>\n";
}

}  // namespace kab::report
