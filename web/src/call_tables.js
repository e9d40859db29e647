// System calls, where they were counted in a pass of their own: what changed, and all of them.
import {el, scrolling} from "./dom.js";
import {fixed, plural} from "./numbers.js";

const perOperation = (value) => fixed(value, value !== 0 && value < 10 ? 3 : 1);

export function callChanges(one) {
  const rows = one.changes.map((change) => {
    const [before, after] = [change.baseline_per_operation, change.arm_per_operation];
    return el("tr", {}, el("th", {scope: "row", class: "head code"}, change.call), el("td", {class: "number"}, perOperation(before)),
      el("td", {class: "number"}, perOperation(after)), el("td", {}, before === 0 ? "new" : after === 0 ? "gone" : after > before ? "more" : "less"));
  });
  return el("section", {class: "part"},
    el("h4", {}, `System calls an operation: ${one.arm} against ${one.baseline}`),
    el("p", {class: "note"}, `Counted in a pass of their own, never while timing. ${plural(one.unchanged, "call is", "calls are")} made as often by both.`),
    rows.length > 0 && scrolling("System calls that changed", el("table", {}, el("thead", {}, el("tr", {}, ["Call", one.baseline, one.arm, ""].map((head, at) => el("th", {scope: "col", class: at === 1 || at === 2 ? "number" : null}, head)))), el("tbody", {}, rows))));
}

export function tallyTable(tally) {
  const cells = (side) => side === null
    ? [el("td", {class: "number"}, "0"), el("td", {class: "number"}, "0")]
    : [el("td", {class: "number"}, perOperation(side.calls / side.operations)), el("td", {class: "number"}, fixed(side.errors, 0))];
  const known = tally.sides.map((_, at) => tally.rows.some((row) => row.sides[at] !== null));
  const sides = tally.sides.map((name, at) => ({name, at})).filter((side) => known[side.at]);
  const size = (row) => Math.max(...row.sides.map((side) => (side ? side.calls / side.operations : 0)));
  const rows = [...tally.rows].sort((a, b) => size(b) - size(a)).map((row) =>
    el("tr", {}, el("th", {scope: "row", class: "head code"}, row.call), sides.map((side) => cells(row.sides[side.at]))));
  return el("details", {class: "part"},
    el("summary", {}, `All system calls (${plural(tally.rows.length, "name")}, counted by ${tally.method})`),
    scrolling("System calls", el("table", {}, el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "Call"),
      sides.map((side) => [el("th", {scope: "col", class: "number"}, `${side.name}: an operation`), el("th", {scope: "col", class: "number"}, "errors")]))), el("tbody", {}, rows))));
}
