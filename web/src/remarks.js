// Remarks and warnings: a code that scripts know, and a sentence.
import {el} from "./dom.js";

export function remarkList(remarks, more = {}) {
  if (remarks.length === 0) return null;
  return el("ul", {class: "remarks", ...more}, remarks.map((remark) => el("li", {}, el("span", {class: "code"}, remark.code), " ", remark.text)));
}
