// Samples by their position in the block: who comes first should not be faster for it.
import {axisX, axisY, dot, gridY, lineY, link, ruleY} from "@observablehq/plot";
import {domainOf, drawn, kMostPoints} from "./charts.js";
import {lookOf} from "./looks.js";
import {percent, plural, quantile, sortedCopy} from "./numbers.js";

const kMostGroups = 24;

/** Whether positions are known and differ. */
export const hasPositions = (sides) => new Set(sides.flatMap((side) => [...new Set(side.positions ?? [])])).size > 1;

/** Every value relative to the median of its side, in per cent, with its position from 1. */
function relativePoints(sides) {
  return sides.flatMap((side, at) =>
    side.positions && side.median
      ? side.values.map((value, i) => ({at, i, position: side.positions[i] + 1, y: (value / side.median - 1) * 100}))
      : []);
}

export function positionChart(sides, width) {
  const points = relativePoints(sides);
  const last = Math.max(...points.map((point) => point.position));
  const size = Math.ceil(last / kMostGroups);
  const groupOf = (point) => Math.floor((point.position - 1) / size);
  const groups = Array.from({length: Math.ceil(last / size)}, (_, at) => ({at, values: []}));
  for (const point of points) groups[groupOf(point)].values.push(point.y);
  const found = groups.filter((group) => group.values.length > 0).map((group) => {
    const sorted = sortedCopy(group.values);
    return {x: group.at, low: quantile(sorted, 0.25), median: quantile(sorted, 0.5), high: quantile(sorted, 0.75), n: sorted.length};
  });
  const name = (at) => (size === 1 ? `${at + 1}` : `${at * size + 1}–${Math.min(last, (at + 1) * size)}`);
  const domain = domainOf([points.map((point) => point.y)], 2);
  const clamp = (value) => Math.max(domain.low, Math.min(domain.high, value));
  const look = (one) => lookOf(sides[one.at], one.at);
  const spread = (one) => ((((one.i * 7 + one.at * 3) % 11) - 5) / 11) * 0.5;
  const symbols = ["circle", "square", "triangle", "diamond", "star", "wye", "cross"];
  const words = found.map((one) => `position ${name(one.x)}: median ${percent(one.median / 100)}`).join("; ");
  return drawn(`Values by position in the block, relative to each side's median. ${words}`, {
    width,
    height: Math.max(220, Math.min(300, width * 0.42)),
    marginLeft: 56,
    marginBottom: 36,
    marginTop: 26,
    x: {type: "linear", domain: [-0.5, groups.length - 0.5]},
    y: {domain: [domain.low, domain.high]},
    symbol: {domain: symbols, range: symbols},
    marks: [
      gridY({stroke: "var(--grid)", strokeOpacity: 1}),
      axisX(groups.map((group) => group.at), {label: "position in the block", labelArrow: "none", tickFormat: name, tickSize: 0}),
      axisY({label: "from the side’s median", labelArrow: "none", tickFormat: (value) => percent(value / 100, domain.high - domain.low < 4 ? 1 : 0)}),
      ruleY([0], {stroke: "var(--axis)"}),
      points.length <= kMostPoints && dot(points, {x: (one) => groupOf(one) + spread(one), y: (one) => clamp(one.y), r: 2.5, symbol: (one) => look(one).shape,
        stroke: (one) => look(one).colour, strokeOpacity: 0.8, fill: (one) => (look(one).hollow ? "none" : look(one).colour), fillOpacity: 0.35,
        title: (one) => `${sides[one.at].label}, value ${one.i + 1}\nposition ${one.position}\n${percent(one.y / 100, 2)} of the side’s median`, tip: true}),
      lineY(found, {x: "x", y: (one) => clamp(one.median), stroke: "var(--ink)", strokeWidth: 1, strokeOpacity: 0.5}),
      link(found, {x1: "x", x2: "x", y1: (one) => clamp(one.low), y2: (one) => clamp(one.high), stroke: "var(--ink)", strokeWidth: 4, strokeOpacity: 0.3, strokeLinecap: "butt"}),
      dot(found, {x: "x", y: (one) => clamp(one.median), r: 4.5, symbol: "square", fill: "var(--ink)",
        title: (one) => `position ${name(one.x)}: ${plural(one.n, "value")}\nmedian ${percent(one.median / 100, 2)}\nmiddle half ${percent(one.low / 100, 2)} to ${percent(one.high / 100, 2)}`, tip: true}),
    ].filter(Boolean),
  });
}
