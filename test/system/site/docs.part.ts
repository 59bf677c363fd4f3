import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { apis } from "../../../src/apis/default-apis.ts";
import { guides } from "../../../src/web/docs/guides.ts";
import { casesOf } from "../../helpers/nightly.ts";
import type { Running } from "../../helpers/running.ts";
import { openSite } from "./open-site.ts";
import { findingsOf, hasBrowser, shorten, visitor } from "./visitor.ts";

const PAGES = [
  "/docs",
  "/docs/changelog",
  "/docs/search?q=score",
  "/docs/endpoints/batches",
  "/docs/endpoints/webhooks",
  ...guides.map(({ slug }) => `/docs/${slug}`),
  ...apis.map(({ name }) => `/docs/${name}`),
];

let server: Running;
let browser: Browser;

beforeAll(async () => {
  ({ open: server, browser } = await openSite());
});

describe.skipIf(!hasBrowser)("every page of the docs", () => {
  // At once: each has a renderer of its own.
  // Each theme and each width once: axe takes seconds on the largest pages. The short form has a quarter of the pages in each.
  test.concurrent.each([
    ["light", 390, casesOf(PAGES, 4)],
    ["dark", 1440, casesOf(PAGES, 4, 2)],
  ] as const)(
    "in %s at %d pixels has no finding of axe and does not scroll sideways",
    async (colorScheme, width, pages) => {
      await using person = await visitor(browser, server.url, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      const { page } = person;
      const found: string[] = [];
      for (const path of pages) {
        await page.goto(path);
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        if (wide !== width) found.push(`${path}: ${wide} pixels wide`);
        await shorten(page);
        found.push(...(await findingsOf(page)).map((finding) => `${path}: ${finding}`));
      }
      expect(found).toEqual([]);
      expect(person.complaints).toEqual([]);
    },
    180_000,
  );
});

describe.skipIf(!hasBrowser)("a reader of the docs", () => {
  test("searches with the keyboard alone, and gets to the field", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("score.confidence");
    await page.waitForSelector("#docs-results a.chosen");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/seo#seo-audit-response-score.confidence");
    await page.waitForSelector('[id="seo-audit-response-score.confidence"]', { state: "visible" });
    expect(person.complaints).toEqual([]);
  });

  test("leaves the page with Enter before the index has come, and late results stay closed", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const released = Promise.withResolvers<void>();
    await page.route("**/docs/search.json", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto("/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("webhooks");
    await page.click("h1");
    const isLoaded = page.waitForResponse("**/docs/search.json");
    released.resolve();
    await (await isLoaded).finished();
    // The index is parsed when another reader of it has it.
    await page.evaluate("fetch('/docs/search.json').then((response) => response.json())");
    expect(await page.locator("#docs-results").isHidden()).toBe(true);
    await page.focus("#docs-query");
    await page.locator("#docs-results .chosen").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/webhooks");
    await page.unroute("**/docs/search.json");
    await page.route("**/docs/search.json", () => {});
    await page.keyboard.press("/");
    await page.keyboard.type("signature");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/search?q=signature");
    expect(person.complaints).toEqual([]);
  });

  test("sees results in groups with their words marked, and what to do without results, on a phone too", async () => {
    await using person = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } });
    const { page } = person;
    await page.goto("/docs");
    const query = page.locator("#docs-query");
    await query.fill("rate limit");
    await page.locator("#docs-results-Best-matches").waitFor();
    expect(await page.locator("#docs-results .chosen").count()).toBe(1);
    expect(await page.locator("#docs-results mark").first().textContent()).toMatch(/^(?:rate|limit)/i);
    expect(await findingsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    // The first press closes the results, and keeps the words.
    await query.press("Escape");
    await page.locator("#docs-results").waitFor({ state: "hidden" });
    expect(await query.inputValue()).toBe("rate limit");
    await query.press("ArrowDown");
    await page.locator("#docs-results .chosen").waitFor();
    await query.press("ArrowUp");
    await query.press("Enter");
    await page.waitForURL("**/docs/search?q=rate+limit");
    expect(await page.locator("main mark").count()).toBeGreaterThan(5);
    await query.fill("xylophones");
    await page.locator("#docs-results >> text=No results.").waitFor();
    await page.locator("#docs-results >> text=Quickstart").click();
    await page.waitForURL("**/docs/quickstart");
    await page.goto("/docs/search?q=%3Cimg%20src%3Dx%3E%22xylophones");
    expect(await page.locator("main img").count()).toBe(0);
    expect(person.complaints).toEqual([]);
  });

  test("opens links with any fragment, also one that is not percent-encoded", async () => {
    await using person = await visitor(browser, server.url);
    for (const fragment of ["%", "100%", "%ff", "%zz+&", "list%2Djobs"]) {
      await person.page.goto("/docs");
      await person.page.goto(`/docs/seo#${fragment}`);
      await person.page.locator("h1").waitFor();
    }
    expect(person.complaints).toEqual([]);
  });

  test("finds every endpoint in the sidebar, which follows the reader and works without scripts", async () => {
    await using person = await visitor(browser, server.url, { viewport: { width: 1440, height: 900 } });
    const { page } = person;
    // A section of the page of earlier releases, and the endpoint on its own page.
    await page.goto("/docs/endpoints#jobs-list-jobs-newest-first");
    await page.click(".docs-nav a:has-text('Webhooks') >> nth=0");
    await page.waitForURL("**/docs/endpoints/webhooks");
    const marked = page.locator(".docs-nav [aria-current=location]");
    for (const [selector, text] of [
      [".reference >> nth=2", "Read a webhook endpoint"],
      [".reference >> nth=0", "List webhook endpoints, newest first"],
    ] as const) {
      await page.locator(selector).evaluate((place) => place.scrollIntoView());
      await marked.getByText(text, { exact: true }).waitFor();
      expect(await marked.count()).toBe(1);
    }
    expect(person.complaints).toEqual([]);
    await using plain = await visitor(browser, server.url, {
      javaScriptEnabled: false,
      viewport: { width: 1440, height: 900 },
    });
    await plain.page.goto("/docs/endpoints");
    await plain.page.click(".docs-nav summary:has-text('Operations of Jobs')");
    await plain.page.click(".docs-nav >> text=Read the state of a job");
    expect(new URL(plain.page.url()).pathname).toBe("/docs/endpoints/jobs");
  });

  test("chooses a language once, for every page", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/docs/pdf");
    const shown = page.locator('[data-code-tabs="pdf-extract"] .code-panel:visible');
    expect(await shown.getAttribute("data-language")).toBe("curl");
    await page.locator('[data-code-tabs="pdf-extract"] input[value="PHP"]').check();
    expect(await shown.getAttribute("data-language")).toBe("PHP");
    await page.goto("/docs/uuid");
    const other = page.locator('[data-code-tabs="uuid-v4"] .code-panel:visible');
    expect(await other.getAttribute("data-language")).toBe("PHP");
    expect(person.complaints).toEqual([]);
  });

  test("generates UUIDs in the page, also when the server is gone", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/tools/uuid");
    const form = page.locator("[data-generator]");
    const button = form.getByRole("button", { name: "Generate" });
    await button.waitFor({ state: "visible" });
    await page.context().setOffline(true);
    const requests: string[] = [];
    page.on("request", (request) => {
      // The code of the call follows the form, without UUIDs, and browsers look for the icon of a new URL.
      if (!/\/docs\/code\/|\/assets\/icon/.test(request.url())) requests.push(request.url());
    });
    const made: string[] = [];
    for (const version of ["7", "4"]) {
      await form.getByLabel("Version").selectOption(version);
      await form.getByLabel("Count").fill("1000");
      await button.click();
      await form.getByRole("status").getByText(`1000 UUIDs of version ${version} generated.`).waitFor();
      made.push(await page.locator("#generator-list").inputValue());
    }
    const [seven = "", four = ""] = made;
    for (const [text, digit] of [
      [seven, "7"],
      [four, "4"],
    ] as const) {
      const all = text.split("\n");
      expect(new Set(all).size).toBe(1_000);
      expect(
        all.every((one) =>
          new RegExp(`^[\\da-f]{8}-[\\da-f]{4}-${digit}[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$`).test(
            one,
          ),
        ),
      ).toBe(true);
    }
    expect(seven.split("\n").toSorted().join("\n")).toBe(seven);
    await form.getByLabel("Format").selectOption("ulid");
    await form.getByLabel("Count").fill("1");
    await page.keyboard.press("Enter");
    await form.getByRole("status").getByText("1 UUID of version 4 generated.").waitFor();
    expect(await page.locator("#generator-list").inputValue()).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(requests).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  test("validates many texts in the console", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/docs/uuid");
    const form = page.locator('[data-console][data-operation="validateBatch"]');
    await form.getByLabel("uuids").fill("919108f7-52d1-4320-9bac-f847db4148a8\nno");
    await form.getByRole("button", { name: "Send request" }).click();
    await form.locator(".outcome").getByText("validCount").first().waitFor();
    expect(await form.locator(".facts").textContent()).toContain("200");
    expect(person.complaints).toEqual([]);
  });

  test("sees the field that a browser rejects, also in a folded part", async () => {
    await using person = await visitor(browser, server.url, { viewport: { width: 1440, height: 900 } });
    const { page } = person;
    await page.goto("/docs/images");
    const form = page.locator("[data-console]").first();
    const fold = form.locator("details.advanced summary");
    await fold.click();
    await form.locator("[name=feather]").fill("9999");
    await fold.click();
    await form.locator("[data-sample]").click();
    await form.locator(".facts >> text=is selected").waitFor();
    await form.getByRole("button", { name: "Send request" }).click();
    await form.locator("[name=feather]:focus").waitFor();
    expect(person.complaints).toEqual([]);
  });

  test("sees the code follow the form, without its passwords", async () => {
    await using person = await visitor(browser, server.url, { viewport: { width: 1440, height: 900 } });
    const { page } = person;
    await page.goto("/docs/uuid");
    const form = page.locator('[data-console][data-api="uuid"][data-operation="v4"]');
    await form.locator("[name=n]").fill("7");
    await page.waitForSelector('[data-code-tabs="uuid-v4"] [data-language="curl"] pre:has-text("n=7")');
    const code = page.locator('[data-code-tabs="uuid-v4"] [data-language="curl"] pre');
    expect(await code.textContent()).toBe(`curl "${server.url}/v4?n=7"`);
    expect(await code.locator("span").count()).toBeGreaterThan(0);
    expect(person.complaints).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("code that follows a form", () => {
  const write = (path: string, fields: Readonly<Record<string, string>>) =>
    fetch(`${server.url}/docs/code/${path}`, { method: "POST", body: new URLSearchParams(fields) });

  test("is escaped, and ignores what the operation does not have", async () => {
    const response = await write("seo/audit", { url: "https://x.test/<script>'\"$(id)", colour: "red" });
    expect(response.status).toBe(200);
    const code: unknown = await response.json();
    const text = JSON.stringify(code);
    expect(text).not.toContain("<script>");
    expect(text).not.toContain("colour");
  });

  test.each(["seo/nothing", "nothing/audit", "seo/constructor", "seo/__proto__"])(
    "%s is 404",
    async (path) => {
      expect((await write(path, {})).status).toBe(404);
    },
  );

  test("has every value whole", async () => {
    const uuids = Array.from({ length: 100 }, () => crypto.randomUUID());
    const code: unknown = await (await write("uuid/validateBatch", { uuids: uuids.join("\n") })).json();
    const text = JSON.stringify(code);
    expect(uuids.filter((uuid) => !text.includes(uuid))).toEqual([]);
  });

  test("is for short forms only", async () => {
    expect((await write("seo/audit", { url: "x".repeat(100_000) })).status).toBe(413);
  });
});
