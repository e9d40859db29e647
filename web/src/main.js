// The page of kab report, put together from the data that stands in it.
import {readData, subjectsOf} from "./content.js";
import {downloads} from "./downloads.js";
import {el} from "./dom.js";
import {environmentTable} from "./environment_table.js";
import {kVerdicts} from "./looks.js";
import {remarkList} from "./remarks.js";
import {sessionsSection} from "./sessions_section.js";
import {subjectSection} from "./subject_section.js";
import {themeButton} from "./theme.js";
import {verdictMark} from "./verdict.js";
import {verdictTable} from "./verdict_table.js";

function header(data) {
  const fact = ([label, text]) => el("div", {}, el("dt", {}, label), el("dd", {}, text));
  return el("header", {},
    el("div", {class: "title"}, el("p", {class: "brand"}, "kab report"), themeButton()),
    el("h1", {}, data.title),
    ...inWords(data),
    el("details", {class: "facts"}, el("summary", {}, "What was compared, and on what"), el("dl", {}, data.facts.map(fact))));
}

/** Few verdicts as sentences; of many, how many there are of each, and the sentences on request. */
function inWords(data) {
  const rows = data.rows.filter((row) => row.primary);
  if (rows.length <= 2) return [el("p", {class: "summary"}, data.summary)];
  const counts = Object.keys(kVerdicts).map((one) => [one, rows.filter((row) => row.verdict === one).length]).filter(([, count]) => count > 0);
  return [
    el("p", {class: "tally"}, counts.map(([verdict, count]) => el("span", {}, `${count} `, verdictMark(verdict)))),
    el("details", {}, el("summary", {}, "In words, for a commit message"), el("p", {class: "summary"}, data.summary)),
  ];
}

/** Sections draw themselves when they come near; all at once before printing. */
function drawWhenSeen(sections) {
  const byNode = new Map(sections.map((one) => [one.node, one.draw]));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries)
      if (entry.isIntersecting) {
        byNode.get(entry.target)();
        seen.unobserve(entry.target);
      }
  }, {rootMargin: "400px"});
  for (const {node} of sections) seen.observe(node);
  window.addEventListener("beforeprint", () => sections.forEach((one) => one.draw()));
}

function warnings(data) {
  const list = remarkList(data.judgement.warnings);
  return list && el("section", {"aria-labelledby": "warnings-title", class: "warnings"}, el("h2", {id: "warnings-title"}, "What to know before believing it"), list);
}

function recoveries(data) {
  const texts = data.judgement.recoveries.map((one) => ({code: "recovery", text: `${one.workload}: ${one.text}`}));
  return texts.length > 0 && el("section", {"aria-labelledby": "recoveries-title"}, el("h2", {id: "recoveries-title"}, "Made good"), remarkList(texts));
}

function build() {
  const {text, data} = readData();
  const subjects = subjectsOf(data);
  const events = data.sessions.length === 1 ? data.sessions[0].events.filter((event) => event.code !== "console") : [];
  const sections = subjects.map((subject) => ({...subjectSection(subject, events), subject}));
  const shown = (rows) => {
    const left = new Set(rows.map((row) => row.id));
    for (const {node, subject} of sections) node.hidden = !left.has(subject.id);
  };
  const rows = subjects.flatMap((subject) => subject.rows);
  const main = el("main", {},
    verdictTable(rows, data.means, shown),
    warnings(data),
    recoveries(data),
    el("section", {"aria-labelledby": "comparisons-title"}, el("h2", {id: "comparisons-title", class: subjects.length === 0 ? "unseen" : null}, subjects.length === 1 ? "The comparison" : "The comparisons"), sections.map((one) => one.node)),
    environmentTable(data.environment),
    sessionsSection(data.sessions),
    downloads(text, data, subjects));
  const page = document.getElementById("page");
  page.replaceChildren(header(data), main, el("footer", {}, `Made by kab ${data.kab}. This file needs no network and asks for none.`));
  drawWhenSeen(sections);
  document.documentElement.dataset.ready = "yes";
}

build();
