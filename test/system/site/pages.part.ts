import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { apis } from "../../../src/apis/default-apis.ts";
import { samples } from "../../../src/apis/pdf/samples.ts";
import { toolPaths } from "../../../src/web/tools/tools.ts";
import { casesOf, isNightly } from "../../helpers/nightly.ts";
import { type Running, runQuintet, startQuintet } from "../../helpers/running.ts";
import { until } from "../../helpers/until.ts";
import { ADMIN_TOKEN, openSite } from "./open-site.ts";
import { faultsOf, findingsOf, hasBrowser, newEmail, shorten, signIn, signUp, visitor } from "./visitor.ts";

/** How much of the screen moved until now, in hundredths. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(Math.round(100 * sum)))));
})`;

const PUBLIC = [
  "/",
  "/pricing",
  "/benchmarks",
  ...toolPaths(apis),
  "/tools/uuid?uuid=919108f7-52d1-4320-9bac-f847db4148a8",
  "/docs",
  ...apis.map((api) => `/docs/${api.name}`),
  "/status",
  "/problems/quota-exceeded",
  "/signup",
];
const SIGNED_IN = [
  "/account",
  "/account/keys",
  "/account/webhooks",
  "/account/plan",
  "/account/settings",
  "/account/delete",
  "/account/audit",
  "/account/requests",
  "/account/jobs",
  "/account/site-audits",
];

/** The pages that axe looks at here: docs.test.ts shows it those of the docs. */
const ownPages = [...PUBLIC, ...SIGNED_IN].filter((path) => !path.startsWith("/docs"));
/** Those in each theme. The short form has half of them in each. */
const [light, dark] = [casesOf(ownPages, 2), casesOf(ownPages, 2, 1)];
/** Those on a wide screen too, where less can go wrong than on a narrow one. */
const wide = casesOf([...PUBLIC, ...SIGNED_IN], 3);

let server: Running;
let open: Running;
let operated: Running;
let operatedData: string;
let browser: Browser;

beforeAll(async () => {
  ({ server, open, operated, operatedData, browser } = await openSite());
});

/** axe takes a second for a long page, and many on a busy machine. */
const SLOW_MS = 600_000;

/** The width that a page needs on a screen of so many pixels. */
async function widthAt(page: Page, width: number): Promise<unknown> {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate("document.documentElement.scrollWidth");
}

describe.skipIf(!hasBrowser)("every page", () => {
  // One visit for all of it, because most of the time is loading pages.
  test(
    "fits screens of 320 and 2560 pixels, links to pages that exist, and has no finding of axe in the light and the dark",
    async () => {
      await using person = await visitor(browser, server.url);
      const { page } = person;
      await signIn(page, server);
      const paths = new Map<string, string>();
      const found: string[] = [];
      for (const path of [...PUBLIC, ...SIGNED_IN]) {
        await page.goto(path);
        const hrefs = await page.$$eval("main a[href], header a[href], footer a[href]", (links) =>
          links.map((link) => link.getAttribute("href") ?? ""),
        );
        for (const href of hrefs) {
          const { origin, pathname } = new URL(href, server.url + path);
          if (origin === server.url) paths.set(pathname, path);
        }
        const usual = page.viewportSize();
        for (const width of wide.includes(path) ? [320, 2560] : [320]) {
          expect({ path, wide: await widthAt(page, width) }).toEqual({ path, wide: width });
        }
        if (usual !== null) await page.setViewportSize(usual);
        if (!ownPages.includes(path)) continue;
        await shorten(page);
        for (const [colorScheme, shown] of [
          ["light", light],
          ["dark", dark],
        ] as const) {
          if (!shown.includes(path)) continue;
          await page.emulateMedia({ colorScheme });
          found.push(...(await findingsOf(page)).map((finding) => `${path}, ${colorScheme}: ${finding}`));
        }
      }
      expect(found).toEqual([]);
      expect(person.complaints).toEqual([]);
      const missing: string[] = [];
      for (const [path, from] of paths) {
        const { status } = await fetch(server.url + path, { redirect: "manual" });
        if (status === 404) missing.push(`${from} links to ${path}`);
      }
      expect(paths.size).toBeGreaterThan(40);
      expect(missing).toEqual([]);
    },
    SLOW_MS,
  );
});

