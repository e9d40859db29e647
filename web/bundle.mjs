// bundle.mjs SOURCES FOLDER: one script and one style sheet from SOURCES, with FOLDER/node_modules,
// written to FOLDER/page_bundle.cpp as text that the compiler takes, beside their hashes.
import {createHash} from "node:crypto";
import {createRequire} from "node:module";
import {writeFileSync} from "node:fs";
import {join, resolve} from "node:path";

const [sources, folder] = process.argv.slice(2).map((path) => resolve(path));
const {build} = createRequire(join(folder, "package.json"))("esbuild");

/** The only output of a bundle, as text. */
async function bundled(entry, more) {
  const made = await build({
    entryPoints: [join(sources, entry)],
    bundle: true,
    minify: true,
    charset: "utf8",
    legalComments: "inline",
    logLevel: "warning",
    nodePaths: [join(folder, "node_modules")],
    write: false,
    ...more,
  });
  return made.outputFiles[0].text;
}

/** A C++ string literal a piece of its UTF-8 bytes: compilers need not take long ones. */
function literals(text) {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 8000) {
    const escaped = bytes.slice(at, at + 8000).replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")
      .replace(/\?/g, "\\?").replace(/[^\x20-\x7e]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`);
    pieces.push(`    "${escaped}"`);
  }
  return pieces.join(",\n");
}

const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

function text_in(name, text) {
  return `constexpr std::string_view ${name}[] = {\n${literals(text)}};\n`;
}

const script = await bundled("main.js", {format: "iife", target: "es2022"});
const style = await bundled("page.css", {});
for (const text of [script, style])
  if (/<\/(script|style)/i.test(text)) throw new Error("the bundle would end its own element");

writeFileSync(join(folder, "page_bundle.cpp"), `// Made by web/bundle.mjs.
#include "report/page_bundle.h"

#include <string_view>

namespace kab::report {
namespace {

${text_in("kScript", script)}
${text_in("kStyle", style)}
template <class Parts>
std::string whole(const Parts& parts) {
  std::string text;
  for (const auto part : parts) text += part;
  return text;
}

}  // namespace

std::optional<PageBundle> page_bundle() {
  return PageBundle{.script = whole(kScript),
                    .style = whole(kStyle),
                    .script_hash = "${hash(script)}",
                    .style_hash = "${hash(style)}"};
}

}  // namespace kab::report
`);
