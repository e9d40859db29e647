// By function: where the instructions of two arms differ.
import {el, scrolling, svg} from "./dom.js";
import {fixed, plural} from "./numbers.js";

const kFirst = 25;
const kBar = 120;

function bar(value, most) {
  const length = Math.max(1, (Math.abs(value) / most) * (kBar / 2 - 2));
  return svg("svg", {class: `bar ${value > 0 ? "more" : "less"}`, width: kBar, height: 12, viewBox: `0 0 ${kBar} 12`, "aria-hidden": "true"},
    svg("line", {x1: kBar / 2, x2: kBar / 2, y1: 0, y2: 12}),
    svg("rect", {x: value > 0 ? kBar / 2 : kBar / 2 - length, y: 2, width: length, height: 8}));
}

const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${fixed(Math.abs(value), Math.abs(value) < 10 ? 2 : 1)}`;
const amount = (value) => fixed(value, value !== 0 && Math.abs(value) < 10 ? 2 : 1);

function lineOf(name, fate, pair, calls, most) {
  const change = pair.arm - pair.baseline;
  return el("tr", {}, el("th", {scope: "row", class: "head code"}, name), el("td", {}, fate),
    el("td", {class: "number"}, amount(pair.baseline)), el("td", {class: "number"}, amount(pair.arm)),
    el("td", {class: "number"}, signed(change)), el("td", {}, most > 0 && change !== 0 && bar(change, most)),
    el("td", {class: "number"}, calls && amount(calls.baseline)), el("td", {class: "number"}, calls && amount(calls.arm)));
}

export function functionTable(one) {
  const changes = one.changed.map((change) => change.instructions.arm - change.instructions.baseline);
  const most = Math.max(0, ...changes.map(Math.abs));
  const lines = one.changed.map((change) =>
    lineOf(`${change.function || "(no symbol)"}${change.module ? ` [${change.module}]` : ""}`, change.fate, change.instructions, change.calls, most));
  const rest = lines.splice(kFirst);
  const body = el("tbody", {}, lines);
  const more = rest.length > 0 && el("button", {type: "button", class: "plain", onclick: (event) => {
    body.append(...rest);
    event.target.remove();
  }}, `show ${plural(rest.length, "more function")}`);
  const sums = el("tfoot", {},
    lineOf("programs", "", one.user, null, 0),
    lineOf(`${plural(one.varying.functions, "function")} that vary from boot to boot`, "", one.varying.instructions, null, 0),
    lineOf("total", "", one.total, null, 0));
  const heads = ["Function", "", one.baseline, one.arm, "Difference", "", `Calls, ${one.baseline}`, `Calls, ${one.arm}`];
  return el("section", {class: "part"},
    el("h4", {}, `By function: ${one.arm} against ${one.baseline}`),
    el("p", {class: "note"}, `Instructions and calls an operation, medians over ${one.boots.baseline} and ${one.boots.arm} boots. Listed is what executed more in every boot of one arm than in any of the other; ${plural(one.unchanged, "function")} did the same.`),
    one.changed.length === 0 && el("p", {}, "No function differs."),
    scrolling("By function", el("table", {class: "functions"}, el("thead", {}, el("tr", {}, heads.map((head, at) => el("th", {scope: "col", class: at > 1 ? "number" : null}, head)))), body, sums)),
    more);
}