describe.skipIf(!hasBrowser)("the status page", () => {
  test("shows days, APIs that are off, and what the operator writes about an incident", async () => {
    const DATA_DIR = operatedData;
    const title = "PDF calls fail <script>alert(1)</script>";
    const words = ["admin", "incidents"];
    const opened = await runQuintet({ DATA_DIR }, ...words, "open", title, "--message", "Looking into it.");
    expect([opened.code, opened.err]).toEqual([0, expect.any(String)]);
    const { id } = JSON.parse(opened.out) as { id: string };
    const status = async () => (await fetch(`${operated.url}/status`)).text();
    await until("it is measured", async () => (await status()).includes("Uptime by day"));
    await using person = await visitor(browser, operated.url);
    const { page } = person;
    await page.goto("/status");
    expect(await page.textContent(".incident.bad h3")).toBe(title);
    expect(await page.textContent("main")).toMatch(/Not enabled on this server: .*Products/);
    expect(await page.locator(".days svg").count()).toBe(apis.length - 2);
    expect(await faultsOf(page)).toEqual([]);
    expect(person.complaints).toEqual([]);
    expect((await runQuintet({ DATA_DIR }, ...words, "resolve", id, "--message", "Fixed.")).code).toBe(0);
    expect(await status()).toContain("Fixed.");
    expect((await runQuintet({ DATA_DIR }, ...words, "update", id, "--message", "x")).code).not.toBe(0);
  });
});

