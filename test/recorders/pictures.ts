/**
 * Takes the picture of the README from the running product: `npm run pictures`. With a folder (`npm run pictures -- FOLDER`)
 * it takes a picture of every page there instead, at 390 and 1440 pixels, light and dark, signed out, signed in and as the
 * operator, after everything that opens was opened. Names of series after the folder, such as `390-dark`, leave out the
 * others. It starts servers of its own, and needs Chromium.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import sharp from "sharp";
import { chromium } from "../fixtures/seo/browser.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { signUp } from "../system/site/visitor.ts";

/** The pictures: the file, the page, and the part of it that is shown. */
const pictures = [
  ["audit.webp", "/tools/seo", ".tool-sample > .report"],
  ["husky.webp", "/tools/remove-background", ".tool-sample .compare"],
  ["pdf.webp", "/tools/pdf-to-markdown", ".tool-sample > .beside"],
  ["chart.webp", "/", ".charts"],
] as const;

/** The most pixels in height: the pictures of the README are in one row. */
const TALLEST = 400;

/** Pages that the map of the site leaves out. */
const UNLISTED = [
  "/problems/quota-exceeded",
  "/docs/search?q=score",
  "/signup",
  "/nothing",
  "/seo/audit?url=https://example.com/",
];

/** The links to a batch and a webhook endpoint in their lists. */
const [BATCH, ENDPOINT, FIRST] = ["#jobs tbody th a", ".listed a", "tbody th a"] as const;

/** Pages of an account: the name of the picture, the path, and the links that lead from there to the page. */
const ACCOUNT: readonly (readonly [name: string, path: string, ...links: string[]])[] = [
  ["account", "/account"],
  ["account-keys", "/account/keys"],
  ["account-plan", "/account/plan"],
  ["account-settings", "/account/settings"],
  ["account-requests", "/account/requests"],
  ["account-request", "/account/requests", "tr:has-text('pdf.extract') th a"],
  ["account-request-failed", "/account/requests?status=400", FIRST],
  ["account-site-audits", "/account/site-audits"],
  ["account-site-audit", "/account/site-audits", FIRST],
  ["account-site-audit-page", "/account/site-audits", FIRST, ".site-pages tbody th a"],
  ["account-site-audit-report", "/account/site-audits", FIRST, "text=Open the report"],
  ["account-jobs", "/account/jobs"],
  ["account-batch", "/account/jobs", BATCH],
  ["account-job", "/account/jobs", BATCH, "section:has(#items) tr:not(:has(.bad)) th a"],
  ["account-job-failed", "/account/jobs", BATCH, "section:has(#items) tr:has(.bad) th a"],
  ["account-webhooks", "/account/webhooks"],
  ["account-webhook", "/account/webhooks", ENDPOINT],
  ["account-delivery", "/account/webhooks", ENDPOINT, FIRST],
  ["account-audit", "/account/audit"],
  ["account-delete", "/account/delete"],
];

/** Pages of the operator, as above. */
const OPERATOR: typeof ACCOUNT = [
  ["admin-accounts", "/admin/accounts"],
  ["admin-account", "/admin/accounts", FIRST],
  ["admin-plan-versions", "/admin/plan-versions"],
  ["admin-audit", "/admin/audit"],
];

const ADMIN_TOKEN = "admin-token-of-the-pictures";

/** The pages of the site: its map, with one error code of many, and what it leaves out. */
async function publicPages(server: Running): Promise<string[]> {
  const map = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  return [...paths.filter((path) => !path.startsWith("/problems/")), ...UNLISTED];
}

/** The name of a page's picture. */
const nameOf = (path: string) => path.split("?", 1)[0]?.slice(1).replaceAll("/", "-") || "landing";

/**
 * Opens everything that is closed, but no menus and questions, which lie over the page, nor a form beside what it has just
 * made, and loads every image, so that it is seen.
 */
const OPEN_ALL = `
  for (const one of document.querySelectorAll('details:not(.dash-menu, .menu, .docs-menu, .docs-group, .confirm, .new-key ~ .create)')) one.open = true;
  for (const one of document.images) one.loading = 'eager';
  Promise.all([...document.images].map((one) => one.decode().catch(() => {}))).then(() => {})`;

const SENT_MS = 30_000;

