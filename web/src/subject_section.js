// One subject: its verdicts in words, then its pictures. Drawn when it comes into view, or is printed.
import {callChanges, tallyTable} from "./call_tables.js";
import {figure, kMostPoints} from "./charts.js";
import {sidesOf} from "./content.js";
import {distributionChart} from "./distribution_chart.js";
import {el} from "./dom.js";
import {functionTable} from "./function_table.js";
import {intervalChart, intervalRows} from "./interval_chart.js";
import {markedValues} from "./marked_values.js";
import {plural} from "./numbers.js";
import {hasPositions, positionChart} from "./position_chart.js";
import {remarkList} from "./remarks.js";
import {sidesKey} from "./sides_key.js";
import {hasTimes, timelineChart} from "./timeline_chart.js";
import {verdictMark} from "./verdict.js";

const kReplication = {process: "process", boot: "boot", session: "session", unknown: "value"};

function sentence(row) {
  const one = row.comparison;
  const n = one.n.baseline === one.n.arm ? `${plural(one.n.arm, kReplication[one.unit_of_replication], kReplication[one.unit_of_replication] === "process" ? "processes" : undefined)} each` : `${one.n.baseline} and ${one.n.arm} of each`;
  const facts = [
    [row.change, row.interval].filter(Boolean).join(" "),
    row.absolute !== "-" && row.absolute !== row.change && row.absolute,
    `${row.baseline_value} → ${row.arm_value}`,
    n,
    one.p !== null && `p ${row.p}`,
    one.method && `${one.method}, interval at ${row.level}`,
    one.verdict === "undecided" && one.detectable !== null && `a change of ${(one.detectable * 100).toFixed(1)} % would be seen`,
    one.blocks_needed !== null && `${plural(one.blocks_needed, "block")} needed for a verdict`,
  ].filter(Boolean);
  return el("div", {class: "finding"}, el("p", {}, verdictMark(row.verdict), " ", el("strong", {}, row.arm), ` against ${row.baseline}: `, facts.join(" · ")), remarkList(one.remarks));
}

function charts(subject, series, events) {
  const sides = sidesOf(series);
  const rows = intervalRows(subject.rows, subject.controls, series.metric);
  const thresholds = subject.rows.find((row) => row.metric === series.metric)?.comparison.threshold ?? [];
  const count = sides.reduce((sum, side) => sum + side.values.length, 0);
  const thinned = count > kMostPoints
    ? ` With more than ${kMostPoints} values, each column reaches from the least to the greatest of its values; the line goes through the medians and the furthest outliers are ringed.`
    : " Lines are running medians over a tenth of the values; outliers are ringed.";
  return [
    sidesKey(series, sides),
    el("div", {class: "charts"},
      rows.length > 0 && figure("Change", "Point and interval; the band is the threshold.", (width) => intervalChart(rows, thresholds, series.better, width)),
      figure("Distributions", "Shares of each side’s values, on one axis; the line is the median, dashed the border between two modes, ringed what lies far out.", (width) => distributionChart(series, sides, width)),
      figure(hasTimes(sides) ? "Over time" : "In the order taken", `Drift is seen here.${thinned}`, (width) => timelineChart(series, sides, hasTimes(sides) ? events : [], width), hasPositions(sides) ? "" : "wide"),
      hasPositions(sides) && figure("By position in the block", "Relative to each side’s median: squares are medians of a position, bars the middle half; what lies further out stands at the edge. Level is good.", (width) => positionChart(sides, width))),
    markedValues(series, sides),
  ];
}

/** @returns {{node: HTMLElement, draw: () => void}} */
export function subjectSection(subject, events) {
  const place = el("div", {class: "waiting"});
  const metrics = subject.series.map((one) => one.metric);
  let drawnOnce = false;
  const show = (at) => {
    const metric = metrics[at];
    place.className = "";
    place.replaceChildren(
      ...subject.rows.filter((row) => row.metric === metric).map(sentence),
      ...charts(subject, subject.series[at], events).filter(Boolean));
  };
  const choose = metrics.length > 1 && el("label", {class: "choose"}, "Metric ", el("select", {onchange: (event) => show(Number(event.target.value))},
    metrics.map((metric, at) => el("option", {value: at}, `${metric} (${subject.series[at].unit})`))));
  const draw = () => {
    if (drawnOnce) return;
    drawnOnce = true;
    if (metrics.length > 0) show(0);
    else place.replaceChildren(...subject.rows.map(sentence));
  };
  const verdicts = subject.rows.filter((row) => row.primary).map((row) => verdictMark(row.verdict));
  const node = el("section", {class: "subject", id: subject.id, "aria-labelledby": `${subject.id}-title`},
    el("div", {class: "section-head"}, el("h3", {id: `${subject.id}-title`}, subject.title), verdicts, choose),
    place,
    subject.functions.map(functionTable),
    subject.calls.map(callChanges),
    subject.tally && tallyTable(subject.tally));
  return {node, draw};
}
