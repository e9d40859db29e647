// A browser for the tests of the page, and everything that a page should never do, gathered.
import {createRequire} from "node:module";
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";

/** The folder where npm has installed what the tests need. */
export const toolsRequire = createRequire(resolve(process.env.KAB_PAGE_TOOLS ?? "build/page-tests", "package.json"));
const puppeteer = toolsRequire("puppeteer-core");

export function launch() {
  const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...sandbox, "--disable-gpu", "--force-color-profile=srgb"],
  });
}

/**
 * The page of `file`, ready. `page.complaints` has errors, warnings, breaches of the content policy,
 * dialogs and requests for anything but the file itself.
 */
export async function opened(browser, file, {width = 1240, scheme = "light", script = true} = {}) {
  const page = await browser.newPage();
  const url = pathToFileURL(file).href;
  page.complaints = [];
  page.on("console", (message) => page.complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("dialog", (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("blob:")) page.complaints.push(`request: ${request.url()}`);
  });
  await page.setJavaScriptEnabled(script);
  await page.setViewport({width, height: 900});
  await page.emulateMediaFeatures([{name: "prefers-color-scheme", value: scheme}]);
  await page.goto(url);
  if (script) await page.waitForSelector("html[data-ready]");
  return page;
}

/** Draws every section, as printing does, and waits until all charts stand. */
export async function drawAll(page) {
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.waitForFunction(() => [...document.querySelectorAll(".chart-place")].every((place) => place.firstChild));
}

export const texts = (page, selector) => page.$$eval(selector, (nodes) => nodes.map((node) => node.textContent.trim()));
