/**
 * Takes the picture of the README from the running product: `npm run pictures`. With a folder (`npm run pictures -- FOLDER`)
 * it takes a picture of every page there instead, at 390 and 1440 pixels, light and dark, signed out and signed in, after
 * everything that opens was opened. It starts a server of its own, and needs Chromium.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Page, chromium as playwright } from "playwright-core";
import sharp from "sharp";
import { chromium } from "../fixtures/seo/browser.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { signUp } from "../system/site/visitor.ts";

/** The pictures: the file, the page, and the part of it that is shown. */
const pictures = [
  ["audit.webp", "/tools/seo", ".tool-sample > .report"],
  ["dog.webp", "/tools/remove-background", ".tool-sample .compare"],
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

/** Pages of an account, and links on them to one of the things that they list. */
const ACCOUNT: Readonly<Record<string, string | undefined>> = {
  "/account": undefined,
  "/account/keys": undefined,
  "/account/webhooks": undefined,
  "/account/plan": undefined,
  "/account/settings": undefined,
  "/account/requests": "tbody th a",
  "/account/site-audits": "tbody th a",
  "/account/jobs": undefined,
  "/account/audit": undefined,
  "/account/delete": undefined,
};

/** The pages of the site: its map, with one error code of many, and what it leaves out. */
async function publicPages(server: Running): Promise<string[]> {
  const map = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  return [...paths.filter((path) => !path.startsWith("/problems/")), ...UNLISTED];
}

/** The name of a page's picture. */
const nameOf = (path: string) => path.split("?", 1)[0]?.slice(1).replaceAll("/", "-") || "landing";

/** Opens everything that is closed, but no menus and questions, which lie over the page, and loads every image, so that it is seen. */
const OPEN_ALL = `
  for (const one of document.querySelectorAll('details:not(.dash-menu, .docs-menu, .confirm)')) one.open = true;
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

/** Waits until the samples of the pages have run, which pages leave out before. */
async function warm(server: Running): Promise<void> {
  await until("the samples have run", async () =>
    (await (await fetch(server.url)).text()).includes("data-compare"),
  );
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
  const wide = await page.evaluate("document.documentElement.scrollWidth");
  const file = join(folder, `${name}-${width}-${colorScheme}.webp`);
  // The longest pages are longer than the format allows.
  const clip = { x: 0, y: 0, width, height: Math.min(await heightOf(page), 12_000) };
  await sharp(await page.screenshot({ fullPage: true, clip }))
    .webp({ quality: 80 })
    .toFile(file);
  process.stdout.write(`${file}${wide === width ? "" : ` ${wide} pixels wide`}${left}\n`);
}

/** Takes every page signed out, then those of an account, and again the ones that say who is signed in. */
async function takeAll(page: Page, server: Running, series: Series): Promise<void> {
  for (const path of [...(await publicPages(server)), "/account"]) {
    await page.goto(path, { waitUntil: "load" });
    await take(page, path === "/account" ? "signed-out-account" : nameOf(path), series);
  }
  await useKey(server, await signUp(page, server, `${series.colorScheme}${series.width}@example.com`));
  await take(page, "first-key", series);
  await auditSite(page);
  for (const [path, link] of Object.entries(ACCOUNT)) {
    await page.goto(path, { waitUntil: "load" });
    await take(page, nameOf(path), series);
    if (link === undefined) continue;
    await page.locator(link).first().click();
    await page.waitForLoadState("load");
    await take(page, `${nameOf(path)}-one`, series);
  }
  await page.goto("/account/site-audits");
  await page.click("tbody th a");
  await page.click("text=Create a link to share");
  await page.goto((await page.textContent("#shared-url")) ?? "/");
  await take(page, "shared-site-audit", series);
  await page.emulateMedia({ media: "print" });
  await take(page, "shared-site-audit-printed", series);
  await page.emulateMedia({ media: "screen" });
  for (const path of ["/", "/docs/seo"]) {
    await page.goto(path, { waitUntil: "load" });
    await take(page, `signed-in-${nameOf(path)}`, series);
  }
}

async function photograph(server: Running, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await playwright.launch({ executablePath: chromium ?? "", args: ["--no-sandbox"] });
  try {
    await warm(server);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [390, 1440]) {
        const context = await browser.newContext({
          ...{ baseURL: server.url, colorScheme, reducedMotion: "reduce", viewport: { width, height: 900 } },
        });
        await takeAll(await context.newPage(), server, { folder, width, colorScheme });
        await context.close();
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
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
    for (const [name, path, part] of pictures) {
      await page.goto(server.url + path, { waitUntil: "networkidle" });
      // A page leaves out samples that are late, and has them at a later visit.
      await until(`${path} has its sample`, async () => {
        if ((await page.locator(part).count()) > 0) return true;
        await page.reload({ waitUntil: "networkidle" });
        return false;
      });
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
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  await using server = await startQuintet({
    DATA_DIR: temporaryFolder(),
    BASE_URL: "https://api.example.com",
  });
  await readmePictures(server);
} else {
  await using server = await startQuintet({ DATA_DIR: temporaryFolder(), EGRESS_ALLOW: "127.0.0.0/8" });
  await photograph(server, folder);
}