describe.skipIf(!hasBrowser)("errors for people", () => {
  test("are pages with a way on, on phones and desktops, and stay JSON for programs", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    for (const [path, status, text] of [
      ["/dosc/pdf", 404, "We can't find that page"],
      ["/docs/nothing", 404, "We can't find that page"],
      ["/problems/nothing", 404, "We can't find that page"],
      ["/seo/audit?url=https://example.com/", 401, "Get a free key"],
      ["/decode/zz", 400, "About this error"],
    ] as const) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, status]);
      expect([path, await page.textContent("main")]).toEqual([path, expect.stringContaining(text)]);
      expect(await page.locator("main a").count()).toBeGreaterThan(0);
      expect(await widthAt(page, 390)).toBe(390);
      // The short form shows one of the pages without a page to axe.
      if (isNightly || !path.endsWith("/nothing")) {
        expect((await faultsOf(page)).map((fault) => `${path}: ${fault}`)).toEqual([]);
      }
    }
    await page.goto("/plans");
    expect(new URL(page.url()).pathname).toBe("/pricing");
    expect(person.complaints).toEqual([]);
    const json = await fetch(`${server.url}/dosc/pdf`, { headers: { Accept: "*/*" } });
    expect(json.headers.get("content-type")).toBe("application/problem+json");
    const icon = await fetch(`${server.url}/favicon.ico`);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  });

  test("keep a mistyped email address in the form", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/signup");
    // The browser's own check does not know everything that ours knows.
    await page.evaluate("document.querySelector('.sign-up').noValidate = true");
    await page.fill("#email", 'ada"><b>@example');
    await page.click("button[type=submit]");
    await page.locator("#email-error").waitFor();
    expect(await page.inputValue("#email")).toBe('ada"><b>@example');
    expect(await findingsOf(page)).toEqual([]);
    expect(person.complaints).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("a person", () => {
  test("signs up and has a first metered response in five actions, without pasting a key", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const started = performance.now();
    // Actions: the email address, its form, the link, its button.
    const key = await signUp(page, server, newEmail(), "/");
    expect(key).toStartWith("qt_live_");
    await page.goto("/docs/pdf");
    const form = page.locator("[data-console]").first();
    await form.locator("[data-sample]").click();
    await form.locator(".facts >> text=is selected").waitFor();
    await form.locator("button[type=submit]").click();
    await form.locator('.facts >> text=quintet-cost: 1;unit="pages"').waitFor();
    expect(performance.now() - started).toBeLessThan(120_000);
    expect(await form.locator(".outcome").textContent()).toContain(
      "This sample shows what Quintet extracts from a PDF",
    );
    expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage, location.href])")).toBe(
      JSON.stringify([{ "signed-in": "1" }, {}, `${server.url}/docs/pdf`]),
    );
    expect(person.complaints).toEqual([]);
  });

  test("calls with a pasted key, which is kept nowhere; without one, the error says what to do", async () => {
    await using person = await visitor(browser, server.url);
    const key = await signIn(person.page, server);
    await using other = await visitor(browser, server.url);
    const { page } = other;
    await page.goto("/docs/pdf");
    const file = { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from(samples.plain.make()) };
    const form = page.locator("[data-console]").first();
    await form.locator('input[type="file"]').first().setInputFiles(file);
    await form.locator("button[type=submit]").click();
    await form.locator(".failure").waitFor();
    expect(await form.locator(".facts .status").textContent()).toBe("401");
    await page.fill("#key", key);
    await form.locator("button[type=submit]").click();
    await form.locator('.facts >> text=quintet-cost: 1;unit="pages"').waitFor();
    // In the background, it has the same result in the end.
    await form.locator("text=Run in the background").click();
    await form.locator("button[type=submit]").click();
    await form.locator(".facts >> text=job: ").waitFor();
    await form.locator(".facts .status").waitFor();
    expect(await form.locator(".facts .status").textContent()).toBe("200");
    expect(await form.locator(".failure").count()).toBe(0);
    expect(
      await page.evaluate("JSON.stringify([localStorage, sessionStorage, location.href])"),
    ).not.toContain(key);
    expect(other.complaints).toEqual([]);
  });

  test("rolls a key, sees the new one once, and the old one ending", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const key = await signIn(page, server);
    await page.goto("/account/keys");
    expect(await page.content()).not.toContain(key);
    await page.click("summary:has-text('Rotate')");
    await page.selectOption("select[name=grace]", "1h");
    await page.click("button:has-text('Rotate key')");
    const next = await page.textContent("#the-key");
    expect(next).toStartWith("qt_live_");
    expect(next).not.toBe(key);
    expect(await page.textContent(".key-table")).toContain("Rotated. Stops working");
    // A second press, while the first is under way, makes no second key.
    const sends = await page.evaluate(`[1, 2].map(() =>
      document.querySelector(".create form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })))`);
    expect(sends).toEqual([true, false]);
    expect(person.complaints).toEqual([]);
  });

  test("is asked before a key is revoked, and can undo it", async () => {
    await using person = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } });
    const { page } = person;
    const key = await signIn(page, server);
    const status = async () =>
      (await fetch(`${server.url}/usage`, { headers: { Authorization: `Bearer ${key}` } })).status;
    await page.goto("/account/keys");
    expect(await page.locator("button:has-text('Revoke key'):visible").count()).toBe(0);
    await page.click("summary:has-text('Revoke')");
    expect(await page.textContent(".confirm[open]")).toContain("You can undo this for 10 minutes.");
    expect(await findingsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.click("button:has-text('Revoke key')");
    await page.waitForSelector("button:has-text('Undo revocation')");
    expect(await findingsOf(page)).toEqual([]);
    await until("the key is revoked", async () => (await status()) === 401);
    await page.click("button:has-text('Undo revocation')");
    await page.waitForSelector("summary:has-text('Revoke')");
    await until("the key works again", async () => (await status()) === 200);
    expect(person.complaints).toEqual([]);
  });

  test("deletes the account", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const email = newEmail();
    await signIn(page, server, email);
    await page.goto("/account");
    await page.click(".dash-nav >> text=Settings");
    await page.click("a:has-text('Delete account')");
    await page.fill("#email", email);
    await page.click("button:has-text('Delete account')");
    await page.waitForSelector("text=Account deleted");
    await page.goto("/account");
    expect(new URL(page.url()).pathname).toBe("/signup");
  });

  test("keeps what is seen in its place while scripts start, on a phone", async () => {
    await using person = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } });
    const { page } = person;
    const shiftOf = async (path: string): Promise<unknown> => {
      await page.goto(path);
      return page.evaluate(SHIFT);
    };
    await signIn(page, server);
    await page.goto("/account");
    for (const path of ["/", "/tools/uuid", "/tools/pdf-to-markdown", "/account/jobs"])
      expect([path, await shiftOf(path)]).toEqual([path, 0]);
  });

  test("makes UUIDs and reads one without leaving the page, and the URL keeps the options", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/tools/uuid");
    await page.selectOption("#generator-version", "4");
    await page.fill("#generator-n", "700");
    await page.press("#generator-n", "Enter");
    const made = (await page.inputValue("#generator-list")).split("\n");
    expect([made.length, new Set(made).size]).toEqual([700, 700]);
    expect(page.url()).toBe(`${server.url}/tools/uuid?version=4&n=700&format=canonical`);
    await page.locator(".code-panel:visible >> text=/v4?n=700").waitFor();
    await page.goto(page.url());
    expect((await page.inputValue("#generator-list")).split("\n")).toHaveLength(700);
    await page.fill("#uuid", made[0] ?? "");
    await page.press("#uuid", "Enter");
    await page.waitForSelector("text=Valid: version 4.");
    expect(person.complaints).toEqual([]);
  });

  test("gets the code of the version that a link asks for", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/tools/uuid?version=4&n=5");
    await page.locator(".code-panel:visible >> text=/v4?n=5").waitFor();
    // More than the form generates.
    await page.goto("/tools/uuid?n=100000");
    const made = (await page.inputValue("#generator-list")).split("\n").length;
    expect([await page.inputValue("#generator-n"), made]).toEqual(["1000", 1_000]);
    expect(person.complaints).toEqual([]);
  });

  test("copies twice, and the button has its name again", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/");
    // A browser without a window has no clipboard.
    await page.evaluate("navigator.clipboard.writeText = async () => {}");
    const button = page.locator("[data-copy=own-command]");
    const says = (text: string) => page.locator(`[data-copy=own-command] >> text=${text}`).waitFor();
    await button.click();
    await says("Copied");
    // Its name begins with what it shows.
    await page.getByRole("button", { name: "Copied the code" }).waitFor();
    await button.click();
    await says("Copy");
    await button.click();
    await says("Copied");
    await says("Copy");
  });

  test("sees the latest price of the calculator, also where an earlier request fails later", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/pricing");
    let requests = 0;
    let fail = () => {};
    await page.route("**/pricing?*", async (route) => {
      if (++requests > 1) return route.continue();
      fail = () => void route.abort();
    });
    await page.fill("#amount-seo", "3000");
    await until("the first request", () => requests === 1);
    await page.fill("#amount-seo", "30000");
    const verdict = page.locator("#estimate output");
    await page.locator("#estimate output >> text=Bundle").waitFor();
    const failed = page.waitForEvent("requestfailed");
    fail();
    await failed;
    expect(await verdict.textContent()).toContain("Bundle");
  });
});

