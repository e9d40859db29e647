// The environments beside each other: what differs first, the rest on request.
import {el, scrolling} from "./dom.js";
import {plural} from "./numbers.js";

export function environmentTable(environment) {
  const {rows, sides} = environment;
  if (rows.length === 0) return null;
  const order = (row) => (row.differs && !row.moves ? 0 : row.differs ? 1 : 2);
  const line = (row) =>
    el("tr", {class: row.differs && !row.moves ? "differs" : null},
      el("td", {class: "sign"}, row.differs && !row.moves ? el("abbr", {title: "differs"}, "≠") : row.differs ? el("abbr", {title: "moves all the time"}, "~") : ""),
      el("th", {scope: "row", class: "head code"}, row.key), row.values.map((value) => el("td", {}, value ?? el("em", {}, "not known"))));
  const sorted = [...rows].sort((a, b) => order(a) - order(b));
  const differing = sorted.filter((row) => order(row) === 0);
  const head = el("thead", {}, el("tr", {}, el("th", {scope: "col"}, el("span", {class: "unseen"}, "differs")), el("th", {scope: "col"}, "Fact"), sides.map((side) => el("th", {scope: "col"}, side))));
  const table = (lines) => scrolling("Environment", el("table", {class: "environment"}, head.cloneNode(true), el("tbody", {}, lines.map(line))));
  const rest = sorted.slice(differing.length);
  return el("section", {"aria-labelledby": "environment-title"},
    el("h2", {id: "environment-title"}, "Environment"),
    el("p", {class: "note"}, differing.length === 0 ? "No fact differs between the sides, apart from those that move all the time." : `${plural(differing.length, "fact differs", "facts differ")} (≠).`),
    differing.length > 0 && table(differing),
    el("details", {id: "all-facts"}, el("summary", {}, `${differing.length > 0 ? "The other" : "All"} ${plural(rest.length, "fact")}`), table(rest)));
}
