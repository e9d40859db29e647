// Pages that the tests look at, made by kab from files and recordings of known content.
import {execFileSync} from "node:child_process";
import {mkdtempSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";

const kab = resolve(process.env.KAB ?? "build/kab");
export const kHostile = "</script><img src=x onerror=alert(1)>";

/** Pseudo-random values with a seed, about normal. */
function values(seed, n, middle) {
  let state = seed;
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  return Array.from({length: n}, () => middle * (1 + 0.01 * (next() + next() + next() + next() - 2)));
}

/** hyperfine's JSON with one result a benchmark: 0 is slower by 10 %, 1 faster, the others the same. */
function hyperfine(side, benchmarks) {
  const results = Array.from({length: benchmarks}, (_, at) => {
    const change = side === 0 || at > 1 ? 1 : at === 0 ? 1.1 : 0.9;
    const times = values(100 * side + at + 1, 24, (at + 1) * 0.01 * change);
    return {command: `bench-${String(at + 1).padStart(2, "0")}`, mean: times[0], times};
  });
  return JSON.stringify({results});
}

export function makePages() {
  const folder = mkdtempSync(join(tmpdir(), "kab-page-"));
  const path = (name) => join(folder, name);
  const run = (words, page) => {
    execFileSync(kab, words, {cwd: folder, stdio: ["ignore", "ignore", "pipe"]});
    return page && path(page);
  };
  const report = (page, ...words) => run(["report", ...words, "-o", page], page);
  const samples = (name, list) => writeFileSync(path(name), list.map((one) => `${one}\n`).join(""));

  writeFileSync(path("old.json"), hyperfine(0, 12));
  writeFileSync(path("new.json"), hyperfine(1, 12));
  samples("old", [...values(1, 30, 100), 180]);
  samples("new", values(2, 31, 120));
  samples("many-old", values(3, 50_000, 9000));
  samples("many-new", values(4, 50_000, 9300));
  run(["trial", "-a", "plain", "-a", `other:env.X=${kHostile}`, "--repeat", "8", "--number", "stdout", "--unit", "B/s", "--seed", "7", "-o", "trial.kab",
    "--", "sh", "-c", `echo $((13000000 + $$ % 9999)); : '${kHostile}'`]);
  return {
    folder,
    many: report("many.html", "old.json", "new.json"),
    one: report("one.html", "--unit", "ns", "old", "new"),
    large: report("large.html", "--unit", "ns", "many-old", "many-new"),
    trial: report("trial.html", "trial.kab"),
  };
}
