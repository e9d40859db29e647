// The data that stands in the page: read once, lists made whole again, and put in order by subject.

/** @returns {{text: string, data: any}} */
export function readData() {
  const text = document.getElementById("kab-data").textContent;
  return {text, data: JSON.parse(text)};
}

/** A list as docs/report-page.md shortens it: null, one number for all, or "count". */
export function wholeList(list, length) {
  if (list === null) return null;
  if (list === "count") return Array.from({length}, (_, at) => at);
  return typeof list === "number" ? new Array(length).fill(list) : list;
}

function wholeSide(side) {
  const n = side.values.length;
  let sum = 0;
  return {
    ...side,
    label: side.role === "A/A" ? `${side.name} (A/A)` : side.name,
    seconds: side.ms === null ? null : side.ms.map((ms) => (sum += ms) / 1000),
    blocks: wholeList(side.blocks, n),
    positions: wholeList(side.positions, n),
    sessions: wholeList(side.sessions, n),
    marked: new Set(side.outliers),
  };
}

const keyOf = (one) => JSON.stringify([one.workload, one.abi, one.params]);

/** One entry a subject: its rows, series, control, functions and calls. */
export function subjectsOf(data) {
  const subjects = new Map();
  data.rows.forEach((row, at) => {
    const comparison = data.judgement.comparisons[at];
    if (!subjects.has(row.subject))
      subjects.set(row.subject, {
        title: row.subject,
        id: `subject-${subjects.size + 1}`,
        key: keyOf(comparison),
        workload: comparison.workload,
        rows: [],
      });
    const subject = subjects.get(row.subject);
    subject.rows.push({...row, comparison, id: subject.id});
  });
  for (const subject of subjects.values()) {
    const ofSubject = (one) => keyOf(one) === subject.key;
    subject.series = data.series
      .filter((one) => one.subject === subject.title)
      .map((one) => ({...one, raw: one.sides}));
    subject.controls = data.judgement.aa
      .map((one, at) => ({...one, text: data.aa[at]}))
      .filter(ofSubject);
    subject.functions = data.judgement.functions.filter(ofSubject);
    subject.calls = data.judgement.calls.filter((one) => one.workload === subject.workload);
    subject.tally = data.tallies.find((one) => one.subject === subject.title);
  }
  return [...subjects.values()];
}

/** The sides of a series, made whole when they are first drawn. */
export function sidesOf(series) {
  series.whole ??= series.raw.map(wholeSide);
  return series.whole;
}