/** Sends what a page lets one try with a sample of its own: the first console, the tools. */
async function tryOut(page: Page, name: string): Promise<void> {
  if (name === "tools-seo") {
    await page.fill("#tool-url", new URL("/", page.url()).href);
    await page.press("#tool-url", "Enter");
    await page.locator("#tool-result:visible, .tool-state .failure").first().waitFor({ timeout: SENT_MS });
  }
  const toolSample = page.locator("[data-tool-sample]");
  if ((await toolSample.count()) > 0) {
    await toolSample.click();
    await page.locator("#tool-result:visible, .tool-state .failure").first().waitFor({ timeout: SENT_MS });
    return;
  }
  const form = page.locator("[data-console]").first();
  if ((await form.count()) === 0) return;
  const sample = form.locator("[data-sample]").first();
  if ((await sample.count()) > 0) await sample.click();
  // No site but this server's own can be audited here.
  if (name === "docs-seo") await form.locator("[name=url]").fill(new URL("/", page.url()).href);
  // The parameters of a call that failed may be rejected by the form already.
  if ((await form.locator(":invalid").count()) > 0) return;
  await form.locator("button[type=submit]").click();
  await form.locator(".facts .status").first().waitFor({ timeout: SENT_MS });
}

/** Calls with a key, so that the account has usage and requests to show. */
async function useKey(server: Running, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  for (const path of ["/seo/meta?url=http://127.0.0.1:1/", "/seo/audit?colour=red"])
    await fetch(server.url + path, { headers });
  const file = await fetch(`${server.url}/examples/sample.pdf`);
  const body = await file.arrayBuffer();
  const pdf = { method: "POST", headers: { ...headers, "Content-Type": "application/pdf" }, body };
  for (let i = 0; i < 4; i++) await fetch(`${server.url}/pdf/extract`, pdf);
}

/** Audits this server as a site, so that the account has a report. */
async function auditSite(page: Page): Promise<void> {
  await page.goto("/account/site-audits");
  await page.fill("#url", new URL("/tools", page.url()).href);
  await page.fill("#maxPages", "8");
  await page.click("text=Start audit");
  await page.goto("/account/site-audits");
  await page.click("tbody th a");
  await page
    .locator(".dial")
    .first()
    .waitFor({ timeout: 4 * SENT_MS });
}

/** Starts a batch in which one file is no PDF, so that the account has jobs, and an endpoint that gets events of it. */
async function startBatch(page: Page, server: Running, receiver: string, series: Series): Promise<void> {
  await page.goto("/account/webhooks");
  await page.fill("#new-webhook", receiver);
  await page.click("text=Create endpoint");
  await page.locator(ENDPOINT).waitFor();
  await take(page, "account-webhooks-new", series);
  const sample = Buffer.from(await (await fetch(`${server.url}/examples/sample.pdf`)).arrayBuffer());
  const mimeType = "application/pdf";
  await page.goto("/account/jobs");
  await page.setInputFiles("#batch-pdf", [
    { name: "report.pdf", mimeType, buffer: sample },
    { name: "notes.pdf", mimeType, buffer: Buffer.from("These are notes.") },
    { name: "offer.pdf", mimeType, buffer: sample },
  ]);
  await page.locator("form:has(#batch-pdf) button").click();
  await page.locator("#jobs >> text=Partly failed").waitFor({ timeout: SENT_MS });
}

