// The verdicts: one row a comparison, sorted by the headers, filtered by text and verdict.
import {el, scrolling} from "./dom.js";
import {kVerdicts} from "./looks.js";
import {plural} from "./numbers.js";
import {reach, smallInterval} from "./small_interval.js";
import {verdictMark} from "./verdict.js";

const byText = (a, b) => a.localeCompare(b, "en", {numeric: true});
const orLast = (value) => value ?? Infinity;

/** Columns; `by` gives what a row is sorted by. */
const kColumns = [
  {name: "Workload", by: (row) => row.subject, cell: (row) => el("a", {href: `#${row.id}`}, row.subject), kind: "head"},
  {name: "Metric", by: (row) => row.metric, cell: (row) => row.metric, kind: "minor metric", only: "metrics"},
  {name: "Arm", by: (row) => row.arm, cell: (row) => row.arm, kind: "text", only: "arms"},
  {name: "Verdict", by: (row) => kVerdicts[row.verdict]?.rank ?? 9, cell: (row) => verdictMark(row.verdict), kind: "text"},
  {name: "Change", by: (row) => orLast(row.comparison.change), cell: (row) => row.change, kind: "number"},
  {name: "Interval", by: (row) => orLast(row.comparison.interval?.[0]), cell: intervalCell, kind: "interval"},
  {name: "Baseline", by: (row) => orLast(row.comparison.baseline_median), cell: (row) => row.baseline_value, kind: "number value minor"},
  {name: "Arm’s value", by: (row) => orLast(row.comparison.arm_median), cell: (row) => row.arm_value, kind: "number value"},
  {name: "n", by: (row) => row.comparison.n.arm, cell: (row) => row.n, kind: "number minor"},
  {name: "p", by: (row) => orLast(row.comparison.p), cell: (row) => row.p, kind: "number minor"},
];

function intervalCell(row, furthest) {
  return el("span", {class: "interval-cell"}, smallInterval(row.comparison, furthest), el("span", {class: "ends"}, row.interval));
}

function compare(column, direction) {
  return (a, b) => {
    const [x, y] = [column.by(a), column.by(b)];
    return direction * (typeof x === "string" ? byText(x, y) : x === y ? 0 : x < y ? -1 : 1);
  };
}

function matches(row, state) {
  if (!state.all && !row.primary) return false;
  if (state.verdict !== "" && row.verdict !== state.verdict) return false;
  const text = `${row.subject} ${row.metric} ${row.arm} ${row.verdict}`.toLowerCase();
  return state.words.every((word) => text.includes(word));
}

/**
 * The section with table, filter and count. `shown(rows)` is called with the rows that are left.
 */
export function verdictTable(rows, means, shown) {
  const furthest = reach(rows.map((row) => row.comparison));
  const state = {sorted: null, direction: 1, words: [], verdict: "", all: false};
  const has = {
    metrics: new Set(rows.map((row) => row.metric)).size > 1,
    arms: new Set(rows.map((row) => row.arm)).size > 1,
  };
  const columns = kColumns.filter((column) => !column.only || has[column.only]);
  const cellsOf = (row) =>
    columns.map((column) =>
      el(column.kind === "head" ? "th" : "td", {class: column.kind, scope: column.kind === "head" ? "row" : null},
        column.cell(row, furthest)));
  const lines = new Map(rows.map((row) => [row, el("tr", {"data-verdict": row.verdict}, cellsOf(row))]));
  const body = el("tbody");
  const count = el("p", {class: "count", role: "status", "aria-live": "polite"});

  const headers = columns.map((column) => {
    const button = el("button", {type: "button", onclick: () => sortBy(column)}, column.name,
      el("span", {class: "arrow", "aria-hidden": "true"}));
    return el("th", {scope: "col", class: column.kind, "aria-sort": "none"}, button);
  });

  // Up, down, and back to the order of the report.
  function sortBy(column) {
    if (state.sorted !== column) [state.sorted, state.direction] = [column, 1];
    else if (state.direction === 1) state.direction = -1;
    else state.sorted = null;
    columns.forEach((one, at) => {
      const word = one !== state.sorted ? "none" : state.direction === 1 ? "ascending" : "descending";
      headers[at].setAttribute("aria-sort", word);
    });
    update();
  }

  function update() {
    const left = rows.filter((row) => matches(row, state));
    if (state.sorted) left.sort(compare(state.sorted, state.direction));
    body.replaceChildren(...left.map((row) => lines.get(row)));
    if (left.length === 0)
      body.append(el("tr", {}, el("td", {colspan: columns.length, class: "nothing"}, "No comparison matches the filter.")));
    const of = rows.filter((row) => state.all || row.primary).length;
    table.classList.toggle("primary-only", !state.all);
    count.textContent = left.length === of ? plural(of, "comparison") : `${left.length} of ${plural(of, "comparison")}`;
    shown(left);
  }

  const table = el("table", {id: "verdicts"}, el("thead", {}, el("tr", {}, headers)), body);
  const hidden = rows.filter((row) => !row.primary).length;
  const tools = rows.length > 3 && el("div", {class: "filters", role: "search"},
    el("label", {}, "Filter ", el("input", {type: "search", id: "filter", placeholder: "workload, arm, metric", autocomplete: "off",
      oninput: (event) => { state.words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean); update(); }})),
    el("label", {}, "Verdict ", el("select", {id: "verdict", onchange: (event) => { state.verdict = event.target.value; update(); }},
      el("option", {value: ""}, "all"), Object.keys(kVerdicts).map((one) => el("option", {value: one}, one)))),
    hidden > 0 && el("label", {}, el("input", {type: "checkbox", id: "all-metrics",
      onchange: (event) => { state.all = event.target.checked; update(); }}), ` all metrics (${hidden} more)`));

  update();
  return el("section", {"aria-labelledby": "verdicts-title"},
    el("div", {class: "section-head"}, el("h2", {id: "verdicts-title"}, "Verdicts"), count),
    tools,
    scrolling("Verdicts", table),
    rows.length > 0 && el("p", {class: "note"}, tableNote(rows)),
    means.filter((mean) => mean.common > 1 && mean.change !== "-").map((mean) =>
      el("p", {class: "note"}, `${mean.title} (${mean.metric}), ${mean.arm} against ${mean.baseline}: ${mean.change}`)));
}

function tableNote(rows) {
  const [first] = rows;
  const sorts = new Set(rows.map((row) => row.threshold));
  const residual = first.threshold.includes("residual");
  const threshold = sorts.size > 1 ? "" : residual
    ? "The threshold is what boots of the baseline differ by among themselves. "
    : `The shaded band is the threshold, ${first.threshold}: a change within it does not matter. `;
  return `${threshold}Intervals hold at ${first.level}, all of them together at the confidence asked for; ± is the spread of a side.`;
}
