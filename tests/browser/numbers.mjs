// What figures open, what tables can do, the keys, and what is copied. `page` is a page of Playwright, `base` the address of the folder `html/` of the report of
// hcloud-rebench-20261014, with a slash at its end; `file:` will do.
import assert from "node:assert/strict";

const box = "#_derivation";
const isOpen = (page) => page.locator(box).evaluate((element) => element.matches(":popover-open"));
const opened = (page) => page.waitForFunction((box) => document.querySelector(box)?.matches(":popover-open"), box);
const closed = (page) =>
  page.waitForFunction((box) => {
    const told = document.querySelector('main a.fig[aria-expanded="true"]') === null;
    return told && !document.querySelector(box)?.matches(":popover-open");
  }, box);

async function figures(page, base) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${base}d1.html`);
  const figure = page.locator('main a.fig[href*="#e-"]:visible').first();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();

  // By mouse: the evidence page's own table, with links that lead there, and ids that are nobody else's.
  await figure.click();
  await opened(page);
  assert.equal(await height(), before, "a derivation moves nothing");
  assert.equal(await figure.getAttribute("aria-expanded"), "true");
  assert.ok((await page.locator(`${box} tbody tr`).count()) > 1, "a derivation has its blocks");
  const inner = await page.locator(`${box} a`).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.ok(inner.includes("d1-evidence.html#all-samples"), `the samples are linked: ${inner}`);
  const twice = await page.evaluate(() => {
    const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  });
  assert.deepEqual(twice, [], "no id stands twice");
  await page.keyboard.press("Escape");
  await closed(page);
  assert.ok(await figure.evaluate((link) => link === document.activeElement), "focus returns");
  assert.equal(await figure.getAttribute("aria-expanded"), "false");

  // By keyboard, and closed by its button.
  for (const key of ["Enter", " "]) {
    await figure.focus();
    await page.keyboard.press(key);
    await opened(page);
    assert.ok(await page.locator(box).evaluate((box) => box === document.activeElement), "focus goes in");
    await page.locator(`${box} button`, { hasText: "Close" }).first().click();
    await closed(page);
    assert.ok(await figure.evaluate((link) => link === document.activeElement), "focus returns");
  }

  // The figure again closes what it opened.
  await figure.click();
  await opened(page);
  await figure.click();
  await closed(page);
  await page.waitForTimeout(100);
  assert.equal(await isOpen(page), false, "a second click closes");

  // The address of a derivation opens it on arrival.
  const hash = await figure.evaluate((link) => link.hash.slice(1));
  await page.goto("about:blank");
  await page.goto(`${base}d1.html#_e=${hash}`);
  await opened(page);
  const links = await page.locator(`${box} .pop-links a`).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.deepEqual(links, [`#_e=${hash}`, `d1-evidence.html#${hash}`]);
  await page.keyboard.press("Escape");
  await closed(page);
  // The address names it no longer; a closing is told a moment later.
  await page.waitForFunction(() => location.hash === "");

  // With Ctrl the link is followed, elsewhere.
  const [tab] = await Promise.all([page.context().waitForEvent("page"), figure.click({ modifiers: ["ControlOrMeta"] })]);
  await tab.waitForLoadState();
  assert.ok(tab.url().endsWith(`d1-evidence.html#${hash}`), tab.url());
  await tab.close();

  // On a phone it is a sheet at the bottom, and nothing is wider than the screen.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${base}d1.html`);
  await figure.click();
  await opened(page);
  const sheet = await page.locator(box).boundingBox();
  assert.ok(sheet.x === 0 && sheet.width === 320 && Math.abs(sheet.y + sheet.height - 640) < 1, JSON.stringify(sheet));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider");
  await page.keyboard.press("Escape");

  // Both ends of an interval are one link.
  const doubled = await page.evaluate(() =>
    Array.from(document.querySelectorAll("main a.fig")).filter((link) => {
      const comma = link.nextSibling;
      return comma?.nodeType === 3 && comma.data === ", " && comma.nextSibling?.href === link.href;
    }).length);
  assert.equal(doubled, 0, "both ends of an interval are one link");
}

// Cells of a column as they stand, first of the unrounded values or text.
const column = (table, index) =>
  table.locator("tbody tr").evaluateAll(
    (rows, index) => rows.map((row) => row.cells[index].dataset.v?.split(",")[0] ?? row.cells[index].textContent), index);

