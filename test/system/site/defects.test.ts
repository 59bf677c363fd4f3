import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type Running, startQuintet } from "../../running.ts";
import { confirmEmail, findingsOf, hasBrowser, openBrowser, visitor } from "./visitor.ts";

/** Phones and desktops, each in one theme. */
const SCREENS = [
  ["light", { width: 390, height: 844 }],
  ["dark", { width: 1440, height: 900 }],
] as const;

let server: Running;
let browser: Browser;

beforeAll(async () => {
  if (!hasBrowser) return;
  [server, browser] = await Promise.all([startQuintet({ EGRESS_ALLOW: "127.0.0.0/8" }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** The texts of elements that are in view of their parent and that another element covers. */
function coveredOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (top + height > element.parentElement.getBoundingClientRect().bottom) return false;
    return !element.contains(document.elementFromPoint(left + width - 8, top + height / 2));
  }).map((element) => element.textContent)`);
}

/** The headers that a phone shows before the cells of tables. */
function cellHeads(page: Page): Promise<string[]> {
  return page.evaluate(`[...new Set([...document.querySelectorAll("td")].map(
    (cell) => getComputedStyle(cell, "::before").content))].filter((text) => text !== "none")`);
}

/** Starts an audit of a page of this server, follows it, and opens its report and the request log. */
async function lookAtSiteAudit(page: Page): Promise<void> {
  await page.goto("/account/site-audits");
  await page.fill("#url", `${server.url}/problems/busy`);
  await page.fill("#maxPages", "1");
  await page.click("text=Start audit");
  // One region tells the progress, from the start.
  expect(await page.locator("[role=status]").allTextContents()).toEqual([
    expect.stringMatching(/queue|done/),
  ]);
  expect(await page.locator("[data-follow] progress").count()).toBe(1);
  expect(await findingsOf(page)).toEqual([]);
  await page.click("text=Open the report");
  expect(await cellHeads(page)).toContain('"Pages: "');
  await page.goto("/account/requests");
  const row = page.locator("tr:has-text('seo.siteAudit')");
  expect(await row.count()).toBe(1);
  expect(await row.textContent()).toContain("Account page");
}

describe.skipIf(!hasBrowser)("pages on phones and desktops", () => {
  test.each(SCREENS)("in %s, signed out", async (colorScheme, viewport) => {
    await using person = await visitor(browser, server.url, {
      colorScheme,
      viewport,
      reducedMotion: "reduce",
    });
    const { page } = person;

    await page.goto("/docs");
    expect(await page.textContent("[data-account]")).toBe("Sign in");
    await page.fill("#docs-query", "score");
    await page.waitForSelector("#docs-results a");
    expect(await coveredOf(page, "#docs-results a")).toEqual([]);

    expect(person.complaints).toEqual([]);
  });

  test.each(SCREENS)("in %s, signed in", async (colorScheme, viewport) => {
    await using person = await visitor(browser, server.url, {
      colorScheme,
      viewport,
      reducedMotion: "reduce",
    });
    const { page } = person;

    // A link to a page of the account leads there after signing up, and after signing in again.
    const email = `defects-${viewport.width}@example.com`;
    await page.goto("/account/site-audits?after=0");
    expect(await page.textContent("h1")).toBe("Sign in");
    expect(await findingsOf(page)).toEqual([]);
    await confirmEmail(page, server, email);
    await page.click("text=Continue to the page you opened");
    expect(new URL(page.url()).search).toBe("?after=0");
    await page.goto("/account");
    await page.click("li:has-text('this browser') button");
    await page.goto("/account/requests");
    await confirmEmail(page, server, email);
    expect(new URL(page.url()).pathname).toBe("/account/requests");
    await page.goto("/signup");
    expect(new URL(page.url()).pathname).toBe("/account");
    expect(await page.textContent("[data-account]")).toBe("Account");
    await page.goto("/docs");
    expect(await page.textContent("[data-account]")).toBe("Account");

    // Once, because an audit takes seconds.
    if (viewport.width < 500) await lookAtSiteAudit(page);

    expect(person.complaints).toEqual([]);
  });
});
