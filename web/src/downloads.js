// The data of the page as files: made here, from what stands in the page.
import {sidesOf} from "./content.js";
import {samplesCsv, verdictsCsv} from "./csv.js";
import {el} from "./dom.js";
import {fixed} from "./numbers.js";

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], {type}));
  const link = el("a", {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function downloads(text, data, subjects) {
  const all = () => subjects.flatMap((subject) => subject.series.map((series) => ({series, sides: sidesOf(series)})));
  const button = (words, action) => el("button", {type: "button", onclick: action}, words);
  const {taken, held, digits} = data.values;
  return el("section", {"aria-labelledby": "data-title", class: "data"},
    el("h2", {id: "data-title"}, "Data"),
    el("p", {class: "note"}, held === taken ? `All ${fixed(taken, 0)} values are in this page` : `${fixed(held, 0)} of ${fixed(taken, 0)} values are in this page: every k-th, and those that stand out; verdicts are of all of them`,
      digits === null ? ", exactly." : `, to ${digits} significant digits.`),
    el("div", {class: "buttons"},
      button("All as JSON", () => save("kab-report.json", "application/json", text)),
      button("Verdicts as CSV", () => save("kab-verdicts.csv", "text/csv", verdictsCsv(data.judgement.comparisons))),
      button("Samples as CSV", () => save("kab-samples.csv", "text/csv", samplesCsv(all())))));
}
