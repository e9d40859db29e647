// Which colour and shape stands for which side: once a section, above its charts.
import {el, svg} from "./dom.js";
import {lookOf} from "./looks.js";
import {inUnit, plural} from "./numbers.js";

const kPaths = {
  circle: "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0",
  square: "M-3.6,-3.6h7.2v7.2h-7.2z",
  triangle: "M0,-4.6L4.4,3.4H-4.4z",
  diamond: "M0,-5L4,0L0,5L-4,0z",
  star: "M0,-5L1.3,-1.5L5,-1.5L2,0.8L3,4.4L0,2.2L-3,4.4L-2,0.8L-5,-1.5L-1.3,-1.5z",
  wye: "M-1.4,4.5V0.8L-4.6,-1L-3.2,-3.4L0,-1.6L3.2,-3.4L4.6,-1L1.4,0.8V4.5z",
  cross: "M-1.5,-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
};

export function sideMark(look) {
  return svg("svg", {class: "side-mark", width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true"},
    svg("path", {d: kPaths[look.shape] ?? kPaths.circle, stroke: look.colour, "stroke-width": 1.5,
      fill: look.hollow ? "none" : look.colour}));
}

export function sidesKey(series, sides) {
  return el("ul", {class: "sides-key"}, sides.map((side, at) =>
    el("li", {}, sideMark(lookOf(side, at)), el("strong", {}, side.label), ` median ${inUnit(series.scale, side.median)}, `,
      plural(side.taken, "value"), side.failed > 0 && `, ${side.failed} failed`)));
}
