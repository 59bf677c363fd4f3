/**
 * `npm run conformance:site`: crawls a generated site with Quintet and with LinkChecker (Debian package `linkchecker`), one
 * after the other, and compares pages, defects, CPU time and memory. `--pages 5000`, `--seed 3`. Both run with the real
 * network on loopback; LinkChecker without the traps, from which it does not return, and again with them for `--patience`
 * seconds (120). Ends with status 1 if Quintet misses a defect or reports one that is not there.
 *
 * `npm run conformance:site -- NAME=FOLDER …` crawls real static sites instead, with linkinator beside them: site-folders.ts.
 */

import { rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { analyzeSteps } from "../../src/apis/seo/site/analyze-site.ts";
import { crawlSite } from "../../src/apis/seo/site/crawl-site.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createFetch } from "../../src/egress/fetch.ts";
import { backgroundTenant } from "../../src/kit/fair-queue.ts";
import { Problem } from "../../src/kit/problem.ts";
import { sleep } from "../../src/kit/sleep.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { crawlOptions, MemoryLog } from "../fixtures/seo/crawl.ts";
import { differences } from "../fixtures/seo/expected-crawl.ts";
import { type GeneratedSite, generateSite } from "../fixtures/seo/generated-site.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { isInstalled, linkCheckerCommand, linkCheckerRows, type Measured, measure } from "./link-checkers.ts";
import { compareFolders, type SiteFolder } from "./site-folders.ts";

const { values, positionals } = parseArgs({
  options: {
    pages: { type: "string", default: "5000" },
    seed: { type: "string", default: "3" },
    patience: { type: "string", default: "120" },
    crawl: { type: "string" },
    out: { type: "string", default: "" },
    own: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

const out = (line: string) => process.stdout.write(`${line}\n`);
const MB = 1024 * 1024;

/** The defects that a link checker looks for. */
const LINK_DEFECTS = [
  "broken-link",
  "redirect-broken",
  "broken-resource",
  "broken-external-link",
  "redirect-loop",
];

/** Crawls a URL in this process and its sandbox, and writes the steps to a file. */
async function crawlHere(startUrl: string, file: string, ownOnly: boolean): Promise<void> {
  const { host } = new URL(startUrl);
  const sandbox = createSandbox({ size: 1, keep: 1, idleMs: 60_000, queue: 100, onFailure: () => undefined });
  const fetch = createFetch({
    allowance: readAllowance(`${host},${host.replace("127.0.0.1", "localhost")}`),
    userAgent: "Quintet/1.0 (conformance)",
  });
  const signal = new AbortController().signal;
  const work = { requestId: "", api: "seo", tenant: backgroundTenant("") };
  const log = new MemoryLog();
  const clock = { now: Date.now, sleep };
  let most = 0;
  const ending = await crawlSite(crawlOptions({ startUrl, pace: 1_000 }), {
    fetch: async (url, options) => {
      most = Math.max(most, process.memoryUsage.rss());
      if (ownOnly && new URL(url).host !== host)
        throw new Problem("upstream-unreachable", "Only the site itself is crawled.");
      // Loopback is one address, which a site on the web is not: it is not paced.
      const { admit: _admit, ...unpaced } = options;
      return fetch(url, unpaced);
    },
    // As site audits of a server run.
    run: (job, input) => sandbox.run(job, input, signal, work),
    userAgent: "Quintet/1.0",
    log,
    clock,
    signal,
  });
  out(`ended: ${ending}; the process of the crawl at most ${Math.round(most / MB)} MB`);
  await Bun.write(file, log.lines.join("\n"));
  sandbox.close();
  // The processes of the sandbox are counted when they have ended.
  await sleep(1_000, signal);
}

/** A generated site that listens on loopback. */
function serve(traps: boolean): { site: GeneratedSite; stop(): Promise<void> } {
  let site: GeneratedSite | undefined;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      const response = site?.respond(new URL(request.url));
      if (response === undefined) return new Response(null, { status: 503 });
      const { status, headers, body, ttfbMs } = response;
      if (ttfbMs > 1_000) await Bun.sleep(ttfbMs);
      // By this header a site allows LinkChecker more than a few requests per second.
      return new Response(body, { status, headers: { ...headers, LinkChecker: "1" } });
    },
  });
  const other = `http://localhost:${server.port}/img/ok.png`;
  site = generateSite(`http://127.0.0.1:${server.port}`, {
    other,
    seed: Number(values.seed),
    size: Number(values.pages),
    traps,
  });
  return { site, stop: () => server.stop(true) };
}

/** The broken URLs that the generator has seeded; of redirects also the URLs that they lead to. */
function brokenUrls({ expected }: GeneratedSite): string[][] {
  return LINK_DEFECTS.flatMap((id) =>
    [...(expected.get(id) ?? [])].map((item) =>
      id.startsWith("redirect-") ? item.split(" ") : [item.split(" ")[0] ?? ""],
    ),
  );
}

/** Runs LinkChecker. It checks what is linked; the sitemap is not known to it. */
async function runPeer(site: GeneratedSite, folder: string, limitSeconds: number) {
  const file = join(folder, "peer.csv");
  const measured = await measure(await linkCheckerCommand(site.origin, folder, file, true), limitSeconds);
  const rows = measured.isEnded ? await linkCheckerRows(file) : [];
  const bare = (url = "") => url.replace(/#.*$/, "");
  const bad = new Set(
    rows.filter(({ valid }) => valid === "False").map(({ url, urlname }) => bare(url || urlname)),
  );
  const pages = new Set(
    rows
      .filter(
        ({ valid, url, result }) =>
          valid === "True" && bare(url).startsWith(site.origin) && /^200/.test(result ?? ""),
      )
      .map(({ url }) => bare(url)),
  );
  return { ...measured, bad, pages: pages.size };
}

function row(
  name: string,
  { seconds, cpuSeconds, memory }: Measured,
  pages: number | string,
  found: string,
  wrong: number | string,
): void {
  out(
    `| ${name} | ${pages} | ${found} | ${wrong} | ${cpuSeconds.toFixed(1)} s | ${Math.round(memory)} MB | ${seconds.toFixed(0)} s |`,
  );
}

async function compare(): Promise<void> {
  const folder = temporaryFolder();
  const steps = join(folder, "steps.jsonl");
  try {
    const own = serve(true);
    const measured = await measure(
      [process.execPath, import.meta.path, "--crawl", `${own.site.origin}/`, "--out", steps],
      1_800,
    );
    await own.stop();
    out(measured.output.trim());
    const lines = (await Bun.file(steps).text()).split("\n");
    const analyzed = analyzeSteps(lines.map((line) => JSON.parse(line)));
    const faults = differences(own.site, analyzed);
    for (const fault of faults) out(fault);
    const seeded = [...own.site.expected.values()].reduce((sum, { size }) => sum + size, 0);
    const missed = faults.filter((fault) => fault.includes("not found")).length;
    const pages = [...analyzed.graph.htmlPages()].filter(
      ([number]) => !own.site.isTrap(analyzed.graph.urlOf(number)),
    ).length;
    out("| crawler | pages of the site | defects found | not seeded | CPU time | largest process | time |");
    out("|---|---|---|---|---|---|---|");
    row(
      "Quintet, with traps",
      measured,
      `${pages} of ${own.site.pages}`,
      `${seeded - missed} of ${seeded}`,
      faults.length - missed,
    );
    if (faults.length > 0) process.exitCode = 1;
    if (!isInstalled.linkchecker()) {
      out("LinkChecker is not compared: it is not installed (Debian package linkchecker).");
      return;
    }
    const plain = serve(false);
    const peer = await runPeer(plain.site, folder, 1_800);
    await plain.stop();
    const broken = brokenUrls(plain.site);
    const missing = broken.filter((urls) => !urls.some((url) => peer.bad.has(url)));
    const elsewhere = ["canonical-broken", "hreflang-broken"].flatMap((id) => [
      ...(plain.site.expected.get(id) ?? []),
    ]);
    const known = new Set([...broken.flat(), ...elsewhere.flatMap((item) => item.split(" "))]);
    // It asks name servers about addresses of mail, which loopback has none of.
    const wrong = [...peer.bad].filter((url) => !known.has(url) && !url.startsWith("mailto:"));
    const found = `${broken.length - missing.length} of ${broken.length} broken links`;
    row("LinkChecker, without traps", peer, `${peer.pages} of ${plain.site.pages}`, found, wrong.length);
    for (const [url] of missing.slice(0, 5)) out(`LinkChecker did not report ${url}`);
    for (const url of wrong.slice(0, 5)) out(`LinkChecker also reported ${url}`);
    const trapped = serve(true);
    const lost = await runPeer(trapped.site, folder, Number(values.patience));
    const traps = [...trapped.site.requests.keys()].filter((url) => trapped.site.isTrap(url)).length;
    await trapped.stop();
    out(
      `LinkChecker, with traps: ${lost.isEnded ? "ended" : `stopped after ${values.patience} s`}; ${trapped.site.requests.size} URLs requested, ${traps} of them in traps`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A site of the command line: `NAME=FOLDER`, or a folder whose own name it has. */
function siteFolder(given: string): SiteFolder {
  const [, name = basename(given), folder = given] = /^([\w.-]+)=(.+)$/.exec(given) ?? [];
  return { name, folder: resolve(folder) };
}

if (values.crawl !== undefined) await crawlHere(values.crawl, values.out, values.own);
else if (positionals.length === 0) await compare();
else if (!(await compareFolders(positionals.map(siteFolder)))) process.exitCode = 1;
