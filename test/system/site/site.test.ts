import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { apis } from "../../../src/apis/index.ts";
import { samples } from "../../../src/apis/pdf/samples.ts";
import { type Running, startQuintet } from "../../running.ts";
import { findingsOf, hasBrowser, openBrowser, signUp, visitor } from "./visitor.ts";

const PUBLIC = [
  "/",
  "/?uuid=919108f7-52d1-4320-9bac-f847db4148a8",
  "/docs",
  ...apis.map((api) => `/docs/${api.name}`),
  "/status",
  "/problems",
  "/problems/quota-exceeded",
  "/signup",
];
const SIGNED_IN = ["/account", "/account/delete", "/account/audit"];

let server: Running;
let open: Running;
let browser: Browser;

beforeAll(async () => {
  if (!hasBrowser) return;
  [server, open, browser] = await Promise.all([
    startQuintet(),
    startQuintet({ METERING: "off" }),
    openBrowser(),
  ]);
}, 30_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.[Symbol.asyncDispose](), open?.[Symbol.asyncDispose]()]);
});

describe.skipIf(!hasBrowser)("every page", () => {
  test.each(["light", "dark"] as const)(
    "has no finding of axe in %s, and does nothing that it should not",
    async (colorScheme) => {
      await using person = await visitor(browser, server.url, { colorScheme, reducedMotion: "reduce" });
      const { page } = person;
      await signUp(page, server, `${colorScheme}@example.com`);
      const found: string[] = [];
      for (const path of [...PUBLIC, ...SIGNED_IN]) {
        await page.goto(path);
        found.push(...(await findingsOf(page)).map((finding) => `${path}: ${finding}`));
      }
      expect(found).toEqual([]);
      expect(person.complaints).toEqual([]);
    },
    120_000,
  );

  test("fits a screen of 320 pixels and one of 2560", async () => {
    for (const width of [320, 2560]) {
      await using person = await visitor(browser, server.url, { viewport: { width, height: 800 } });
      const { page } = person;
      await signUp(page, server, `w${width}@example.com`);
      for (const path of [...PUBLIC, ...SIGNED_IN]) {
        await page.goto(path);
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        expect({ path, wide }).toEqual({ path, wide: width });
      }
    }
  }, 120_000);
});

describe.skipIf(!hasBrowser)("a person", () => {
  test("signs up, gets a key, and has a first metered answer from the console", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const key = await signUp(page, server, "ada@example.com");
    expect(key).toStartWith("qt_live_");
    await page.goto("/docs/pdf");
    const file = { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from(samples.plain.make()) };
    const form = page.locator("[data-console]").first();
    await form.locator('input[type="file"]').first().setInputFiles(file);
    await form.locator("button").click();
    await page.waitForSelector("text=401");
    await page.fill("#key", key);
    await form.locator("button").click();
    await page.waitForSelector('.facts >> text=quintet-cost: 1;unit="pages"');
    expect(await form.locator("output pre").textContent()).toContain("This page is a sample");
    expect(
      await page.evaluate("JSON.stringify([localStorage, sessionStorage, location.href])"),
    ).not.toContain(key);
    expect(person.complaints).toEqual([]);
  }, 30_000);

  test("rolls a key, sees the new one once, and the old one ending", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const key = await signUp(page, server, "roll@example.com");
    await page.goto("/account");
    expect(await page.content()).not.toContain(key);
    await page.selectOption("select[name=grace]", "1h");
    await page.click("button:has-text('Rotate key')");
    const next = await page.textContent("#the-key");
    expect(next).toStartWith("qt_live_");
    expect(next).not.toBe(key);
    expect(await page.textContent(".keys")).toContain("Rotated. Stops working");
    expect(person.complaints).toEqual([]);
  }, 30_000);

  test("deletes the account", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await signUp(page, server, "leave@example.com");
    await page.click("text=delete your account");
    await page.fill("#email", "leave@example.com");
    await page.click("button:has-text('Delete account')");
    await page.waitForSelector("text=Account deleted");
    await page.goto("/account");
    expect(new URL(page.url()).pathname).toBe("/signup");
  }, 30_000);

  test("makes UUIDs and reads one without leaving the page", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    await page.goto("/");
    await page.fill("#n", "7");
    await page.click("text=Version 4");
    await page.waitForSelector("#made a >> nth=6");
    await page.locator("#made a").first().click();
    await page.waitForSelector("text=Valid: version 4.");
    expect(person.complaints).toEqual([]);
  }, 30_000);
});

test.skipIf(!hasBrowser)(
  "every console makes its call and shows the answer",
  async () => {
    await using person = await visitor(browser, open.url);
    const { page } = person;
    for (const api of apis) {
      await page.goto(`/docs/${api.name}`);
      for (const form of await page.locator("[data-console]").all()) {
        const path = await form.getAttribute("data-path");
        const operation = Object.values(api.operations).find((one) => one.path === path);
        const { file } = operation?.examples[0] ?? {};
        if (file !== undefined) {
          const bytes = Buffer.from(file.make());
          const sent = { name: file.name, mimeType: operation?.accepts?.types[0] ?? "", buffer: bytes };
          await form.locator('input[type="file"]').first().setInputFiles(sent);
        }
        await form.locator("button").click();
        const status = form.locator(".facts .status");
        await status.waitFor({ timeout: 15_000 });
        const upstream = operation?.examples[0]?.upstream === true;
        if (!upstream) expect([path, await status.textContent()]).toEqual([path, "200"]);
      }
    }
    expect(person.complaints).toEqual([]);
  },
  90_000,
);

