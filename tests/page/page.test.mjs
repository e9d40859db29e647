// The page of kab report in a browser, as its readers use it.
import assert from "node:assert/strict";
import {mkdtempSync, readFileSync, readdirSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {drawAll, launch, opened, texts, toolsRequire} from "./browser.mjs";
import {kHostile, makePages} from "./made_pages.mjs";

let browser;
let pages;
before(async () => {
  pages = makePages();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  if (pages) rmSync(pages.folder, {recursive: true});
});

const workloads = (page) => texts(page, "#verdicts tbody th");
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const kLight = "rgb(255, 255, 255)";
const kDark = "rgb(20, 23, 27)";
const headerOf = (name) => `::-p-xpath(//table[@id="verdicts"]//button[starts-with(normalize-space(.), "${name}")])`;
const sortOf = (page, name) => page.$eval(headerOf(name), (button) => button.closest("th").getAttribute("aria-sort"));

for (const name of ["many", "one", "large", "trial"])
  for (const width of [360, 1240])
    test(`${name} at ${width} px draws everything and complains of nothing`, async () => {
      const page = await opened(browser, pages[name], {width, scheme: width === 360 ? "dark" : "light"});
      await drawAll(page);
      assert.ok((await page.$$(".chart")).length >= 3);
      const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wide <= seen, `the page is ${wide} px wide in a window of ${seen}`);
      assert.deepEqual(page.complaints, []);
      await page.close();
    });

test("the content policy holds: a script or style that is added does not run", async () => {
  const page = await opened(browser, pages.one);
  const ran = await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "body { margin-left: 77px }";
    document.head.append(style);
    try {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = true'>");
    } catch {
      window.refused = true;
    }
    return [getComputedStyle(document.body).marginLeft, window.ran ?? false, window.refused ?? false];
  });
  assert.deepEqual(ran, ["0px", false, true]);
  await page.close();
});

test("headers sort up, down and back, by mouse and by keyboard", async () => {
  const page = await opened(browser, pages.many);
  const original = await workloads(page);
  assert.equal(original.length, 12);
  await page.click(headerOf("Change"));
  assert.equal(await sortOf(page, "Change"), "ascending");
  assert.equal((await workloads(page))[0], "bench-02");
  await page.focus(headerOf("Change"));
  await page.keyboard.press("Enter");
  assert.equal(await sortOf(page, "Change"), "descending");
  assert.equal((await workloads(page))[0], "bench-01");
  await page.keyboard.press("Space");
  assert.equal(await sortOf(page, "Change"), "none");
  assert.deepEqual(await workloads(page), original);
  await page.click(headerOf("Verdict"));
  assert.equal(await sortOf(page, "Change"), "none");
  assert.match((await texts(page, "#verdicts tbody .verdict"))[0], /slower/);
  assert.match((await texts(page, "#verdicts tbody .verdict")).at(-1), /faster/);
  await page.close();
});

test("filters leave what matches, say how many, and hide the other sections", async () => {
  const page = await opened(browser, pages.many);
  const count = () => page.$eval(".count", (node) => [node.textContent, node.getAttribute("aria-live")]);
  const sections = () => page.$$eval(".subject:not([hidden])", (nodes) => nodes.length);
  assert.deepEqual(await count(), ["12 comparisons", "polite"]);
  await page.type("#filter", "BENCH-1");
  assert.deepEqual(await workloads(page), ["bench-10", "bench-11", "bench-12"]);
  assert.deepEqual(await count(), ["3 of 12 comparisons", "polite"]);
  assert.equal(await sections(), 3);
  await page.type("#filter", " nothing");
  assert.match((await texts(page, "#verdicts tbody"))[0], /No comparison matches/);
  assert.equal(await sections(), 0);
  await page.$eval("#filter", (input) => {
    input.value = "";
    input.dispatchEvent(new Event("input"));
  });
  await page.select("#verdict", "slower");
  assert.deepEqual(await workloads(page), ["bench-01"]);
  await page.close();
});

test("hovering a sample says which it is", async () => {
  const page = await opened(browser, pages.trial);
  await drawAll(page);
  const chart = await page.waitForSelector('.chart[aria-label^="Samples"]');
  await chart.scrollIntoView();
  const dots = await chart.$$(".mark-dot > *");
  assert.ok(dots.length >= 24);
  const box = await dots[3].boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const tip = await page.waitForFunction(() => document.querySelector('.chart[aria-label^="Samples"] g[aria-label="tip"] text')?.textContent);
  assert.match(await tip.jsonValue(), /value 4.*(MB\/s|B\/s).*started at.*block 4, position/s);
  await page.close();
});

test("everything can be reached by keyboard, and says what it is", async () => {
  const page = await opened(browser, pages.many);
  const seen = [];
  for (let i = 0; i < 16; ++i) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim().slice(0, 12)));
  }
  for (const stop of ["theme", "filter", "verdict", "Workload↕", "bench-01"].map((one) => one.replace("↕", "")))
    assert.ok(seen.includes(stop), `${stop} is not among ${seen.join(", ")}`);
  await page.close();
});

