// How sides and verdicts look: a colour that colour-blind readers can tell apart, always with a
// shape or a word beside it.

const kArms = ["arm-1", "arm-2", "arm-3", "arm-4", "arm-5", "arm-6"];
const kShapes = ["circle", "square", "triangle", "diamond", "star", "wye", "cross"];

/** @returns {{colour: string, shape: string, hollow: boolean}} */
export function lookOf(side, at) {
  if (side.role === "baseline") return {colour: "var(--baseline)", shape: "circle", hollow: false};
  if (side.role === "A/A") return {colour: "var(--baseline)", shape: "circle", hollow: true};
  const arm = (at - 1 + kArms.length) % kArms.length;
  return {colour: `var(--${kArms[arm]})`, shape: kShapes[(arm + 1) % kShapes.length], hollow: false};
}

export const kVerdicts = {
  slower: {sign: "▲", rank: 0},
  undecided: {sign: "?", rank: 1},
  same: {sign: "=", rank: 2},
  faster: {sign: "▼", rank: 3},
};