async function tables(page, base) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${base}d1-evidence.html`);
  const samples = page.locator("#all-samples");
  const heads = samples.locator("thead th");
  const time = (await heads.allTextContents()).findIndex((text) => text.startsWith("ns/op"));
  const before = await column(samples, time);
  const width = (await heads.nth(time).boundingBox()).width;
  const button = heads.nth(time).locator("button");
  const numbers = () => column(samples, time).then((texts) => texts.map(Number));
  await button.focus();
  await page.keyboard.press("Enter");
  assert.equal(await heads.nth(time).getAttribute("aria-sort"), "ascending");
  const up = before.map(Number).sort((a, b) => a - b);
  assert.deepEqual(await numbers(), up, "by number, not by text");
  assert.notDeepEqual(before.map(Number), up, "the document's order is another");
  assert.match(await samples.locator("[role=status]").textContent(), /ns\/op, ascending/);
  assert.ok(Math.abs((await heads.nth(time).boundingBox()).width - width) < 1, "no column changes its width");
  await button.click();
  assert.deepEqual(await numbers(), up.toReversed());
  await button.click();
  assert.equal(await heads.nth(time).getAttribute("aria-sort"), null);
  assert.deepEqual(await column(samples, time), before, "the order of the document comes back");

  const filter = samples.locator("input");
  await filter.fill("legacy 019.log");
  const shown = await samples.locator("tbody tr:visible").allTextContents();
  const all = await samples.locator("tbody tr").allTextContents();
  const both = all.filter((text) => text.includes("legacy") && text.includes("019.log"));
  assert.deepEqual(shown, both);
  assert.ok((await samples.locator("[role=status]").textContent()).startsWith(`${both.length} of ${all.length} rows`));
  await filter.fill("");
  assert.equal(await samples.locator("tbody tr:visible").count(), all.length);

  // Copies: what the clipboard is given.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (globalThis.copied = text) }, configurable: true });
  });
  await samples.getByRole("button", { name: "Copy as Markdown" }).click();
  const lines = (await page.evaluate(() => copied)).trimEnd().split("\n");
  assert.equal(lines.length, all.length + 2);
  const bars = (line) => line.split("|").length;
  assert.ok(lines.every((line) => bars(line) === bars(lines[0])), "each line has as many cells");
  assert.match(lines[2], /^\| logs\/000\.log:5 \| PlanCacheHit \| final \|/);

  // On every page: as many cells in each line, whatever spans rows and columns, and no room is taken on a phone.
  for (const name of ["index", "d1", "d1-evidence", "c2", "c2-evidence", "hashes"]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${base}${name}.html`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${name} is ${wide} wide`);
    const uneven = await page.evaluate(async () => {
      let text = "";
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (copy) => (text = copy) }, configurable: true });
      const off = [];
      for (const figure of document.querySelectorAll("main .tbl")) {
        const copy = Array.from(figure.querySelectorAll("button")).find((button) => button.textContent === "Copy as Markdown");
        if (!copy) continue;
        text = "";
        copy.click();
        await Promise.resolve();
        const counts = new Set(text.trimEnd().split("\n").map((line) => line.replaceAll("\\|", "").split("|").length));
        if (counts.size !== 1 || counts.has(1)) off.push(figure.id);
      }
      return off;
    });
    assert.deepEqual(uneven, [], `tables of ${name} as Markdown`);
  }
}

async function keys(page, base) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${base}d1-evidence.html`);
  const dialog = page.locator("#_keys");
  const button = page.getByRole("button", { name: "Keyboard shortcuts" });
  const heading = () => page.evaluate(() => (/^H\d$/.test(document.activeElement.tagName) ? document.activeElement.textContent : ""));
  const headings = await page.locator("main :is(h1, h2, h3)").allTextContents();

  await page.keyboard.press("j");
  assert.equal(await heading(), headings[0]);
  await page.keyboard.press("j");
  assert.equal(await heading(), headings[1]);
  await page.keyboard.press("k");
  assert.equal(await heading(), headings[0]);

  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? "system");
  await page.keyboard.press("t");
  assert.equal(await theme(), "light");
  // Not in fields, not with modifiers.
  const field = page.locator("#all-samples input");
  await field.focus();
  await page.keyboard.press("t");
  assert.equal(await theme(), "light");
  assert.equal(await field.inputValue(), "t");
  await field.blur();
  await page.keyboard.press("Alt+t");
  assert.equal(await theme(), "light");
  await page.keyboard.press("t");
  await page.keyboard.press("t");
  assert.equal(await theme(), "system");

  await page.keyboard.press("?");
  assert.ok(await dialog.isVisible());
  await page.keyboard.press("t");
  assert.equal(await theme(), "system", "a dialog takes the keys");
  await dialog.locator("input").uncheck();
  await page.keyboard.press("Escape");
  assert.equal(await dialog.isVisible(), false);
  await page.keyboard.press("t");
  assert.equal(await theme(), "system", "turned off");
  await page.reload();
  await page.keyboard.press("t");
  assert.equal(await theme(), "system", "and still turned off");
  await button.click();
  await dialog.locator("input").check();
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.goto(`${base}c2.html`);
  const next = await page.locator('link[rel="next"]').getAttribute("href");
  await page.keyboard.press("n");
  await page.waitForURL(`${base}${next}`);
  await page.keyboard.press("p");
  await page.waitForURL(`${base}c2.html`);
  await page.goto(`${base}d1.html`);
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.waitForURL(`${base}index.html`);
}

async function links(page, base) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${base}d1.html`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (globalThis.copied = text) }, configurable: true });
  });
  const copied = () => page.evaluate(() => globalThis.copied);
  for (const [place, id] of [["main h2[id]", "arms"], [".items > li[id]", "m1"]]) {
    const anchor = page.locator(`${place}#${id} .anchor`).first();
    assert.equal(await anchor.evaluate((link) => getComputedStyle(link).opacity), "0");
    await anchor.focus();
    await page.keyboard.press("Enter");
    assert.equal(await copied(), `${base}d1.html#${id}`);
    assert.equal(new URL(page.url()).hash, `#${id}`);
  }
  await page.locator(".cite summary").click();
  await page.getByRole("button", { name: "Copy BibTeX" }).click();
  assert.match(await copied(), /^@misc\{hcloud-rebench-20261014-d1,\n[^]*sha256:[0-9a-f]{64}[^]*\}\n$/);
  await page.getByRole("button", { name: "Copy Markdown" }).click();
  assert.match(await copied(), /phase D1 .*sha256:[0-9a-f]{64}/);
}

export async function numbers(page, base) {
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await figures(page, base);
  await tables(page, base);
  await keys(page, base);
  await links(page, base);
  assert.deepEqual(errors, [], "pages work without errors");
}