test("light and dark follow the system, and the button has its own way", async () => {
  const page = await opened(browser, pages.one, {scheme: "dark"});
  assert.equal(await background(page), kDark);
  await page.click("#theme");
  assert.equal(await background(page), kLight);
  await page.click("#theme");
  assert.equal(await background(page), kDark);
  await page.emulateMediaFeatures([{name: "prefers-color-scheme", value: "light"}]);
  assert.equal(await background(page), kDark);
  await page.click("#theme");
  assert.equal(await background(page), kLight);
  await page.close();
});

test("paper is white, has every chart, and no buttons", async () => {
  const page = await opened(browser, pages.many, {scheme: "dark"});
  const pdf = await page.pdf({format: "A4"});
  assert.equal(Buffer.from(pdf.slice(0, 5)).toString(), "%PDF-");
  await page.waitForFunction(() => document.querySelectorAll(".chart").length >= 36);
  await page.emulateMediaType("print");
  assert.equal(await background(page), kLight);
  assert.equal(await page.$eval("#theme", (button) => getComputedStyle(button).display), "none");
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test("hostile names are text", async () => {
  const page = await opened(browser, pages.trial);
  await drawAll(page);
  assert.equal(await page.$("img"), null);
  assert.ok((await texts(page, "body"))[0].includes(kHostile));
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test("outliers, the control and the environment are there to read", async () => {
  const one = await opened(browser, pages.one);
  await drawAll(one);
  assert.match((await texts(one, ".subject details summary")).join(), /outlier/);
  assert.match((await one.$$eval(".chart", (charts) => charts.map((chart) => chart.getAttribute("aria-label")))).join(), /1 outlier/);
  await one.close();
  const trial = await opened(browser, pages.trial);
  await drawAll(trial);
  assert.match((await texts(trial, ".sides-key"))[0], /\(A\/A\)/);
  assert.match((await texts(trial, "figure h4")).join(), /Change,Distributions,Over time,By position/);
  await trial.$eval("#all-facts", (details) => (details.open = true));
  assert.ok((await texts(trial, ".environment tbody th")).includes("kernel.release"));
  await trial.close();
});

test("the data can be taken away", async () => {
  const page = await opened(browser, pages.trial);
  const folder = mkdtempSync(join(tmpdir(), "kab-download-"));
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", {behavior: "allow", downloadPath: folder, eventsEnabled: true});
  for (const [button, file] of [["All as JSON", "kab-report.json"], ["Verdicts as CSV", "kab-verdicts.csv"], ["Samples as CSV", "kab-samples.csv"]]) {
    const done = new Promise((resolve) => {
      const listen = ({state}) => {
        if (state !== "completed") return;
        session.off("Browser.downloadProgress", listen);
        resolve();
      };
      session.on("Browser.downloadProgress", listen);
    });
    await page.click(`::-p-xpath(//button[normalize-space(.)="${button}"])`);
    await done;
    assert.ok(readdirSync(folder).includes(file));
  }
  const data = JSON.parse(readFileSync(join(folder, "kab-report.json"), "utf8"));
  assert.equal(data.judgement.seed, 7);
  const lines = readFileSync(join(folder, "kab-samples.csv"), "utf8").split("\r\n");
  assert.equal(lines.filter((line) => line.includes(",number,")).length, 3 * 8);
  assert.match(lines[0], /^subject,metric,unit,side,role/);
  assert.match(readFileSync(join(folder, "kab-verdicts.csv"), "utf8"), /undecided|same|faster|slower/);
  rmSync(folder, {recursive: true});
  await page.close();
});

test("100,000 samples are below 1.5 MB, thinned for drawing, and the table works", async (context) => {
  assert.ok(statSync(pages.large).size < 1_500_000);
  const start = performance.now();
  const page = await opened(browser, pages.large);
  context.diagnostic(`ready after ${Math.round(performance.now() - start)} ms, ${statSync(pages.large).size} bytes`);
  await drawAll(page);
  context.diagnostic(`all charts after ${Math.round(performance.now() - start)} ms`);
  assert.ok((await page.$$(".chart *")).length < 4000);
  assert.match((await texts(page, "figcaption")).join(), /With more than 2000 values, each column/);
  await page.click(headerOf("Change"));
  assert.equal(await sortOf(page, "Change"), "ascending");
  await page.close();
});

test("without script the verdicts are there as text", async () => {
  const page = await opened(browser, pages.one, {script: false});
  assert.match(await page.content(), /<noscript>.*slower/s);
  await page.close();
});

for (const scheme of ["light", "dark"])
  test(`axe finds nothing to complain of, ${scheme}`, async () => {
    for (const name of ["many", "trial"]) {
      const page = await opened(browser, pages[name], {scheme});
      await drawAll(page);
      await page.$$eval("details", (all) => all.forEach((details) => (details.open = true)));
      await page.evaluate(toolsRequire("axe-core").source);
      const {violations} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ["violations"]}));
      assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 140)).join(" | ")}`), []);
      await page.close();
    }
  });
