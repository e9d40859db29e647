// Many points of one side as few columns: each from its least to its greatest value, with the median.
// Nothing is sampled: every value counts in its column.
import {quantile, sortedCopy} from "./numbers.js";

/** @returns {{x: number, low: number, high: number, median: number, n: number}[]} */
export function columnsOf(points, columns) {
  if (points.length === 0) return [];
  const from = points[0].x;
  const span = points[points.length - 1].x - from || 1;
  const lists = new Map();
  for (const point of points) {
    const at = Math.min(columns - 1, Math.floor(((point.x - from) / span) * columns));
    if (!lists.has(at)) lists.set(at, []);
    lists.get(at).push(point.y);
  }
  return [...lists].sort((a, b) => a[0] - b[0]).map(([at, values]) => {
    const sorted = sortedCopy(values);
    return {x: from + ((at + 0.5) / columns) * span, low: sorted[0], high: sorted[sorted.length - 1],
      median: quantile(sorted, 0.5), n: values.length};
  });
}

/** The median of each point and its neighbours, about a tenth of the list on each side together. */
export function runningMedian(points) {
  if (points.length < 12) return [];
  const half = Math.max(2, Math.floor(points.length / 20));
  const step = Math.max(1, Math.floor(points.length / 200));
  const line = [];
  for (let at = half; at < points.length - half; at += step) {
    const near = sortedCopy(points.slice(at - half, at + half + 1).map((point) => point.y));
    line.push({x: points[at].x, y: quantile(near, 0.5)});
  }
  return line;
}