/** A folder of pictures, all of one width in one color scheme. */
interface Series {
  readonly folder: string;
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

async function take(page: Page, name: string, { folder, width, colorScheme }: Series): Promise<void> {
  const left = await tryOut(page, name).then(
    () => "",
    (error: unknown) => ` not tried: ${String(error).split("\n", 1)[0]}`,
  );
  await page.evaluate(OPEN_ALL);
  // What stays in sight is where it is when the page is opened.
  await page.evaluate("scrollTo(0, 0)");
  const wide = await page.evaluate("document.documentElement.scrollWidth");
  const file = join(folder, `${name}-${width}-${colorScheme}.webp`);
  // The longest pages are longer than the format allows.
  const clip = { x: 0, y: 0, width, height: Math.min(await heightOf(page), 12_000) };
  await sharp(await page.screenshot({ fullPage: true, clip }))
    .webp({ quality: 80 })
    .toFile(file);
  process.stdout.write(`${file}${wide === width ? "" : ` ${wide} pixels wide`}${left}\n`);
}

/** Goes to a page by its links, and takes it. */
async function takeEach(page: Page, pages: typeof ACCOUNT, series: Series): Promise<void> {
  for (const [name, path, ...links] of pages) {
    await page.goto(path, { waitUntil: "load" });
    for (const link of links) {
      await page.locator(link).first().click();
      await page.waitForLoadState("load");
    }
    await take(page, name, series);
  }
}

/** Shares the site audit, and takes it as others see and print it. */
async function takeShared(page: Page, series: Series): Promise<void> {
  await page.goto("/account/site-audits");
  await page.click(FIRST);
  await page.click("button:text('Share')");
  await page.goto((await page.textContent("#shared-url")) ?? "/");
  await take(page, "shared-site-audit", series);
  await page.emulateMedia({ media: "print" });
  await take(page, "shared-site-audit-printed", series);
  await page.emulateMedia({ media: "screen" });
}

/** Takes every page signed out, those of an account, again the ones that say who is signed in, and the operator's. */
async function takeAll(page: Page, server: Running, series: Series): Promise<void> {
  for (const path of [...(await publicPages(server)), "/account"]) {
    await page.goto(path, { waitUntil: "load" });
    await take(page, path === "/account" ? "signed-out-account" : nameOf(path), series);
    if (path !== "/tools/seo") continue;
    await page.goto((await page.getAttribute("#tool-outcome a.button", "href")) ?? "/");
    await take(page, "report", series);
  }
  await page.goto("/signup");
  await page.fill("#email", "ada@example.com");
  await page.click(".sign-up button[type=submit]");
  await page.locator("text=Check the terminal").waitFor();
  await take(page, "signup-sent", series);
  await useKey(server, await signUp(page, server, "ines@example.com"));
  await take(page, "first-key", series);
  // It accepts the event that verifies it, and rejects the others.
  let received = 0;
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(null, { status: received++ === 0 ? 204 : 503 }),
  });
  await startBatch(page, server, `${receiver.url.origin}/events`, series);
  await auditSite(page);
  await takeEach(page, ACCOUNT, series);
  await receiver.stop(true);
  await takeShared(page, series);
  for (const path of ["/", "/docs/seo"]) {
    await page.goto(path, { waitUntil: "load" });
    await take(page, `signed-in-${nameOf(path)}`, series);
  }
  await page.goto("/admin");
  await take(page, "admin-sign-in", series);
  await page.fill("#token", ADMIN_TOKEN);
  await page.click("button:has-text('Sign in')");
  await takeEach(page, OPERATOR, series);
}

/** Takes one series on a server of its own, because visitors have few tries in an hour. */
async function takeSeries(browser: Browser, series: Series): Promise<void> {
  const { width, colorScheme } = series;
  await using server = await startQuintet({
    DATA_DIR: temporaryFolder(),
    EGRESS_ALLOW: "127.0.0.0/8",
    ADMIN_TOKEN,
  });
  const context = await browser.newContext({
    ...{ baseURL: server.url, colorScheme, reducedMotion: "reduce", viewport: { width, height: 900 } },
  });
  await takeAll(await context.newPage(), server, series);
  await context.close();
}

async function photograph(folder: string, wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await playwright.launch({ executablePath: chromium ?? "", args: ["--no-sandbox"] });
  try {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [390, 1440]) {
        const isWanted = wanted.length === 0 || wanted.includes(`${width}-${colorScheme}`);
        if (isWanted) await takeSeries(browser, { folder, width, colorScheme });
      }
    }
  } finally {
    await browser.close();
  }
}

async function heightOf(page: Page): Promise<number> {
  return Number(await page.evaluate("document.documentElement.scrollHeight"));
}

async function readmePictures(server: Running): Promise<void> {
  const browser = await playwright.launch({ executablePath: chromium ?? "", args: ["--no-sandbox"] });
  try {
    // What moves is at its end.
    const page = await browser.newPage({
      ...{ viewport: { width: 1440, height: 900 }, colorScheme: "light", reducedMotion: "reduce" },
    });
    for (const [name, path, part] of pictures) {
      await page.goto(server.url + path, { waitUntil: "networkidle" });
      await page.evaluate(OPEN_ALL);
      const file = new URL(`../../docs/pictures/${name}`, import.meta.url).pathname;
      const shot = await page.locator(part).screenshot();
      const { width, height } = await sharp(shot).metadata();
      await sharp(shot)
        .extract({ left: 0, top: 0, width, height: Math.min(height, TALLEST) })
        .webp({ quality: 78 })
        .toFile(file);
      process.stdout.write(`${file}\n`);
    }
  } finally {
    await browser.close();
  }
}

if (chromium === null) throw new Error("Chromium is not installed.");
const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) {
  await using server = await startQuintet({
    DATA_DIR: temporaryFolder(),
    BASE_URL: "https://api.example.com",
  });
  await readmePictures(server);
} else {
  await photograph(folder, wanted);
}
