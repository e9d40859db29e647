// The distributions of all sides on one axis, a strip each: medians, borders between modes, and what
// lies outside are marked.
import {axisX, dot, gridX, rectY, ruleX, ruleY, text} from "@observablehq/plot";
import {domainOf, drawn} from "./charts.js";
import {lookOf} from "./looks.js";
import {fixed, inUnit, plural, quantile, sortedCopy} from "./numbers.js";

const kStrip = 74;
const kRugUpTo = 400;  // values of a side beyond which a tick each says nothing

/**
 * A width of 1, 2 or 5 times a power of ten, near that of Freedman and Diaconis (1981) for the
 * narrowest side, that gives 12 to 60 bins.
 */
function binWidth(lists, domain) {
  const span = domain.high - domain.low;
  const widths = lists.filter((values) => values.length > 1).map((values) => {
    const sorted = sortedCopy(values);
    return (2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))) / Math.cbrt(values.length);
  });
  const raw = Math.max(span / 60, Math.min(span / 12, ...widths.filter((width) => width > 0))) || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw);
}

/** Non-empty bins of one side; what lies outside of the domain is counted apart. */
export function bins(values, domain, width) {
  const counts = new Map();
  const outside = {below: 0, above: 0};
  for (const value of values) {
    if (value < domain.low) outside.below += 1;
    else if (value > domain.high) outside.above += 1;
    else {
      const at = Math.floor(value / width + 1e-9);
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  }
  const list = [...counts].map(([at, count]) => ({x1: at * width, x2: (at + 1) * width, count}));
  return {list, outside};
}

/** The outliers that lie furthest out. */
function furthest(side, most) {
  const off = (i) => Math.abs(side.values[i] - side.median);
  return [...side.outliers].sort((a, b) => off(b) - off(a)).slice(0, most);
}

export function distributionChart(series, sides, width) {
  const {scale} = series;
  const scaled = sides.map((side) => side.values.map((value) => value / scale.divisor));
  const domain = domainOf(scaled);
  const step = binWidth(scaled, domain);
  domain.low = Math.floor(domain.low / step) * step;
  domain.high = Math.ceil(domain.high / step) * step;
  const found = scaled.map((values) => bins(values, domain, step));
  const bars = found.flatMap((one, at) =>
    one.list.map((bin) => ({...bin, at, share: bin.count / Math.max(1, scaled[at].length)})));
  const within = (value) => value >= domain.low && value <= domain.high;
  const colour = (at) => lookOf(sides[at], at).colour;
  const medians = sides.map((side, at) => ({at, x: side.median / scale.divisor})).filter((one) => within(one.x));
  const borders = sides.flatMap((side, at) => (side.modes ? [{at, x: side.modes.border / scale.divisor, below: side.modes.share_below}] : []));
  const rug = scaled.flatMap((values, at) => (values.length <= kRugUpTo ? values.filter(within).map((x) => ({at, x})) : []));
  const marked = sides.flatMap((side, at) => furthest(side, 40).map((i) => ({at, i, x: scaled[at][i]})).filter((one) => within(one.x)));
  const beyond = (one) => [one.below && `← ${plural(one.below, "value")} below`, one.above && `${plural(one.above, "value")} above →`].filter(Boolean).join("   ");
  const tallest = Math.max(...bars.map((bar) => bar.share), 1e-9);
  const unit = scale.unit || series.unit;
  const words = sides.map((side) => `${side.label}: median ${inUnit(scale, side.median)} of ${side.taken}${side.modes ? ", two modes" : ""}${side.outliers.length > 0 ? `, ${plural(side.outliers.length, "outlier")}` : ""}`);
  return drawn(`Distributions. ${words.join("; ")}`, {
    width,
    height: 40 + sides.length * kStrip,
    marginLeft: 12,
    marginBottom: 36,
    marginTop: 4,
    x: {domain: [domain.low, domain.high], label: unit, labelArrow: "none"},
    y: {axis: null, domain: [rug.length > 0 ? tallest * -0.13 : 0, tallest * 1.3]},
    fy: {domain: sides.map((_, at) => at), axis: null, padding: 0.12},
    marks: [
      gridX({stroke: "var(--grid)", strokeOpacity: 1}),
      axisX({label: unit, labelArrow: "none", anchor: "bottom"}),
      rectY(bars, {x1: "x1", x2: "x2", y: "share", fy: "at", fill: (bar) => colour(bar.at), inset: 0.5,
        fillOpacity: (bar) => (sides[bar.at].role === "A/A" ? 0.28 : 0.75), stroke: (bar) => colour(bar.at), strokeWidth: 0.75,
        title: (bar) => `${sides[bar.at].label}\n${fixed(bar.x1, scale.decimals)} to ${fixed(bar.x2, scale.decimals)} ${unit}\n${plural(bar.count, "value")} of ${scaled[bar.at].length} (${fixed(bar.share * 100, bar.share < 0.1 ? 1 : 0)} %)`,
        tip: true}),
      ruleY([0], {stroke: "var(--axis)"}),
      ruleX(rug, {x: "x", fy: "at", y1: 0, y2: tallest * -0.13, stroke: (one) => colour(one.at), strokeOpacity: 0.6}),
      ruleX(medians, {x: "x", fy: "at", stroke: "var(--ink)", strokeWidth: 1.5}),
      ruleX(borders, {x: "x", fy: "at", stroke: "var(--ink)", strokeDasharray: "3,3"}),
      text(borders, {x: "x", fy: "at", frameAnchor: "top", dy: 14, dx: 4, textAnchor: "start", fill: "var(--faint)",
        stroke: "var(--paper)", strokeWidth: 4, text: (one) => `two modes, ${fixed(one.below * 100, 0)} % below`}),
      dot(marked, {x: "x", fy: "at", y: 0, dy: -4, r: marked.length > 40 ? 3 : 5, stroke: "var(--mark)", strokeWidth: 1.6,
        title: (one) => `outlier: ${sides[one.at].label}, value ${one.i + 1}\n${inUnit(scale, sides[one.at].values[one.i])}`, tip: true}),
      text(sides.map((_, at) => ({at})), {fy: "at", frameAnchor: "top-left", dx: 2, dy: 2, fontWeight: 600, text: (one) => sides[one.at].label,
        stroke: "var(--paper)", strokeWidth: 4, fill: (one) => colour(one.at)}),
      text(found.map((one, at) => ({at, words: beyond(one.outside)})).filter((one) => one.words), {fy: "at", frameAnchor: "top-right", dy: 2, text: "words", fill: "var(--faint)",
        stroke: "var(--paper)", strokeWidth: 4}),
    ],
  });
}
