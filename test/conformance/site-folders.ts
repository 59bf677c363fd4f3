/**
 * Real sites of `npm run conformance:site -- NAME=FOLDER …`: each folder is served on loopback and crawled by Quintet, by
 * LinkChecker and by linkinator, one after the other. A URL that one of them reports as broken and another does not is decided
 * by hand in `site-disagreements.txt`; of one that is not decided there, the server's own response decides.
 */

import { rm, stat } from "node:fs/promises";
import { join, normalize } from "node:path";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { type Crawled, isInstalled, runLinkChecker, runLinkinator, runQuintet } from "./link-checkers.ts";

const out = (line: string) => process.stdout.write(`${line}\n`);
const LIMIT_SECONDS = 1_800;

/** A folder of static files and the name that decisions have for it. */
export interface SiteFolder {
  readonly name: string;
  readonly folder: string;
}

/** A site that is served, and the HTML pages that were requested since `pages` was emptied. */
interface Served {
  readonly origin: string;
  readonly pages: Set<string>;
  stop(): Promise<void>;
}

/** The file of a path; the path of its folder where a slash is missing; undefined where there is none. */
async function fileOf(
  folder: string,
  path: string,
): Promise<string | { readonly slash: string } | undefined> {
  const file = join(folder, normalize(path));
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === true) return file;
  if (found?.isDirectory() !== true) return undefined;
  if (!path.endsWith("/")) return { slash: `${path}/` };
  return (await Bun.file(join(file, "index.html")).exists()) ? join(file, "index.html") : undefined;
}

/** Serves a folder as static hosts do. By the header, a site allows LinkChecker more than a few requests per second. */
export function serveFolder(folder: string): Served {
  const pages = new Set<string>();
  const headers = { LinkChecker: "1" };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      let path: string;
      try {
        path = decodeURIComponent(pathname);
      } catch {
        return new Response(null, { status: 400, headers });
      }
      const file = path.includes("\0") ? undefined : await fileOf(folder, path);
      if (file === undefined) return new Response("Not found", { status: 404, headers });
      if (typeof file !== "string")
        return new Response(null, { status: 301, headers: { ...headers, Location: encodeURI(file.slash) } });
      const body = Bun.file(file);
      if (body.type.startsWith("text/html") && request.method === "GET") pages.add(pathname);
      return new Response(body, { headers });
    },
  });
  return { origin: `http://127.0.0.1:${server.port}`, pages, stop: () => server.stop(true) };
}

/** A decision about URLs that the crawlers disagree on. */
interface Decision {
  readonly site: string;
  readonly pattern: string;
  readonly isBroken: boolean;
  readonly reason: string;
}

/** The decisions of a text: a site, a path or a pattern of paths, `broken` or `not a link`, and the reason. */
export function readDecisions(text: string): Decision[] {
  return text.split("\n").flatMap((line) => {
    const [site = "", pattern = "", verdict = "", reason = ""] = line.split(/\s*\|\s*/);
    if (line.startsWith("#") || line.trim() === "") return [];
    if (reason === "" || !/^(?:broken|not a link)$/.test(verdict)) throw new Error(`Not a decision: ${line}`);
    return [{ site, pattern, isBroken: verdict === "broken", reason }];
  });
}

const crawlers = { Quintet: runQuintet, LinkChecker: runLinkChecker, linkinator: runLinkinator };
type CrawlerName = keyof typeof crawlers;
type Result = Crawled & { readonly pages: ReadonlySet<string> };

/** What a site has: the URLs that are broken, and those of the crawlers' reports that nobody has decided. */
export function judge(
  site: string,
  reports: readonly ReadonlySet<string>[],
  decisions: readonly Decision[],
): { readonly broken: Set<string>; readonly undecided: string[] } {
  const all = new Set(reports.flatMap((report) => [...report]));
  const own = decisions.filter((decision) => decision.site === site || decision.site === "*");
  const broken = new Set<string>();
  const undecided: string[] = [];
  for (const path of [...all].sort()) {
    if (reports.every((report) => report.has(path))) broken.add(path);
    else {
      const decision = own.find(({ pattern }) => pattern === path || new Bun.Glob(pattern).match(path));
      if (decision === undefined) undecided.push(path);
      else if (decision.isBroken) broken.add(path);
    }
  }
  return { broken, undecided };
}

