// What the charts mark, as a list that can be read without a mouse: outliers, and modes.
import {el, scrolling} from "./dom.js";
import {fixed, inUnit, percent, plural} from "./numbers.js";

const kMost = 40;

export function markedValues(series, sides) {
  const all = sides.flatMap((side) => side.outliers.map((i) => ({side, i, off: side.median ? side.values[i] / side.median - 1 : null})));
  all.sort((a, b) => Math.abs(b.off) - Math.abs(a.off));
  if (all.length === 0) return null;
  const known = (list) => sides.some((side) => side[list]);
  const row = ({side, i, off}) =>
    el("tr", {}, el("td", {}, side.label), el("td", {class: "number"}, fixed(i + 1, 0)), el("td", {class: "number"}, inUnit(series.scale, side.values[i])),
      el("td", {class: "number"}, percent(off)), known("seconds") && el("td", {class: "number"}, side.seconds ? `${fixed(side.seconds[i], 1)} s` : "–"),
      known("positions") && el("td", {class: "number"}, side.blocks ? fixed(side.blocks[i] + 1, 0) : "–"),
      known("positions") && el("td", {class: "number"}, side.positions ? fixed(side.positions[i] + 1, 0) : "–"));
  const heads = ["Side", "Value no.", "Value", "From the median", known("seconds") && "At", known("positions") && "Block", known("positions") && "Position"];
  return el("details", {},
    el("summary", {}, `${plural(all.length, "outlier")}, none dropped`),
    scrolling("Outliers", el("table", {}, el("thead", {}, el("tr", {}, heads.filter(Boolean).map((head, at) => el("th", {scope: "col", class: at > 0 ? "number" : null}, head)))),
      el("tbody", {}, all.slice(0, kMost).map(row)))),
    all.length > kMost && el("p", {class: "note"}, `The ${kMost} furthest from their median; the downloads hold all.`));
}
