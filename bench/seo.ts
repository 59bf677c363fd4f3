// `npm run bench seo`: what an audit costs from bytes to report, what a server holds that audits pages of
// 1 MB for a minute, and Lighthouse's SEO category on the same page where Chromium is installed.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compose } from "../src/apis/seo/audit.ts";
import { examine } from "../src/apis/seo/report/report.ts";
import { fetchedPage, page } from "./seo/page.ts";
import { childrenOf, median, quintet, start, treeMemory } from "./servers.ts";

/** A server is warm: the first quarter of the rounds is left out. */
const ROUNDS = 120;
const SECONDS = Number(process.env.SECONDS ?? 60);

/** Notes the CPU time of a process and of those that it started, in ms: what one has spent when it was last seen. */
function noteCpu(pid: number, spent: Map<number, number>): void {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // Clock ticks are hundredths of a second on every Linux that Bun runs on.
    spent.set(pid, (Number(fields[11]) + Number(fields[12])) * 10);
    for (const child of childrenOf(pid)) noteCpu(child, spent);
  } catch {
    // It ended while we looked.
  }
}

const held = (value: number, bar: number) => (value <= bar ? "held" : "MISSED");

let megabyteCost = 0;
for (const [name, size, bar] of [
  ["10 KB", 10_000, undefined],
  ["100 KB", 100_000, 20],
  ["1 MB", 1_000_000, 120],
] as const) {
  const fetched = fetchedPage(page(size));
  const costs: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const before = process.cpuUsage();
    JSON.stringify(compose(examine(fetched), undefined));
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  const warm = costs.slice(ROUNDS / 4);
  megabyteCost = median(warm);
  const [least, most] = [Math.min(...warm), Math.max(...warm)];
  const verdict = bar === undefined ? "" : `  target ≤ ${bar} ms: ${held(median(warm), bar)}`;
  console.log(
    `${name} page: CPU time of an audit (${fetched.body.byteLength} bytes; ${least.toFixed(1)} to ${most.toFixed(1)} ms; the first ${costs[0]?.toFixed(1)} ms): ${median(warm).toFixed(1)} ms${verdict}`,
  );
}

const megabyte = page(1_000_000);
const upstream = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) =>
    new URL(request.url).pathname === "/"
      ? new Response(megabyte, { headers: { "Content-Type": "text/html; charset=utf-8" } })
      : new Response(null, { status: 404 }),
});
process.env.EGRESS_ALLOW = `127.0.0.1:${upstream.port}`;
process.env.METERING = "off";
const { port, process: child } = await start(quintet, "/health");
const target = `http://127.0.0.1:${port}/seo/audit?url=${encodeURIComponent(upstream.url.href)}`;
const until = performance.now() + SECONDS * 1000;
const times: number[] = [];
const client = async () => {
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await fetch(target);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the audit answered ${answer.status}`);
    times.push(performance.now() - began);
  }
};
let measuring = true;
let peak = 0;
const watch = async () => {
  while (measuring) {
    peak = Math.max(peak, treeMemory(child.pid));
    await Bun.sleep(100);
  }
};
void watch();
await Promise.all([client(), client()]);
measuring = false;
child.kill("SIGKILL");
console.log(
  `Peak memory while two clients audit pages of 1 MB (${SECONDS} s, ${times.length} audits, median ${median(times).toFixed(0)} ms): ${peak.toFixed(0)} MB  target ≤ 250 MB: ${held(peak, 250)}`,
);

const lighthouse = fileURLToPath(new URL("./node_modules/lighthouse/cli/index.js", import.meta.url));
const chromium = Bun.which("chromium") ?? Bun.which("google-chrome");
if (!existsSync(lighthouse) || chromium === null) {
  const missing =
    chromium === null ? "CHROMIUM IS NOT INSTALLED" : "LIGHTHOUSE IS NOT INSTALLED (npm ci in bench)";
  console.log(`NOT COMPARED WITH LIGHTHOUSE: ${missing}.`);
} else {
  const run = Bun.spawn(
    [
      "node",
      lighthouse,
      upstream.url.href,
      "--only-categories=seo",
      "--quiet",
      "--output=json",
      "--output-path=/dev/null",
      "--chrome-flags=--headless=new --no-sandbox",
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdio: ["ignore", "ignore", "ignore"] },
  );
  const began = performance.now();
  const spent = new Map<number, number>();
  let ended = false;
  void run.exited.then(() => {
    ended = true;
  });
  while (!ended) {
    noteCpu(run.pid, spent);
    await Bun.sleep(100);
  }
  const cpu = [...spent.values()].reduce((sum, ms) => sum + ms, 0);
  console.log(
    `Lighthouse, SEO category only, one page of 1 MB: ${((performance.now() - began) / 1000).toFixed(1)} s, ${cpu} ms of CPU with its browser, exit ${run.exitCode}; Quintet ${megabyteCost.toFixed(0)} ms of CPU`,
  );
}
await upstream.stop(true);
