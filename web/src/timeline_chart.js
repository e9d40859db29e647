// Samples over time: drift, steps and odd samples are seen here before they are told.
import {axisX, axisY, dot, gridY, lineY, link, ruleX} from "@observablehq/plot";
import {domainOf, drawn, kMostPoints} from "./charts.js";
import {lookOf} from "./looks.js";
import {fixed, inUnit} from "./numbers.js";
import {columnsOf, runningMedian} from "./thinned.js";

/** Seconds where every side has them and one session, else the order of the values. */
export function hasTimes(sides) {
  return sides.every((side) => side.seconds && new Set(side.sessions ?? [0]).size === 1);
}

function detail(side, i, scale) {
  const parts = [`${side.label}, value ${i + 1}${side.marked.has(i) ? ": outlier" : ""}`, inUnit(scale, side.values[i])];
  if (side.seconds) parts.push(`started at ${fixed(side.seconds[i], 1)} s`);
  if (side.blocks && new Set(side.blocks).size > 1)
    parts.push(`block ${side.blocks[i] + 1}${side.positions ? `, position ${side.positions[i] + 1}` : ""}`);
  return parts.join("\n");
}

export function timelineChart(series, sides, events, width) {
  const {scale} = series;
  const timed = hasTimes(sides);
  const domain = domainOf(sides.map((side) => side.values.map((value) => value / scale.divisor)));
  const clamp = (value) => Math.max(domain.low, Math.min(domain.high, value));
  const points = sides.map((side, at) =>
    side.values.map((value, i) => ({at, i, x: timed ? side.seconds[i] : i + 1, y: value / scale.divisor})));
  const many = points.reduce((sum, list) => sum + list.length, 0) > kMostPoints;
  const look = (one) => lookOf(sides[one.at], one.at);
  const columns = many
    ? points.flatMap((list, at) => columnsOf(list, Math.min(240, Math.floor(width / 4))).map((one) => ({...one, at})))
    : [];
  const lines = many
    ? columns.map((one) => ({at: one.at, x: one.x, y: one.median}))
    : points.flatMap((list, at) => runningMedian(list).map((one) => ({...one, at})));
  const middles = sides.map((side) => side.median / scale.divisor);
  const marked = sides.flatMap((side, at) => {
    const list = side.outliers.map((i) => points[at][i]);
    return list.sort((a, b) => Math.abs(b.y - middles[at]) - Math.abs(a.y - middles[at])).slice(0, many ? 20 : 100);
  });
  const unit = scale.unit || series.unit;
  const words = `${sides.map((side) => side.label).join(", ")} over ${timed ? "time" : "their order"}`;
  const line = {x: "x", y: (one) => clamp(one.y), z: "at", stroke: (one) => look(one).colour, strokeWidth: 1.8};
  const symbol = {range: ["circle", "square", "triangle", "diamond", "star", "wye", "cross"]};
  return drawn(`Samples: ${words}.`, {
    width,
    height: Math.max(220, Math.min(300, width * 0.42)),
    marginLeft: 56,
    marginBottom: 36,
    marginTop: 26,
    x: {label: timed ? "seconds since the start" : "order of the values", labelArrow: "none"},
    y: {domain: [domain.low, domain.high], label: unit},
    symbol: {domain: symbol.range, range: symbol.range},
    marks: [
      gridY({stroke: "var(--grid)", strokeOpacity: 1}),
      axisX({label: timed ? "seconds since the start" : "order of the values", labelArrow: "none"}),
      axisY({label: unit, labelArrow: "none", tickFormat: (value) => value.toLocaleString("en-US")}),
      timed && ruleX(events, {x: (event) => event.at_ms / 1000, stroke: "var(--mark)", strokeDasharray: "2,3",
        title: (event) => `${event.code}\n${event.text}`, tip: true}),
      many && link(columns, {x1: "x", x2: "x", y1: (one) => clamp(one.low), y2: (one) => clamp(one.high), stroke: (one) => look(one).colour, strokeOpacity: 0.35}),
      !many && dot(points.flat(), {x: "x", y: (one) => clamp(one.y), r: 3, symbol: (one) => look(one).shape, stroke: (one) => look(one).colour,
        fill: (one) => (look(one).hollow ? "none" : look(one).colour), fillOpacity: 0.7, strokeWidth: 1,
        title: (one) => detail(sides[one.at], one.i, scale), tip: true}),
      lineY(lines.filter((one) => !look(one).hollow), line),
      lineY(lines.filter((one) => look(one).hollow), {...line, strokeDasharray: "5,3"}),
      dot(marked, {x: "x", y: (one) => clamp(one.y), r: many ? 4 : 6.5, stroke: "var(--mark)", strokeWidth: 1.6,
        title: many ? (one) => detail(sides[one.at], one.i, scale) : undefined, tip: many}),
    ].filter(Boolean),
  });
}
