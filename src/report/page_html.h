// The page of kab report: one HTML file that needs nothing else.
#pragma once

#include <string>
#include <string_view>

#include "report/page_bundle.h"
#include "report/page_data.h"

namespace kab::report {

/// The whole page. Its content policy allows the bundle's script and style by their hashes, and
/// nothing else: no network, no evaluation, no other script or style.
std::string page_html(const PageContent& content, const PageBundle& bundle);

/// `text` for HTML, in an element or in a quoted attribute. Control characters other than tab and
/// newline are to be made visible before.
std::string html_escaped(std::string_view text);

/// `json` for a script element: no "<", ">", "&", nor the line ends of JavaScript that JSON allows,
/// so that nothing in it ends the element.
std::string script_escaped(std::string_view json);

}  // namespace kab::report
