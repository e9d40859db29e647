// Numbers as people read them. Units and decimals were chosen where the data was made: the same as
// in the other reports.

/** A number with `decimals`, thousands apart; "–" for none. */
export function fixed(value, decimals) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  return value.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** A value of a series, in its unit: "9.120 µs/op". */
export function inUnit(scale, value) {
  const text = fixed(value / scale.divisor, scale.decimals);
  return scale.unit === "" ? text : `${text} ${scale.unit}`;
}

/** "+1.2 %". */
export function percent(fraction, decimals = 1) {
  if (fraction === null || !Number.isFinite(fraction)) return "–";
  const text = fixed(Math.abs(fraction) * 100, decimals);
  if (Number(text.replace(/,/g, "")) === 0) return `${text} %`;
  return `${fraction < 0 ? "−" : "+"}${text} %`;
}

/** The value below which `share` of the sorted list lies. */
export function quantile(sorted, share) {
  if (sorted.length === 0) return NaN;
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

export const sortedCopy = (values) => Float64Array.from(values).sort();

export const plural = (count, one, many = `${one}s`) =>
  `${fixed(count, 0)} ${count === 1 ? one : many}`;
