// Where the values come from: the sessions, how to take them again, and what happened meanwhile.
import {el, scrolling} from "./dom.js";
import {fixed, plural} from "./numbers.js";

const kFirst = 50;

function shellWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

function eventList(events) {
  if (events.length === 0) return null;
  return el("details", {}, el("summary", {}, `${plural(events.length, "event")} while it ran`),
    scrolling("Events", el("table", {}, el("thead", {}, el("tr", {}, ["At", "What", ""].map((head, at) => el("th", {scope: "col", class: at === 0 ? "number" : null}, head)))),
      el("tbody", {}, events.slice(0, kFirst).map((event) => el("tr", {}, el("td", {class: "number"}, `${fixed(event.at_ms / 1000, 1)} s`), el("td", {class: "code"}, event.code), el("td", {class: "words"}, event.text)))))),
    events.length > kFirst && el("p", {class: "note"}, `The first ${kFirst}; the downloads hold all.`));
}

export function sessionsSection(sessions) {
  if (sessions.length === 0) return null;
  return el("section", {"aria-labelledby": "sessions-title"}, el("h2", {id: "sessions-title"}, "Recorded"),
    sessions.map((session) => el("div", {class: "session"},
      el("p", {}, el("strong", {}, session.kind === "run" ? `Run ${session.label}` : "Trial"), `, ${session.started}, ${plural(session.samples, "sample")}, kab ${session.kab}`, session.worker_build && `, worker ${session.worker_build.slice(0, 12)}`),
      session.argv.length > 0 && el("pre", {tabindex: "0"}, session.argv.map(shellWord).join(" ")),
      eventList(session.events))));
}
