import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from "playwright-core";
import { fileAt } from "../generated.ts";
import { chromium } from "../seo/browser.ts";

/** Whether this machine has a browser; `.ci/run` installs one. */
export const hasBrowser = chromium !== null;

/** A browser whose visitors see nothing but the server of the test. */
export function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: chromium ?? "",
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
}

/** One person with a browser, who notes whatever a page does that it should not do. */
export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  /** Violations of the policy, requests to other hosts, errors of scripts. */
  readonly complaints: readonly string[];
}

export async function visitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:") && !url.startsWith("blob:")) {
      complaints.push(`request to ${url}`);
    }
  });
  page.on("console", (message) => {
    // What a console answers with 4xx is the browser's own note about a call that was to be refused.
    const ownNote = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !ownNote) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return {
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      await context.close();
    },
  };
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

const axeSource = await Bun.file(fileAt("node_modules/axe-core/axe.min.js")).text();

/** What axe finds on a page by the rules of WCAG 2.2, levels A and AA, and its best practices. */
export async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found: Finding[] = await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => r.violations)",
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id} ${target.join(" ")} ${failureSummary}`),
  );
}
