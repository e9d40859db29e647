// The change of every arm with its interval, the baseline against itself beside it.
import {dot, gridX, link, rect, ruleX, text} from "@observablehq/plot";
import {drawn} from "./charts.js";
import {band} from "./small_interval.js";
import {percent} from "./numbers.js";

/** Rows of the chart: the arms in one metric, and the control where there is one. */
export function intervalRows(rows, controls, metric) {
  const arms = rows
    .filter((row) => row.metric === metric && row.comparison.change !== null)
    .map((row) => ({name: row.arm, change: row.comparison.change, interval: row.comparison.interval,
      verdict: row.verdict, words: `${row.change} ${row.interval}`.trim(), level: row.level}));
  const aa = controls
    .filter((one) => one.metric === metric && one.change !== null)
    .map((one) => ({name: one.ok ? "A/A" : "A/A fails", change: one.change, interval: one.interval,
      verdict: "control", words: `${one.text.change} ${one.text.interval}`.trim(), level: one.text.level}));
  return [...arms, ...aa];
}

export function intervalChart(rows, thresholds, better, width) {
  const same = band(thresholds);
  const reaches = rows.flatMap((row) => [row.change, ...(row.interval ?? [])]);
  const low = Math.min(0, same?.low ?? 0, ...reaches);
  const high = Math.max(0, same?.high ?? 0, ...reaches);
  const edge = (high - low) * 0.08 || 0.01;
  const x = (value) => value * 100;
  const longest = Math.max(...rows.map((row) => row.name.length));
  const left = Math.min(width * 0.34, 22 + longest * 7.2);
  const most = Math.floor((left - 16) / 7.2);
  const label = (row) => (row.name.length > most ? `${row.name.slice(0, most - 1)}…` : row.name);
  const names = rows.map((_, at) => at);
  const words = rows.map((row) => `${row.name}: ${row.words}, ${row.verdict}`).join("; ");
  const [worse, good] = better === "lower" ? ["slower →", "← faster"] : ["← slower", "faster →"];
  const lines = rows.map((row, at) => ({...row, at}));
  return drawn(`Changes with their intervals. ${words}`, {
    width,
    height: 62 + 34 * rows.length,
    marginLeft: left,
    marginTop: 24,
    marginBottom: 34,
    x: {domain: [x(low - edge), x(high + edge)], label: null, tickFormat: (value) => percent(value / 100, high - low < 0.01 ? 2 : high - low < 0.04 ? 1 : 0)},
    y: {domain: names, type: "band", axis: null},
    marks: [
      same && rect([0], {x1: x(same.low), x2: x(same.high), fill: "var(--band)"}),
      gridX({stroke: "var(--grid)", strokeOpacity: 1}),
      ruleX([0], {stroke: "var(--axis)"}),
      link(lines.filter((row) => row.interval), {x1: (row) => x(row.interval[0]), x2: (row) => x(row.interval[1]), y1: "at", y2: "at",
        stroke: (row) => `var(--${row.verdict})`, strokeWidth: 3, strokeLinecap: "round"}),
      dot(lines, {x: (row) => x(row.change), y: "at", r: 5, fill: (row) => (row.verdict === "control" ? "var(--paper)" : `var(--${row.verdict})`),
        stroke: (row) => `var(--${row.verdict})`, strokeWidth: 2,
        title: (row) => `${row.name}\n${row.words}\nat ${row.level}\n${row.verdict === "control" ? "the baseline against itself" : row.verdict}`, tip: true}),
      text(lines, {frameAnchor: "left", dx: -10, y: "at", text: label, textAnchor: "end", fontWeight: 600}),
      text([good], {frameAnchor: better === "lower" ? "top-left" : "top-right", dy: -18, fill: "var(--faint)"}),
      text([worse], {frameAnchor: better === "lower" ? "top-right" : "top-left", dy: -18, fill: "var(--faint)"}),
    ].filter(Boolean),
  });
}
