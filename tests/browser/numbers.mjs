// What figures open. `page` is a page of Playwright, `base` the address of the folder `html/` of the report of
// hcloud-rebench-20261014, with a slash at its end; `file:` will do.
import assert from "node:assert/strict";

const box = "#_derivation";
const isOpen = (page) => page.locator(box).evaluate((element) => element.matches(":popover-open"));
const opened = (page) => page.waitForFunction((box) => document.querySelector(box)?.matches(":popover-open"), box);
const closed = (page) => page.waitForFunction((box) => !document.querySelector(box)?.matches(":popover-open"), box);

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
  assert.equal(new URL(page.url()).hash, "", "the address names it no longer");

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

export async function numbers(page, base) {
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await figures(page, base);
  assert.deepEqual(errors, [], "pages work without errors");
}
