import {
  type Browser,
  type ConsoleMessage,
  type Page,
  chromium as playwright,
  type Request,
} from "playwright-core";
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

/** What a visitor may have otherwise than most. */
interface VisitorOptions {
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce" | "no-preference";
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly javaScriptEnabled?: boolean;
}

/** Pages of visitors who have left, by their server. The next one has a renderer that has started and compiled the scripts. */
const left = new WeakMap<Browser, Map<string, Page[]>>();

/** Empties the page of a visitor who leaves: nothing of it is there for the next one. */
async function forget(page: Page, origin: string): Promise<void> {
  const context = page.context();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await page.goto("about:blank");
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devtools.detach();
}

export async function visitor(
  browser: Browser,
  origin: string,
  // Frames of animations take processor time: what moves is tested where it is asked for.
  {
    colorScheme = "light",
    reducedMotion = "reduce",
    viewport = { width: 1280, height: 720 },
    javaScriptEnabled = true,
  }: VisitorOptions = {},
  /** Other origins that the person is meant to come to. */
  others: readonly string[] = [],
): Promise<Visitor> {
  const free = left.get(browser) ?? new Map<string, Page[]>();
  left.set(browser, free);
  const kind = `${origin} ${javaScriptEnabled}`;
  const pages = free.get(kind) ?? [];
  free.set(kind, pages);
  const page =
    pages.pop() ?? (await (await browser.newContext({ baseURL: origin, javaScriptEnabled })).newPage());
  // A busy machine is slow, not wrong.
  page.context().setDefaultTimeout(90_000);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  const complaints: string[] = [];
  const onRequest = (request: Request) => {
    const url = request.url();
    const expected = [origin, ...others].some((one) => url.startsWith(`${one}/`));
    if (!expected && !url.startsWith("data:") && !url.startsWith("blob:")) {
      complaints.push(`request to ${url}`);
    }
  };
  const onConsole = (message: ConsoleMessage) => {
    // What a console answers with 4xx is the browser's own note about a call that was to be refused.
    const ownNote = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !ownNote) complaints.push(message.text());
  };
  const onError = (error: Error) => void complaints.push(String(error));
  page.on("request", onRequest).on("console", onConsole).on("pageerror", onError);
  return {
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      page.off("request", onRequest).off("console", onConsole).off("pageerror", onError);
      await forget(page, origin);
      pages.push(page);
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

/** Where pages are looked at. Colors do not depend on the width, nor the layout on the colors. */
export const SCREENS = [
  { colorScheme: "light", viewport: { width: 390, height: 844 } },
  { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
] as const;

/** Shows a page that is loaded on a phone or a desktop: no script of a page reads the size of the screen. */
export async function showOn(page: Page, { colorScheme, viewport }: (typeof SCREENS)[number]): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
}

/** How often a page was looked at. */
const looks = new WeakMap<Page, number>();

/**
 * What is wrong with a page on a phone and on a desktop: that it scrolls sideways, and what axe finds. The short form shows
 * it to axe on one of them, by turns. What follows happens on that screen.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const look = looks.get(page) ?? 0;
  looks.set(page, look + 1);
  const faults: string[] = [];
  for (const [i, screen] of (look % 2 === 0 ? SCREENS : SCREENS.toReversed()).entries()) {
    await showOn(page, screen);
    const { width } = screen.viewport;
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    if (wide !== width) faults.push(`${wide} pixels wide on a screen of ${width}`);
    if (isNightly || i > 0) faults.push(...(await findingsOf(page)));
  }
  return faults;
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

let people = 0;

/** The address of somebody new: a second attempt of a test would wait ten minutes for another link to the same one. */
export const newEmail = () => `person-${++people}@example.com`;

/** Goes the whole way from a page with the form, such as the landing page, to the account, and gives its key. */
export async function signUp(
  page: Page,
  server: Running,
  email = newEmail(),
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
export async function signIn({ request }: Page, server: Running, email = newEmail()): Promise<string> {
  const before = server.lines().length;
  await request.post("/signup", { form: { email } });
  const response = await request.post(await linkAfter(server, before));
  const { key }: { readonly key: string } = await response.json();
  return key;
}