const pathsOf = (origin: string, urls: ReadonlySet<string>) =>
  new Set([...urls].map((url) => url.slice(origin.length)));
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole).toFixed(2);

/** Crawls one site with each crawler and prints its rows. Gives the bars that are missed. */
async function compareSite(
  { name, folder }: SiteFolder,
  names: readonly CrawlerName[],
  decisions: readonly Decision[],
) {
  const site = serveFolder(folder);
  const results = new Map<CrawlerName, Result>();
  const place = temporaryFolder();
  try {
    for (const crawler of names) {
      site.pages.clear();
      const crawled = await crawlers[crawler](site.origin, place, LIMIT_SECONDS);
      if (!crawled.isEnded) out(`${name}: ${crawler} did not end within ${LIMIT_SECONDS} s`);
      results.set(crawler, {
        ...crawled,
        broken: pathsOf(site.origin, crawled.broken),
        pages: new Set(site.pages),
      });
    }
  } finally {
    await site.stop();
    await rm(place, { recursive: true });
  }
  return rowsOf(name, results, decisions);
}

interface Row {
  readonly crawler: CrawlerName;
  readonly text: string;
  readonly cpuSeconds: number;
  readonly memory: number;
}

function rowsOf(name: string, results: ReadonlyMap<CrawlerName, Result>, decisions: readonly Decision[]) {
  const reports = [...results.values()].map(({ broken }) => broken);
  const { broken, undecided } = judge(name, reports, decisions);
  const pages = new Set([...results.values()].flatMap((result) => [...result.pages]));
  const faults = undecided.map((path) => {
    const who = [...results].filter(([, result]) => result.broken.has(path)).map(([crawler]) => crawler);
    return `${name}: not decided: ${path}, reported by ${who.join(" and ")}`;
  });
  const rows = [...results].map(([crawler, result]): Row => {
    const right = [...result.broken].filter((path) => broken.has(path)).length;
    const missed = [...pages].filter((path) => !result.pages.has(path));
    const [recall, precision] = [share(right, broken.size), share(right, result.broken.size)];
    if (crawler === "Quintet") {
      for (const path of missed.slice(0, 20)) faults.push(`${name}: page not read: ${path}`);
      for (const path of broken) if (!result.broken.has(path)) faults.push(`${name}: not found: ${path}`);
      for (const path of result.broken)
        if (!broken.has(path) && !undecided.includes(path)) faults.push(`${name}: not a link: ${path}`);
    }
    const { cpuSeconds, memory, seconds } = result;
    const text = `| ${name} | ${pages.size} | ${broken.size} | ${crawler} | ${recall} | ${precision} | ${missed.length} | ${cpuSeconds.toFixed(1)} s | ${Math.round(memory)} MB | ${seconds.toFixed(0)} s |`;
    return { crawler, text, cpuSeconds, memory };
  });
  const [ours, ...peers] = rows;
  for (const peer of peers) {
    if (ours === undefined) continue;
    if (ours.cpuSeconds > peer.cpuSeconds) faults.push(`${name}: more CPU time than ${peer.crawler}`);
    if (ours.memory > peer.memory) faults.push(`${name}: more memory than ${peer.crawler}`);
  }
  return { rows, faults };
}

/** Compares the crawlers on folders of real sites and prints a table. Gives false where a bar is missed. */
export async function compareFolders(folders: readonly SiteFolder[]): Promise<boolean> {
  const decisions = readDecisions(await Bun.file(join(import.meta.dir, "site-disagreements.txt")).text());
  const names: CrawlerName[] = ["Quintet"];
  if (isInstalled.linkchecker()) names.push("LinkChecker");
  else out("NOT COMPARED: LinkChecker is not installed (Debian package linkchecker).");
  if (isInstalled.linkinator()) names.push("linkinator");
  else out("NOT COMPARED: linkinator is not installed (npm ci in bench).");
  out(
    "| site | pages | broken URLs | crawler | recall | precision | pages missed | CPU time | memory | time |",
  );
  out("|---|---|---|---|---|---|---|---|---|---|");
  const faults: string[] = [];
  for (const folder of folders) {
    const compared = await compareSite(folder, names, decisions);
    for (const { text } of compared.rows) out(text);
    faults.push(...compared.faults);
  }
  for (const fault of faults) out(fault);
  return faults.length === 0;
}
