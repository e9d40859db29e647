// The interval of one row, small, on an axis that all rows share: the table read at a glance.
import {svg} from "./dom.js";

const kWidth = 116;
const kHeight = 18;

/** The bounds within which a change is too small to matter; null for absolute thresholds. */
export function band(thresholds) {
  const shares = thresholds.map((one) => /^\s*([0-9.eE+-]+)\s*%\s*$/.exec(one)).filter(Boolean);
  if (shares.length === 0) return null;
  const d = Math.max(...shares.map((one) => Number(one[1]) / 100));
  return {low: 1 / (1 + d) - 1, high: d};
}

/** How far the shared axis reaches on both sides: most intervals fit, a wild one is cut. */
export function reach(comparisons) {
  const ends = comparisons
    .filter((one) => one.change !== null)
    .map((one) => Math.max(...[...(one.interval ?? []), one.change].map(Math.abs)))
    .sort((a, b) => a - b);
  const usual = ends[Math.min(ends.length - 1, Math.floor(ends.length * 0.9))] ?? 0.02;
  const d = Math.max(0, ...comparisons.map((one) => band(one.threshold)?.high ?? 0));
  return Math.max(usual * 1.08, d * 1.5, 1e-6);
}

export function smallInterval(comparison, furthest) {
  const x = (value) => kWidth / 2 + (Math.max(-1, Math.min(1, value / furthest)) * (kWidth - 10)) / 2;
  const middle = kHeight / 2;
  const parts = [];
  const same = band(comparison.threshold);
  if (same)
    parts.push(
      svg("rect", {class: "band", x: x(same.low), y: 1, width: x(same.high) - x(same.low), height: kHeight - 2}),
    );
  parts.push(svg("line", {class: "zero", x1: x(0), x2: x(0), y1: 0, y2: kHeight}));
  if (comparison.change !== null && comparison.interval) {
    const [low, high] = comparison.interval;
    parts.push(svg("line", {class: "whisker", x1: x(low), x2: x(high), y1: middle, y2: middle}));
    for (const end of [low, high])
      if (Math.abs(end) > furthest) {
        const tip = x(end);
        const back = end > 0 ? tip - 5 : tip + 5;
        parts.push(svg("path", {class: "cut", d: `M${back},${middle - 4}L${tip},${middle}L${back},${middle + 4}`}));
      }
  }
  if (comparison.change !== null && Math.abs(comparison.change) <= furthest)
    parts.push(svg("circle", {class: "point", cx: x(comparison.change), cy: middle, r: 3.5}));
  return svg(
    "svg",
    {class: `small-interval ${comparison.verdict}`, width: kWidth, height: kHeight,
      viewBox: `0 0 ${kWidth} ${kHeight}`, "aria-hidden": "true"},
    parts,
  );
}