describe.skipIf(!hasBrowser)("the landing page", () => {
  test("has a demonstration that plays once, ends when it is moved, and does not move where that is unwanted", async () => {
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      const viewport = { width: 1440, height: 900 };
      await using person = await visitor(browser, server.url, { reducedMotion, viewport });
      const { page } = person;
      await page.goto("/");
      await page.locator("[data-compare].plays").waitFor();
      const moving = (part: string) =>
        page.evaluate(`document.querySelector("${part}").getAnimations({ subtree: true }).length`);
      expect(await moving("[data-compare]")).toBe(reducedMotion === "reduce" ? 0 : 1);
      await page.press("#compare", "ArrowRight");
      expect(await page.getAttribute("#compare", "aria-valuetext")).toBe("51% before, 49% after");
      expect(await moving("[data-compare]")).toBe(0);
      await page.press("#call-of-images", "ArrowRight");
      await page.locator(".scored.plays").waitFor();
      expect(await moving(".scored")).toBe(reducedMotion === "reduce" ? 0 : 1);
      // Four screens, and 60 KB without the images of the demonstrations.
      expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(3_600);
      const bytes =
        await page.evaluate(`[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ initiatorType }) => initiatorType !== "img")
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
      expect(bytes).toBeLessThanOrEqual(60_000);
      expect(person.complaints).toEqual([]);
    }
  });
});

describe.skipIf(!hasBrowser)("the tools", () => {
  test("run without a key, by keyboard, and fit a phone", async () => {
    const viewport = { width: 390, height: 844 };
    await using person = await visitor(browser, open.url, { viewport });
    const { page } = person;
    const look = async (selector: string) => {
      await page.locator(`#tool-outcome ${selector}`).first().waitFor({ timeout: 60_000 });
      expect(await page.textContent("#tool-status")).toContain("Done in");
      expect(await page.evaluate("document.activeElement.id")).toBe("result-title");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      expect(await findingsOf(page)).toEqual([]);
    };
    await page.goto("/tools/seo");
    // Without a scheme, as people type it.
    await page.fill("#tool-url", "example.com/a");
    await page.locator("#tool-url").blur();
    expect(await page.inputValue("#tool-url")).toBe("https://example.com/a");
    await page.fill("#tool-url", `${open.url}/docs`);
    await page.press("#tool-url", "Enter");
    await look(".dial");
    expect(await page.textContent(".metrics")).toMatch(/First byte\d+ ms/);
    expect(await page.locator(".categories li").count()).toBe(9);
    expect(await page.textContent(".metrics")).toContain("stylesheets");
    expect(await page.locator(".tool-sample").isVisible()).toBe(false);
    expect(page.url()).toContain(`?url=${encodeURIComponent(`${open.url}/docs`)}`);
    const path = (await page.getAttribute("#tool-outcome a.button", "href")) ?? "";
    expect(path).toStartWith("/reports/");
    await using reader = await visitor(browser, open.url, { viewport, colorScheme: "dark" });
    await reader.page.goto(path);
    expect(await reader.page.textContent("main")).toContain("Crawlers");
    expect(await reader.page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const shown = reader.page.locator(".finding:visible");
    const all = await shown.count();
    // Printed, it has every finding and no buttons.
    await reader.page.evaluate("window.print = () => { document.title = 'printed'; }");
    await reader.page.click("#print");
    expect(await reader.page.title()).toBe("printed");
    await reader.page.emulateMedia({ media: "print" });
    expect(await shown.count()).toBe(all);
    expect(await reader.page.locator("button:visible").count()).toBe(0);
    await reader.page.emulateMedia({ media: "screen" });
    // The report's policy allows one script, and axe is another: it reads the same page without the policy.
    await reader.page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { "content-type": "text/html; charset=utf-8" } });
    });
    await reader.page.reload();
    expect(await findingsOf(reader.page)).toEqual([]);
    expect(reader.complaints).toEqual([]);
    expect((await reader.page.goto("/reports/none"))?.status()).toBe(404);
    await page.goto("/tools/pdf-to-markdown");
    await page.press("[data-tool-sample]", "Enter");
    await look(".document");
    // Footnotes are no Markdown in the preview.
    expect(await page.textContent(".document .footnote")).toMatch(/^1 \w/);
    expect(await page.textContent(".document")).not.toContain("[^");
    expect(await page.getAttribute("#tool-outcome a[download]", "download")).toBe("sample.md");
    // The code has the chosen file, and still asks for Markdown.
    await page.locator(".code-panel:visible >> text=file=@sample.pdf").waitFor();
    expect(await page.textContent(".code-panel:visible")).toContain("format=markdown");
    await page.goto("/tools/remove-background");
    // Anywhere on the page. What cannot be read is said and not sent.
    const drop = (name: string, type: string, url: string) =>
      page.evaluate(`(async () => {
        const blob = await (await fetch("${url}")).blob();
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([blob], "${name}", { type: "${type}" }));
        const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector("footer").dispatchEvent(event);
      })()`);
    await drop("a.pdf", "application/pdf", "/demo/teapots.pdf");
    expect(await page.textContent("#tool-status")).toContain("Use PDF to Markdown for PDFs.");
    await drop(`${"x".repeat(300)}.exe`, "application/x-msdownload", "/demo/teapots.pdf");
    expect(await page.textContent("#tool-status")).toMatch(/^x{40}…x{11}\.exe has a type/);
    await drop("ring.png", "image/png", "/examples/ring.png");
    await look(".compare");
    await page.press("#tool-outcome input[type=range]", "ArrowRight");
    const handle = page.locator("#tool-outcome input[type=range]");
    expect(await handle.getAttribute("aria-valuetext")).toBe("51% before, 49% after");
    await page.locator("#tool-tries >> text=2 of 5 tries left this hour").waitFor();
    expect(await page.textContent(".code-panel:visible")).toContain("image=@ring.png");
    expect(person.complaints).toEqual([]);
  });

  test("say that they still work, can be canceled, and end when the server is silent, away or behind a broken proxy", async () => {
    await using person = await visitor(browser, open.url);
    const { page } = person;
    const status = page.locator("#tool-status");
    const start = async () => {
      await page.press("#tool-url", "Enter");
      await status.locator("text=Working…").waitFor();
    };
    await page.clock.install();
    await page.route("**/trial/seo*", () => {});
    await page.goto("/tools/seo?url=https://example.com/");
    await start();
    await page.clock.runFor(10_000);
    expect(await status.textContent()).toBe("Still working…");
    await page.clock.runFor(20_000);
    expect(await status.textContent()).toMatch(/^Still working\. .* while the server is busy\.$/);
    await page.press("#tool-cancel", "Enter");
    await status.locator("text=Canceled.").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("tool-url");
    expect(await page.locator("#tool-progress:visible, #tool-cancel:visible").count()).toBe(0);
    await start();
    await page.clock.runFor(101_000);
    await status.locator("text=No response. Check your connection and try again.").waitFor();
    await page.goto("/tools/remove-background");
    await page.route("**/trial/images", (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );
    await page.click("[data-tool-sample]");
    await status.locator("text=The server is not available (502). Try again in a minute.").waitFor();
    await page.route("**/husky.jpg*", (route) => route.abort());
    await page.click("[data-tool-sample]");
    await status.locator("text=No response.").waitFor();
    expect(await page.locator("#tool-progress:visible").count()).toBe(0);
  });

  test("say what to do when the tries of the hour are used up, and TRIAL=off removes them", async () => {
    await using person = await visitor(browser, operated.url);
    const { page } = person;
    const audited = `${operated.url}/docs`;
    for (let i = 0; i < 5; i++) await page.request.get(`/trial/seo?url=${audited}`);
    await page.goto(`/tools/seo?url=${encodeURIComponent(audited)}`);
    await page.locator(`.code-panel:visible >> text=${audited}`).waitFor();
    await page.press("#tool-url", "Enter");
    await page.locator(".tool-state .failure >> text=Get a free key").waitFor();
    await page.locator("#tool-tries >> text=0 of 5 tries left this hour").waitFor();
    await using off = await startQuintet({ TRIAL: "off" });
    expect(await (await fetch(`${off.url}/tools/seo`)).text()).not.toContain("tool-form");
    expect((await fetch(`${off.url}/trial/seo?url=${off.url}`)).status).toBe(404);
  });
});

