/**
 * Takes the picture of the README from the running product: `npm run pictures`. It starts a server of its own, and needs
 * Chromium.
 */
import { chromium as playwright } from "playwright-core";
import sharp from "sharp";
import { startQuintet } from "./running.ts";
import { chromium } from "./seo/browser.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The pictures: the file, and the page that it shows. */
const pictures = { "docs.webp": "/docs/pdf" } as const;

if (chromium === null) throw new Error("Chromium is not installed.");
await using server = await startQuintet({ DATA_DIR: temporaryFolder(), BASE_URL: "https://api.example.com" });
const browser = await playwright.launch({ executablePath: chromium, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  for (const [name, path] of Object.entries(pictures)) {
    await page.goto(server.url + path, { waitUntil: "networkidle" });
    const file = new URL(`../docs/pictures/${name}`, import.meta.url).pathname;
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(file);
    process.stdout.write(`${file}\n`);
  }
} finally {
  await browser.close();
}