describe.skipIf(!hasBrowser)("an operator", () => {
  test("signs in with the token, searches, suspends and credits an account; every page is clean", async () => {
    const ADMIN_TOKEN = "admin-token-of-the-tests";
    await using own = await startQuintet({ ADMIN_TOKEN });
    const make = (email: string) =>
      fetch(`${own.url}/admin/keys`, {
        method: "POST",
        headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
        body: new URLSearchParams({ email }),
      });
    for (let i = 0; i < 26; i++) await make(`person${i}@example.com`);
    // Colors do not depend on the width, nor the layout on the colors.
    for (const [colorScheme, width] of [
      ["light", 390],
      ["dark", 1440],
    ] as const) {
      await using person = await visitor(browser, own.url, {
        // axe needs scripts; the pages do not.
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
      });
      const { page } = person;
      const look = async () => {
        expect(await findingsOf(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      };
      await page.goto("/admin");
      await look();
      await page.fill("#token", ADMIN_TOKEN);
      await page.click("button:has-text('Sign in')");
      await look();
      await page.click("text=Next page");
      expect(await page.locator("tbody tr").count()).toBe(1);
      await page.fill("#q", "PERSON7@");
      await page.click("button:has-text('Search')");
      expect(await page.locator("tbody tr").count()).toBe(1);
      await page.click("text=person7@example.com");
      await page.fill("#reason", 'Spam <script>alert("x")</script>');
      await page.click("button:has-text('Suspend account')");
      expect(await page.textContent(".summary")).toContain('Spam <script>alert("x")</script>');
      await look();
      await page.click("button:has-text('Lift suspension')");
      await page.fill("#amount", "500");
      await page.click("button:has-text('Grant credits')");
      expect(await page.textContent("main")).toContain("0 of 500");
      await page.selectOption("#plan", { label: "Bundle" });
      await page.click("button:has-text('Add plan')");
      await look();
      await page.click("button:has-text('End Bundle')");
      expect(await page.textContent("main")).toContain("on the free plan");
      for (const path of [
        "/admin/audit",
        "/admin/plan-versions",
        "/admin/accounts/x",
        "/admin/accounts?q=nobody",
      ]) {
        await page.goto(path);
        await look();
      }
      await page.click("button:has-text('Sign out')");
      await page.goto("/admin/accounts");
      expect(new URL(page.url()).pathname).toBe("/admin/sign-in");
      expect(person.complaints).toEqual([]);
    }
  }, 120_000);
});

describe.skipIf(!hasBrowser)("without scripts", () => {
  test("forms of the landing page work", async () => {
    await using person = await visitor(browser, server.url, { javaScriptEnabled: false });
    const { page } = person;
    await page.goto("/");
    await page.fill("#n", "4");
    await page.click("text=Version 7");
    expect(JSON.parse((await page.textContent("body")) ?? "")).toHaveLength(4);
    await page.goto("/");
    await page.fill("#uuid", "{919108f7-52d1-4320-9bac-f847db4148a8}");
    await page.press("#uuid", "Enter");
    expect(await page.textContent("#reading output")).toContain("The UUID in it:");
    expect(await page.locator("[data-copy]:visible").count()).toBe(0);
  }, 30_000);

  test("sign-up, a new key, rolling and signing out work", async () => {
    await using person = await visitor(browser, server.url, { javaScriptEnabled: false });
    const { page } = person;
    const key = await signUp(page, server, "plain@example.com");
    expect(key).toStartWith("qt_live_");
    await page.fill("#name", "second");
    await page.click("button:has-text('Create key')");
    expect(await page.textContent("#the-key")).toStartWith("qt_live_");
    await page.locator("button:has-text('Rotate key')").first().click();
    expect(await page.textContent(".keys")).toContain("Rotated. Stops working");
    await page.click("button:has-text('Sign out everywhere')");
    await page.goto("/account");
    expect(new URL(page.url()).pathname).toBe("/signup");
  }, 30_000);

  test("consoles of free operations are plain forms", async () => {
    await using person = await visitor(browser, server.url, { javaScriptEnabled: false });
    const { page } = person;
    await page.goto("/docs/uuid");
    const form = page.locator('[data-path="/v7"]');
    await form.locator("button").click();
    expect(JSON.parse((await page.textContent("body")) ?? "")).toHaveLength(3);
    await page.goto("/docs/pdf");
    expect(await page.locator("[data-console] button:visible").count()).toBe(0);
    expect(await page.textContent("noscript")).toContain("Without scripts");
  }, 30_000);
});

test("this machine has a browser to test the site with", () => {
  if (!hasBrowser)
    process.stderr.write("\n!!! Chromium is not installed: the site is NOT tested in a browser.\n\n");
  expect(typeof hasBrowser).toBe("boolean");
});
