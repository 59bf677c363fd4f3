import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from "playwright-core";
import { headless } from "../../fixtures/seo/browser.ts";
import { isNightly } from "../../helpers/nightly.ts";
import type { Running } from "../../helpers/running.ts";
import { until } from "../../helpers/until.ts";
import { fileAt } from "../../recorders/generated.ts";

/** Whether this machine has a browser; `.ci/run` installs one. */
export const hasBrowser = headless !== null;

/** A browser whose visitors see nothing but the server of the test. */
export function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: headless ?? "",
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
  /** Other origins that the person is meant to come to. */
  others: readonly string[] = [],
): Promise<Visitor> {
  // Frames of animations take processor time: what moves is tested where it is asked for.
  const context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce", ...options });
  // A busy machine is slow, not wrong.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    const expected = [origin, ...others].some((one) => url.startsWith(`${one}/`));
    if (!expected && !url.startsWith("data:") && !url.startsWith("blob:")) {
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

/** What axe reports: only violations, and without loading what the page has loaded. No page has frames. */
const AXE_OPTIONS = JSON.stringify({
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  preload: false,
  iframes: false,
});

/**
 * Leaves three elements of each structure under parents of one class, and the first child of each parent, outside of
 * consoles.
 */
const SHORTEN = `{
  const seen = {};
  const texts = />[^<]+|\\s(?:href|id|for|name|value|aria-(?!current)\\w+)="[^"]*"/g;
  for (const element of document.querySelectorAll("body :not([data-console], [data-console] *)")) {
    const { parentElement: parent } = element;
    if (parent === null || !element.isConnected || element.querySelector("[data-console]")) continue;
    const html = element.outerHTML.replace(texts, (text) => text[0] === ">" ? ">" : "");
    const structure = [parent.tagName, parent.className, html].join(" ");
    seen[structure] = (seen[structure] ?? 0) + 1;
    if (seen[structure] > 3 && element !== parent.firstElementChild) element.remove();
  }
}`;

/**
 * Shortens a page before axe looks at it, which takes a second for 1,500 elements: entries of lists, rows of tables, spans
 * of code and sections of operations are alike. The long form of the tests keeps them whole. Nothing else can be tested on
 * the page afterwards.
 */
export async function shorten(page: Page): Promise<void> {
  if (!isNightly) await page.evaluate(SHORTEN);
}

/** What axe finds on a page, or in a part of it, by the rules of WCAG 2.2, levels A and AA, and its best practices. */
export async function findingsOf(page: Page, part = "html"): Promise<string[]> {
  await page.evaluate(axeSource);
  const found: Finding[] = await page.evaluate(
    `axe.run(${JSON.stringify(part)}, ${AXE_OPTIONS}).then((r) => r.violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id} ${target.join(" ")} ${failureSummary}`),
  );
}

/** The link that is printed after so many lines: without a mail server that is how it comes. */
async function linkAfter(server: Running, lines: number): Promise<string> {
  return until("a link is printed", () =>
    server
      .lines()
      .slice(lines)
      .flatMap((line) => /\/confirm\/[\w-]+/.exec(line)?.[0] ?? [])
      .at(0),
  );
}

/** Sends the email address of the form that is shown, and follows the link to the page behind it. */
export async function confirmEmail(page: Page, server: Running, email: string): Promise<void> {
  const before = server.lines().length;
  await page.fill("#email", email);
  await page.click(".sign-up button[type=submit]");
  await page.waitForSelector("text=Check the terminal");
  await page.goto(await linkAfter(server, before));
  await page.click("text=Confirm and continue");
}

/** Goes the whole way from a page with the form, such as the landing page, to the account, and gives its key. */
export async function signUp(
  page: Page,
  server: Running,
  email: string,
  form: "/" | "/signup" = "/signup",
): Promise<string> {
  await page.goto(form);
  await confirmEmail(page, server, email);
  return (await page.textContent("#the-key")) ?? "";
}

/**
 * Gives a visitor an account and a session as a program gets them, for tests of what follows: the pages of signing up take
 * seconds. Gives its key.
 */
export async function signIn({ request }: Page, server: Running, email: string): Promise<string> {
  const before = server.lines().length;
  await request.post("/signup", { form: { email } });
  const response = await request.post(await linkAfter(server, before));
  const { key }: { readonly key: string } = await response.json();
  return key;
}