describe.skipIf(!hasBrowser)("every console", () => {
  // Colors do not depend on the width, nor the layout on the colors. The short form has half of the APIs in each.
  test.concurrent.each([
    ["light", 390, casesOf(apis, 2)],
    ["dark", 1440, casesOf(apis, 2, 1)],
  ] as const)(
    "in %s on %i pixels makes its call, shows the response, keeps the focus and fits the page",
    async (colorScheme, width, shown) => {
      const viewport = { width, height: 900 };
      await using person = await visitor(browser, open.url, {
        colorScheme,
        viewport,
      });
      const { page } = person;
      for (const api of shown) {
        await page.goto(`/docs/${api.name}`);
        for (const form of await page.locator("[data-console]").all()) {
          const path = await form.getAttribute("data-path");
          const operation = Object.values(api.operations).find((one) => one.path === path);
          const upstream = operation?.examples[0]?.upstream === true;
          const look = async (status: RegExp) => {
            // By keyboard: the button that was pressed keeps the focus.
            await form.locator("button[type=submit]").press("Enter");
            await form.locator(".facts .status").waitFor({ timeout: 60_000 });
            expect([path, await form.locator(".facts .status").textContent()]).toEqual([
              path,
              expect.stringMatching(status),
            ]);
            expect(await page.evaluate("document.activeElement.type")).toBe("submit");
            expect(await form.locator(".outcome").textContent()).not.toBe("");
            const wide = await page.evaluate("document.documentElement.scrollWidth");
            expect({ path, wide }).toEqual({ path, wide: width });
          };
          if ((await form.locator("[data-sample]").count()) > 0) {
            // Without a file first: the error is shown in words.
            await look(/^4/);
            await form.locator(".failure").waitFor();
            await form.locator("[data-sample]").click();
            await form.locator(".facts >> text=is selected").waitFor();
          }
          await look(upstream ? /^\d{3}$/ : /^200$/);
        }
        // An API that is off has no console. The rest of the page is shown to axe by docs.part.ts.
        if ((await page.locator("[data-console]").count()) === 0) continue;
        await shorten(page);
        const found = await findingsOf(page, "[data-console]");
        expect(found.map((finding) => `${api.name}: ${finding}`)).toEqual([]);
      }
      expect(person.complaints).toEqual([]);
    },
    180_000,
  );

  test("takes a dropped file anywhere on its panel, and shows an image before and after", async () => {
    await using person = await visitor(browser, open.url);
    const { page } = person;
    await page.goto("/docs/images");
    const form = page.locator("[data-console]").first();
    await page.evaluate(`(async () => {
      const blob = await (await fetch("/examples/ring.png")).blob();
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([blob], "dropped.png", { type: "image/png" }));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("[data-console] .facts").dispatchEvent(event);
    })()`);
    await page.waitForFunction("document.querySelector('[data-main-file]').files[0]?.name === 'dropped.png'");
    await form.locator("button[type=submit]").click();
    const slider = form.locator(".compare input[type=range]");
    await slider.waitFor({ timeout: 60_000 });
    await slider.press("ArrowRight");
    expect(await slider.getAttribute("aria-valuetext")).toBe("51% before, 49% after");
    expect(await form.locator("a[download]").getAttribute("download")).toBe("dropped-transparent.png");
    expect(person.complaints).toEqual([]);
  });

  test("shows hostile text of a response as text", async () => {
    await using person = await visitor(browser, open.url);
    const { page } = person;
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const finding = { severity: "high", points: 5, message: evil, fix: { summary: evil } };
    const facebook = { title: evil, description: evil, domain: evil, image: null };
    const search = { title: evil, description: evil, address: evil };
    await page.route("**/seo/audit*", (route) =>
      route.fulfill({
        json: {
          score: { value: 5, max: 10 },
          findings: [finding],
          passed: [],
          preview: { search, social: { facebook } },
        },
      }),
    );
    await page.goto("/docs/seo");
    const form = page.locator("[data-console]").first();
    await form.locator("button[type=submit]").click();
    await form.locator(".report").waitFor();
    expect(await form.locator(".report").textContent()).toContain(evil);
    // Parts that a response lacks are left out.
    expect(await form.locator(".report").textContent()).not.toMatch(/false|undefined|null/);
    expect(await form.locator(".outcome img, .outcome script").count()).toBe(0);
    expect(person.complaints).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("an operator", () => {
  test("signs in with the token, searches, suspends and credits an account; every page is clean", async () => {
    const make = (email: string) =>
      fetch(`${operated.url}/admin/keys`, {
        method: "POST",
        headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
        body: new URLSearchParams({ email }),
      });
    for (let i = 0; i < 26; i++) await make(`person${i}@example.com`);
    await using person = await visitor(browser, operated.url);
    const { page } = person;
    await page.goto("/admin");
    expect(await faultsOf(page)).toEqual([]);
    await page.fill("#token", ADMIN_TOKEN);
    await page.click("button:has-text('Sign in')");
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.textContent("main")).toContain("1–25 of 26 accounts");
    await page.click("text=Next page");
    expect(await page.locator("tbody tr").count()).toBe(1);
    await page.click("text=Previous page");
    expect(await page.locator("tbody tr").count()).toBe(25);
    await page.fill("#q", "PERSON7@");
    await page.click("button:has-text('Search')");
    expect(await page.locator("tbody tr").count()).toBe(1);
    await page.click("text=person7@example.com");
    await page.fill("#reason", 'Spam <script>alert("x")</script>');
    await page.click("button:has-text('Suspend account')");
    expect(await page.textContent(".suspended")).toContain('Spam <script>alert("x")</script>');
    expect(await faultsOf(page)).toEqual([]);
    await page.click("button:has-text('Lift suspension')");
    await page.fill("#amount", "500");
    await page.click("button:has-text('Grant credits')");
    expect(await page.locator(".notice:visible").allTextContents()).toEqual(["The credits are granted."]);
    expect(await page.textContent("main")).toContain("0 of 500");
    await page.selectOption("#plan", { label: "Bundle" });
    await page.click("button:has-text('Add plan')");
    expect(await faultsOf(page)).toEqual([]);
    await page.click("summary:has-text('End plan')");
    await page.click("button:has-text('End plan')");
    expect(await page.textContent("main")).toContain("on the free plan");
    for (const path of [
      "/admin/audit",
      "/admin/plan-versions",
      "/admin/accounts/x",
      "/admin/accounts?q=nobody",
    ]) {
      await page.goto(path);
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.click("button:has-text('Sign out')");
    await page.goto("/admin/accounts");
    expect(new URL(page.url()).pathname).toBe("/admin/sign-in");
    expect(person.complaints).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("without scripts", () => {
  test("tools work: UUIDs in the page, a report, a text to save, an image", async () => {
    await using person = await visitor(browser, server.url, { javaScriptEnabled: false });
    const { page } = person;
    await page.goto("/tools/uuid");
    await page.fill("#generator-n", "4");
    await page.press("#generator-n", "Enter");
    expect((await page.inputValue("#generator-list")).split("\n")).toHaveLength(4);
    await page.fill("#uuid", "{919108f7-52d1-4320-9bac-f847db4148a8}");
    await page.press("#uuid", "Enter");
    expect(await page.textContent("#reading output")).toContain("The UUID in it:");
    expect(await page.locator("[data-copy]:visible").count()).toBe(0);
    await using guest = await visitor(browser, open.url, { javaScriptEnabled: false });
    await guest.page.goto("/tools/seo");
    await guest.page.fill("#tool-url", `${open.url}/docs`);
    await guest.page.click("text=Audit page");
    expect(new URL(guest.page.url()).pathname).toStartWith("/reports/");
    await guest.page.goto("/tools/pdf-to-markdown");
    const file = { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from(samples.plain.make()) };
    await guest.page.setInputFiles("#tool-file", file);
    const [saved] = await Promise.all([
      guest.page.waitForEvent("download"),
      guest.page.click("text=Convert to Markdown"),
    ]);
    expect(saved.suggestedFilename()).toBe("document.md");
  });

  test("the form of a file is whole where a script of its page does not load", async () => {
    for (const script of ["results", "page"]) {
      await using guest = await visitor(browser, open.url);
      await guest.page.route(`**/${script}*.js*`, (route) => route.abort());
      await guest.page.goto("/tools/pdf-to-markdown");
      await guest.page.locator("#tool-file:visible").waitFor();
      expect(
        await guest.page.locator("#tool-form :is(button, [data-scripted]):visible").allInnerTexts(),
      ).toEqual(["Convert to Markdown"]);
    }
  });

  test("sign-up, a new key, rolling and signing out work", async () => {
    await using person = await visitor(browser, server.url, { javaScriptEnabled: false });
    const { page } = person;
    const key = await signUp(page, server);
    expect(key).toStartWith("qt_live_");
    await page.click(".dash-nav >> text=Keys");
    await page.click("summary:has-text('New key')");
    await page.fill("#name", "second");
    await page.click("button:has-text('Create key')");
    expect(await page.textContent("#the-key")).toStartWith("qt_live_");
    await page.locator("summary:has-text('Rotate')").first().click();
    await page.locator("button:has-text('Rotate key')").first().click();
    expect(await page.textContent(".key-table")).toContain("Rotated. Stops working");
    await page.click(".dash-nav >> text=Settings");
    await page.click("summary:has-text('Sign out everywhere')");
    await page.click("button:has-text('Sign out everywhere')");
    await page.goto("/account");
    expect(new URL(page.url()).pathname).toBe("/signup");
  });

  test("consoles of free operations are plain forms", async () => {
    await using person = await visitor(browser, server.url, { javaScriptEnabled: false });
    const { page } = person;
    await page.goto("/docs/uuid");
    const form = page.locator('[data-path="/v7"]');
    await form.locator("button").click();
    expect(JSON.parse((await page.textContent("body")) ?? "")).toHaveLength(3);
    await page.goto("/docs/pdf");
    expect(await page.locator("[data-console] button:visible").count()).toBe(0);
    expect(await page.textContent("noscript")).toContain("needs JavaScript");
    await page.goto("/tools/remove-background");
    expect(await page.locator("input[type=range]:visible").count()).toBe(0);
  });
});

test("this machine has a browser to test the site with", () => {
  if (!hasBrowser)
    process.stderr.write("\n!!! Chromium is not installed: the site is NOT tested in a browser.\n\n");
  expect(typeof hasBrowser).toBe("boolean");
});
