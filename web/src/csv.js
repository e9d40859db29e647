// Tables for R, pandas and spreadsheets. Text from outside that a spreadsheet would take for a
// formula gets an apostrophe in front.

function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

const table = (rows) => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

export function verdictsCsv(comparisons) {
  const head = ["workload", "abi", "params", "metric", "primary", "unit", "better", "baseline", "arm", "n_baseline", "n_arm",
    "baseline_median", "arm_median", "change", "low", "high", "level", "p", "method", "verdict"];
  return table([head, ...comparisons.map((one) => [one.workload, one.abi, JSON.stringify(one.params), one.metric, one.primary, one.unit, one.better,
    one.baseline, one.arm, one.n.baseline, one.n.arm, one.baseline_median, one.arm_median, one.change, one.interval?.[0], one.interval?.[1],
    one.level, one.p, one.method, one.verdict])]);
}

/** `wholes`: each series with its sides made whole. */
export function samplesCsv(wholes) {
  const head = ["subject", "metric", "unit", "side", "role", "session", "block", "position", "started_s", "value", "outlier"];
  const rows = wholes.flatMap(({series, sides}) => sides.flatMap((side) => side.values.map((value, i) =>
    [series.subject, series.metric, series.unit, side.name, side.role, side.sessions?.[i], side.blocks?.[i], side.positions?.[i], side.seconds?.[i], value, side.marked.has(i)])));
  return table([head, ...rows]);
}
