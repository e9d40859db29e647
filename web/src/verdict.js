// A verdict as a word with its sign and colour.
import {el} from "./dom.js";
import {kVerdicts} from "./looks.js";

export function verdictMark(verdict) {
  const sign = kVerdicts[verdict]?.sign ?? "";
  return el("span", {class: `verdict ${verdict}`}, el("span", {"aria-hidden": "true"}, sign), ` ${verdict}`);
}
