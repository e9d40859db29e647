// Elements of the page. Every text from outside becomes a text node or an attribute here, with what
// would command a terminal or turn the line around made visible; nothing is ever parsed as HTML.

const kSvg = "http://www.w3.org/2000/svg";

/** Control and formatting characters as "\x1b" or "\u202e"; line ends and tabs as they are. */
export function visible(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, (one) => {
    if (one === "\n" || one === "\t") return one;
    const code = one.codePointAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : visible(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
  return node;
}

/** <tag attributes>children</tag>; an attribute "onclick" is a listener. */
export const el = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** The same in SVG. */
export const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS(kSvg, tag), attributes, children);

/** A table that scrolls by itself where it is too wide, and can be scrolled by keyboard. */
export function scrolling(label, table) {
  return el("div", {class: "scroll", role: "group", tabindex: "0", "aria-label": label}, table);
}
