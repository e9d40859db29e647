// What all charts have in common: size, axes, the frame with its caption, and redrawing.
import {plot} from "@observablehq/plot";
import {el} from "./dom.js";

/** Beyond so many points on one chart they are drawn as columns (thinned.js). */
export const kMostPoints = 2000;

/**
 * A chart of the library as an image with words for those who do not see it. The library's own
 * style element is left out: its rules stand in page.css, and the content policy allows no other.
 */
export function drawn(label, options) {
  const chart = plot({className: "chart", marginTop: 14, marginRight: 12, ...options});
  for (const style of chart.querySelectorAll("style")) style.remove();
  // An image has one name; those of its parts are for tests and style sheets.
  for (const part of chart.querySelectorAll("g[aria-label]")) {
    part.classList.add(`mark-${part.getAttribute("aria-label").replace(/\W+/g, "-")}`);
    part.removeAttribute("aria-label");
  }
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", label);
  return chart;
}

/** A figure that draws itself anew when its width changes. */
export function figure(title, caption, draw, kind = "") {
  const place = el("div", {class: "chart-place"});
  let width = 0;
  const redraw = (wanted) => {
    const now = Math.max(260, Math.round(wanted));
    if (now === width) return;
    width = now;
    place.replaceChildren(draw(width));
  };
  new ResizeObserver((entries) => {
    const wanted = entries[0].contentRect.width;
    if (wanted > 0) redraw(wanted);
  }).observe(place);
  const note = typeof caption === "string" ? el("p", {}, caption) : caption;
  return el("figure", {class: kind}, el("figcaption", {}, el("h4", {}, title), note), place);
}

/**
 * Where the values of a chart lie: all of them, or the bulk of them where few lie further out than
 * `patience` times that; those are drawn at the edge.
 */
export function domainOf(lists, patience = 6) {
  const all = Float64Array.from(lists.flat()).sort();
  const n = all.length;
  if (n === 0) return {low: 0, high: 1, cut: false};
  const at = (share) => all[Math.round((n - 1) * share)];
  const [low, high] = [all[0], all[n - 1]];
  const bulk = at(0.98) - at(0.02);
  const wide = n >= 20 && bulk > 0 && high - low > patience * bulk;
  const [from, to] = wide ? [Math.max(low, at(0.02) - bulk), Math.min(high, at(0.98) + bulk)] : [low, high];
  const edge = (to - from) * 0.04 || Math.abs(to) * 0.01 || 1;
  return {low: from - edge, high: to + edge, cut: wide};
}
