import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { Running } from "../../helpers/running.ts";
import { until } from "../../helpers/until.ts";
import { openSite } from "./open-site.ts";
import {
  confirmEmail,
  faultsOf,
  findingsOf,
  hasBrowser,
  newEmail,
  SCREENS,
  showOn,
  visitor,
} from "./visitor.ts";

let server: Running;
let browser: Browser;

beforeAll(async () => {
  ({ server, browser } = await openSite());
});

/** The texts of elements that another element covers after they were scrolled into view. */
function coveredOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((element) => {
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width - 8, top + height / 2));
  }).map((element) => element.textContent)`);
}

/** The elements of a selector that are in view and whose contents are cut off. */
function clippedOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((element) => {
    const box = element.matches("table") ? element.parentElement : element;
    return box.offsetParent !== null && box.type !== "file" && box.scrollWidth > box.clientWidth;
  }).map((element) => element.id || element.outerHTML.slice(0, 80))`);
}

/** At which widths of tablets and small desktops a table of the page, or its code, scrolls sideways. */
async function scrollingAt(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  const found: string[] = [];
  for (const width of [840, 960, 1100, 1152, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const clipped = await clippedOf(page, "table, .code .scroll");
    found.push(...clipped.map((one) => `${width} pixels: ${one}`));
  }
  if (usual !== null) await page.setViewportSize(usual);
  return found;
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
  // Its report has a score and a table that links sort, and each page has its findings.
  await page.waitForSelector(".dial");
  expect(await scrollingAt(page)).toEqual([]);
  await page.click(".site-pages th >> text=Score");
  await page.waitForURL("**sort=score**");
  expect(await findingsOf(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  // What is printed has all rows of a longer table, which this one is not.
  await page.evaluate(`(() => {
    const all = document.createElement("a");
    all.href = "?rows=all&sort=url";
    all.dataset.allRows = "";
    document.querySelector(".site-pages").before(all);
    window.print = () => { document.body.dataset.printed = document.querySelector("[aria-sort]").textContent; };
  })()`);
  await page.click("[aria-label='More actions']");
  await page.click("[data-print]");
  await page.keyboard.press("Escape");
  expect(await page.locator(".menu[open]").count()).toBe(0);
  await page.waitForSelector("body[data-printed^=URL]");
  expect(await page.locator(".site-pages").count()).toBe(1);
  await page.locator(".site-pages tbody th a").first().click();
  expect(await page.textContent("main")).toContain("Audit this page now");
  // A person reads what it cost in words, and shares the report with a second call.
  await page.click("text=Audit page");
  await page.locator(".facts >> text=/^1 call charged\\. \\d+ of 100 left\\.$/").waitFor();
  await page.click("text=Share report");
  await page.locator("text=Open full report").waitFor();
  expect(await findingsOf(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  await page.goBack();
  await page.click("text=Open the report");
  expect(await cellHeads(page)).toContain('"URLs: "');
  await page.goto("/account/requests");
  const row = page.locator("tr:has-text('seo.siteAudit')");
  expect(await row.count()).toBe(1);
  expect(await row.textContent()).toContain("Signed in, no key");
}

/** Filters the list of jobs, and clears the filters. */
async function filterJobs(page: Page): Promise<void> {
  const filter = async (state: string) => {
    await page.selectOption("#kind", "batch");
    await page.selectOption("#state", state);
    await page.click("text=Apply filters");
    expect(new URL(page.url()).search).toBe(`?api=&kind=batch&state=${state}`);
    expect(await page.inputValue("#state")).toBe(state);
    expect(await faultsOf(page)).toEqual([]);
  };
  await filter("succeeded");
  expect(await page.locator("#jobs tbody tr").count()).toBe(1);
  await filter("failed");
  expect(await page.textContent("#jobs")).toBe("No jobs match. Show all jobs.");
  await page.click("text=Show all jobs");
  expect(await page.locator("#jobs tbody tr").count()).toBe(1);
}

/** The forms that start a batch are closed beside a list: a press, a link and files over the page open them. */
async function openForms(page: Page): Promise<void> {
  const isOpen = () => page.isVisible("#batch-pdf");
  expect(await isOpen()).toBe(false);
  await page.click("text=New batch");
  expect([await isOpen(), await faultsOf(page)]).toEqual([true, []]);
  await page.click("a:has-text('Cancel')");
  await page.goto("/account/jobs#new-batch");
  expect(await isOpen()).toBe(true);
  await page.goto("/account/jobs?kind=");
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["a"], "a.pdf"));
    const over = new DragEvent("dragenter", { dataTransfer, bubbles: true, cancelable: true });
    document.body.dispatchEvent(over);
    document.body.dataset.kept = String(over.defaultPrevented);
  })()`);
  expect([await isOpen(), await page.getAttribute("body", "data-kept")]).toEqual([true, "true"]);
}

/** Opens the batch of the list, one of its jobs, and the request of that. */
async function lookAtBatch(page: Page): Promise<void> {
  await page.locator("#jobs tbody th a").click();
  expect(await page.textContent(".admin-head")).toContain("SucceededBatch of 2");
  expect(await faultsOf(page)).toEqual([]);
  await page.locator("section:has(#items) tbody th a").first().click();
  expect(await page.textContent("section:has(#result) pre")).toContain("#");
  expect(await faultsOf(page)).toEqual([]);
  await page.click("text=Open the request");
  await page.click("text=Open the job");
}

/** Creates a webhook endpoint, and opens its page and its first delivery. */
async function lookAtWebhook(page: Page): Promise<void> {
  await page.fill("#new-webhook", `${server.url}/nothing`);
  await page.click("text=Create endpoint");
  await page.locator(".listed th a").click();
  await page.waitForURL(/webhooks\/[\da-f-]+$/);
  await page.click("button:has-text('Send test event')");
  // The widest row: of a delivery that will be attempted again.
  await page.waitForSelector("td:has-text(', next ')");
  // All of the page is of one time.
  const isOfOneTime = `(() => {
    const text = (selector) => document.querySelector(selector)?.textContent;
    return text(".chart figcaption")?.startsWith(text(".state-tabs .soft") + " event");
  })()`;
  await until("the chart counts what the list has", () => page.evaluate(isOfOneTime));
  expect(await scrollingAt(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await page.locator("tbody th a").click();
  expect(await page.textContent("#sent-request")).toContain('"type": "webhook.test"');
  expect(await faultsOf(page)).toEqual([]);
}

/** Counts the nodes that the pages of a browser have in memory, those that are no part of a document too. */
async function nodesIn(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { nodes } = await devtools.send("Memory.getDOMCounters");
  await devtools.detach();
  return nodes;
}

/** Leaves a list open that is asked for again by itself: what was replaced is not kept. */
async function leaveOpen(page: Page): Promise<void> {
  await page.goto("/account/requests");
  const size = Number(
    await page.evaluate("document.querySelector('#requests').querySelectorAll('*').length"),
  );
  await page.evaluate(`{
    const wait = setTimeout;
    window.setTimeout = (act, ms) => wait(act, Math.min(ms, 10));
  }`);
  const fetches = `performance.getEntriesByType("resource").filter((one) => one.initiatorType === "fetch").length`;
  const polled = (count: number) =>
    until(`the list was asked for ${count} times`, async () => Number(await page.evaluate(fetches)) >= count);
  await polled(5);
  const before = await nodesIn(page);
  await polled(45);
  expect(((await nodesIn(page)) - before) / size).toBeLessThan(10);
}

/** Goes through the account by its navigation, drops a file on a form that starts a batch, and opens its request. */
async function useDashboard(page: Page): Promise<void> {
  const go = async (entry: string) => {
    const isFolded = (page.viewportSize()?.width ?? 0) < 1152;
    if (isFolded) await page.click(".dash-menu summary");
    await page.click(`${isFolded ? ".dash-menu" : ".dash-nav"} a:has-text("${entry}")`);
    const marked = `${isFolded ? ".dash-menu" : ".dash-nav"} [aria-current=page]`;
    expect(await page.textContent(marked)).toBe(entry);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  };
  await go("Jobs");
  await page.evaluate(`fetch("/examples/sample.pdf").then((response) => response.blob()).then((blob) => {
    const dataTransfer = new DataTransfer();
    for (const name of ["a.pdf", "b.pdf"]) dataTransfer.items.add(new File([blob], name));
    const zone = document.querySelector("#batch-pdf").form;
    zone.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  })`);
  await page.selectOption("#batch-pdf-format", "markdown");
  await page.locator("form:has(#batch-pdf) button").click();
  // The page shows the progress by itself.
  await page.waitForSelector("#jobs >> text=Succeeded");
  const { hash } = new URL(page.url());
  expect(await page.locator(`tr[id="${hash.slice(1)}"] a[download]`).count()).toBe(1);
  await page.reload();
  expect(await page.locator("#jobs tbody tr").count()).toBe(1);
  await openForms(page);
  await filterJobs(page);
  await lookAtBatch(page);
  await go("Webhooks");
  await lookAtWebhook(page);
  await go("Overview");
  expect(await page.textContent(".tiles")).toContain("Calls, 7 days2");
  expect(await faultsOf(page)).toEqual([]);
  await go("Requests");
  expect(await scrollingAt(page)).toEqual([]);
  await page.locator("tbody th a").first().click();
  expect(await page.textContent("main")).toContain("Cost1 call");
  expect(await page.textContent("#replay-curl")).toContain("/pdf/extract");
  // Copy buttons, which a script shows, move nothing.
  const [shown, before] = await page.evaluate<number[]>(`(() => {
    const { classList, scrollHeight } = document.documentElement;
    classList.remove("copies");
    const before = document.documentElement.scrollHeight;
    classList.add("copies");
    return [scrollHeight, before];
  })()`);
  expect(before).toBe(shown);
  // The form has the parameters of the call.
  expect(await page.textContent("section:has(#parameters)")).toContain("fileNot stored");
  expect(await page.inputValue("[data-console] [name=format]")).toBe("markdown");
  await page.locator("[data-console] button[type=submit]").waitFor({ state: "visible" });
  expect(await faultsOf(page)).toEqual([]);
}

describe.skipIf(!hasBrowser)("pages on phones and desktops", () => {
  test("signed out", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const onScreens = async (look: (screen: (typeof SCREENS)[number]["viewport"]) => Promise<void>) => {
      for (const screen of SCREENS) {
        await showOn(page, screen);
        await look(screen.viewport);
      }
    };
    const clipped = (selector: string) =>
      onScreens(async ({ width }) => {
        expect([width, await clippedOf(page, selector)]).toEqual([width, []]);
      });

    await page.goto("/docs");
    expect(await page.textContent("[data-account]")).toBe("Sign in");
    await page.fill("#docs-query", "score");
    await page.waitForSelector("#docs-results a");
    await onScreens(async ({ width }) => {
      expect([width, await coveredOf(page, "#docs-results a")]).toEqual([width, []]);
    });

    await page.goto("/");
    // Tabs are in one row, the page has four screens at most, and tables do not scroll.
    await onScreens(async ({ width }) => {
      const tops = await page.$$eval("#first-call .radio-tabs label", (all) =>
        all.map((one) => one.offsetTop),
      );
      expect([width, new Set(tops).size]).toEqual([width, 1]);
      const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
      if (width === 1440) expect(height).toBeLessThanOrEqual(4 * 900);
    });
    await page.goto("/pricing");
    expect(await page.textContent("#credits")).toContain("59,000 calls for $39");
    expect(await page.textContent("main")).not.toContain("all single plans");
    await page.fill("#amount-seo", "30000");
    await page.locator("#estimate output >> text=Bundle").waitFor();
    expect(page.url()).toContain("seo=30000");
    await clipped("table");
    await clipped("input");

    await page.goto("/status");
    expect(await page.textContent("main")).not.toMatch(/24 hours|7 days|30 days|1 day\b/);
    await clipped("table");

    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ["/", "/benchmarks", "/docs/idempotency", "/docs/jobs", "/docs/site-audits"]) {
      await page.goto(path);
      expect([path, await clippedOf(page, "table, .glance")]).toEqual([path, []]);
    }

    await page.goto("/signup");
    await onScreens(async ({ height }) => {
      const end = await page.evaluate("document.querySelector('footer').getBoundingClientRect().bottom");
      expect(end).toBe(height);
    });

    // An API that is off has no console, and its sample is of what was asked for.
    await page.goto("/docs/products");
    expect(await page.textContent("main")).toContain("Not enabled on this server.");
    expect(await page.locator("[data-console]").count()).toBe(0);
    expect(await page.textContent(".reference-try")).not.toContain("B0TEAPOT01");
    await onScreens(async ({ width }) => {
      expect(await page.isVisible(".docs-nav [aria-current]")).toBe(width > 1000);
    });

    // The code and the console are near the top of a phone, and stay beside the fields of a desktop.
    await page.goto("/docs/seo#seo-audit");
    const at = (selector: string) =>
      page.evaluate(`(document.querySelector("#seo-audit ${selector}").getBoundingClientRect().top)`);
    await onScreens(async ({ width, height }) => {
      await page.evaluate(`document.querySelector("#seo-audit").scrollIntoView({ behavior: "instant" })`);
      expect(await at(".snippet")).toBeLessThan(height);
      expect(await at("[data-console]")).toBeLessThan(2 * height);
      await page.locator('[id="seo-audit-response"]').scrollIntoViewIfNeeded();
      if (width > 1000) expect(await at(".snippet")).toBeLessThan(height / 2);
    });

    await page.goto("/docs/uuid");
    await clipped("input");
    const form = page.locator("[data-console][data-operation=decode]");
    await form.getByRole("button").click();
    await form.locator(".outcome >> text=timestamp").first().waitFor();
    await form.getByLabel("uuid").fill("no");
    await form.getByRole("button").click();
    await form.locator(".failure").waitFor();
    expect(await form.locator(".outcome").textContent()).not.toContain("timestamp");

    expect(person.complaints).toEqual([]);
  });

  test("with forced colors", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto("/docs/pdf");
    // A chosen box and a chosen tab differ from the others, whatever the colors are.
    await page.evaluate("document.querySelector('.tick-field input').checked = true");
    const [check, box, ...tabs]: string[] = await page.evaluate(`(() => {
      const input = document.querySelector(".tick-field input");
      const styles = [getComputedStyle(input, "::before"), getComputedStyle(input)];
      const labels = document.querySelector(".radio-tabs").querySelectorAll("label");
      return [
        ...styles.map((style) => style.backgroundColor),
        ...[...labels].map((label) => getComputedStyle(label).borderBottomColor),
      ];
    })()`);
    expect(check).not.toBe(box);
    expect(tabs.length).toBeGreaterThan(2);
    expect(tabs.slice(1)).not.toContain(tabs[0]);
    await page.emulateMedia({ forcedColors: null });
    expect(person.complaints).toEqual([]);
  });

  test("signed in", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;

    // A link to a page of the account leads there after signing up, and after signing in again.
    const email = newEmail();
    await page.goto("/account/site-audits?after=0");
    expect(await page.textContent("h1")).toBe("Sign in");
    expect(await faultsOf(page)).toEqual([]);
    await confirmEmail(page, server, email);
    await page.click("text=Continue to the page you opened");
    expect(new URL(page.url()).search).toBe("?after=0");
    await page.goto("/account/settings");
    await page.click("li:has-text('this browser') button");
    await page.goto("/account/requests");
    await confirmEmail(page, server, email);
    expect(new URL(page.url()).pathname).toBe("/account/requests");
    await page.goto("/signup");
    expect(new URL(page.url()).pathname).toBe("/account");
    expect(await page.textContent("[data-account]")).toBe("Account");
    await page.goto("/docs");
    expect(await page.textContent("[data-account]")).toBe("Account");
    await page.goto("/");
    await page.locator("a:has-text('Open dashboard'):visible").first().waitFor();
    expect(
      await page.locator("main form.sign-up:visible, main :text('Get a free key'):visible").count(),
    ).toBe(0);

    // The question lies over what follows, and the buttons beside it stay.
    await page.goto("/account/keys");
    // The narrowest page beside the navigation has the buttons of a key in one row.
    await page.setViewportSize({ width: 1152, height: 720 });
    const tops = await page.$$eval(".key-table summary", (all) => all.map((one) => one.offsetTop));
    expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
    const edit = page.locator("summary:has-text('Edit')").first();
    await page.locator("summary:has-text('Revoke')").scrollIntoViewIfNeeded();
    const before = await edit.boundingBox();
    await page.click("summary:has-text('Revoke')");
    expect(await edit.boundingBox()).toEqual(before);
    expect(await page.textContent("#apis")).toContain("Quintet SEO");
    expect(await faultsOf(page)).toEqual([]);
    await useDashboard(page);
    await leaveOpen(page);

    await showOn(page, SCREENS[0]);
    await lookAtSiteAudit(page);

    expect(person.complaints).toEqual([]);
  });
});
