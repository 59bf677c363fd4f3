/** The crawlers that `npm run conformance:site` compares: each runs as a process, and its report is read. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { treeMemory } from "../../bench/servers.ts";
import { analyzeSteps } from "../../src/apis/seo/site/analyze-site.ts";
import type { CrawlStep } from "../../src/apis/seo/site/crawl.ts";
import { normalizeUrl } from "../../src/apis/seo/site/normalize-url.ts";

/** How often the memory of a crawler is looked at, in milliseconds. */
const LOOK_MS = 100;

/** What a process used, and what it printed. */
export interface Measured {
  readonly output: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The most memory of all its processes, shared memory counted once, in MB. */
  readonly memory: number;
  readonly isEnded: boolean;
}

/** Runs a command for at most so many seconds. */
export async function measure(command: readonly string[], limitSeconds: number): Promise<Measured> {
  const start = performance.now();
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "ignore" });
  let isEnded = true;
  let memory = 0;
  const timer = setTimeout(() => {
    isEnded = false;
    child.kill("SIGKILL");
  }, limitSeconds * 1_000);
  const watch = setInterval(() => {
    memory = Math.max(memory, treeMemory(child.pid));
  }, LOOK_MS);
  const output = await new Response(child.stdout).text();
  await child.exited;
  clearTimeout(timer);
  clearInterval(watch);
  const cpuSeconds = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  return { output, isEnded, seconds: (performance.now() - start) / 1_000, cpuSeconds, memory };
}

/** A crawl and the URLs that it reports as broken, without fragments. */
export interface Crawled extends Measured {
  readonly broken: ReadonlySet<string>;
}

function own(origin: string, urls: Iterable<string>): Set<string> {
  // LinkChecker encodes apostrophes, as URLs of browsers do not.
  const normal = [...urls].flatMap((url) => normalizeUrl(url)?.replaceAll("%27", "'") ?? []);
  return new Set(normal.filter((url) => url.startsWith(`${origin}/`)));
}

/** The URLs of a crawled site that are broken. */
export function brokenOf(steps: readonly CrawlStep[]): string[] {
  const { graph } = analyzeSteps(steps);
  const numbers = [...graph.nodes.keys()];
  const broken = numbers.filter((number) => graph.isOwn(number) && graph.isBroken(number));
  return broken.map((number) => graph.urlOf(number));
}

/** Crawls with Quintet: the command that `site-crawl.ts` is for one site, in a process of its own. */
export async function runQuintet(origin: string, folder: string, limitSeconds: number): Promise<Crawled> {
  const steps = join(folder, "steps.jsonl");
  const script = join(import.meta.dir, "site-crawl.ts");
  const command = [process.execPath, script, "--crawl", `${origin}/`, "--out", steps, "--own"];
  const measured = await measure(command, limitSeconds);
  const lines = measured.isEnded ? (await Bun.file(steps).text()).split("\n") : [];
  return { ...measured, broken: own(origin, brokenOf(lines.map((line) => JSON.parse(line)))) };
}

/** The rows of a report of LinkChecker. */
export async function linkCheckerRows(file: string): Promise<Record<string, string>[]> {
  const text = (await Bun.file(file).exists()) ? await Bun.file(file).text() : "";
  return parse(text.replaceAll(/^#.*$/gm, ""), {
    columns: true,
    delimiter: ";",
    relax_column_count: true,
    skip_empty_lines: true,
    relax_quotes: true,
  });
}

/** The command of LinkChecker for a site; its report is written to `file`. */
export async function linkCheckerCommand(
  origin: string,
  folder: string,
  file: string,
  external: boolean,
): Promise<string[]> {
  const config = join(folder, "linkcheckerrc");
  await Bun.write(
    config,
    `[checking]\nmaxrequestspersecond=1000\nthreads=4\nrecursionlevel=-1\ntimeout=15\n[filtering]\ncheckextern=${external ? 1 : 0}\n`,
  );
  // It gives up the rights of root.
  await Bun.$`chmod -R a+rwX ${folder}`.quiet();
  const report = ["--no-status", "-v", "-o", "none", "-F", `csv/utf_8/${file}`];
  return ["linkchecker", "--config", config, ...report, `${origin}/`];
}

/** Crawls with LinkChecker (Debian package `linkchecker`), without links to other sites. */
export async function runLinkChecker(origin: string, folder: string, limitSeconds: number): Promise<Crawled> {
  const file = join(folder, "linkchecker.csv");
  const measured = await measure(await linkCheckerCommand(origin, folder, file, false), limitSeconds);
  const rows = measured.isEnded ? await linkCheckerRows(file) : [];
  const bad = rows.filter(({ valid }) => valid === "False").map(({ url, urlname }) => url || urlname || "");
  return { ...measured, broken: own(origin, bad) };
}

const LINKINATOR = join(import.meta.dir, "../../bench/node_modules/linkinator/build/src/cli.js");

/** Reports whether a peer is installed. */
export const isInstalled = {
  linkchecker: () => Bun.which("linkchecker") !== null,
  linkinator: () => existsSync(LINKINATOR),
};

/** Crawls with linkinator (npm, installed in `bench`), without links to other sites. */
export async function runLinkinator(origin: string, folder: string, limitSeconds: number): Promise<Crawled> {
  const file = join(folder, "linkinator.json");
  const skip = `^(?!${origin.replaceAll(".", "\\.")}/)`;
  const options = `--recurse --format json --concurrency 4 --skip ${skip}`.split(" ");
  // Through a file: its end does not wait for a pipe to be read.
  const script = 'exec node "$0" "$@" > "$FILE"';
  const command = ["env", `FILE=${file}`, "sh", "-c", script, LINKINATOR, `${origin}/`, ...options];
  const measured = await measure(command, limitSeconds);
  const report: { readonly links?: readonly { readonly url: string; readonly state: string }[] } =
    measured.isEnded ? await Bun.file(file).json() : {};
  const bad = (report.links ?? []).filter(({ state }) => state === "BROKEN").map(({ url }) => url);
  return { ...measured, broken: own(origin, bad) };
}
