// `npm run bench process`: how fast a process starts, and how much memory it holds, idle and after
// 2,000,000 requests.
import { readFileSync } from "node:fs";
import { load, median, quintet, start } from "./servers.ts";

const STARTS = 15;
const REQUESTS = 2_000_000;
const CONNECTIONS = 64;
const TARGETS = [
  "/v7?n=100",
  "/v4",
  "/validate/017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
  "/decode/017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
];

/** Resident memory in MB, as the kernel counts it. */
function memory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1_024) / 1e6;
}

const verdict = (held: boolean) => (held ? "held" : "MISSED");

const starts: number[] = [];
for (let i = 0; i < STARTS; i++) {
  const began = performance.now();
  const server = await start(quintet, "/v7");
  starts.push(performance.now() - began);
  server.process.kill("SIGKILL");
  await server.process.exited;
}
const first = median(starts);
console.log(
  `Start to first response (median of ${STARTS} starts): ${first.toFixed(0)} ms  target < 150 ms: ${verdict(first < 150)}`,
);

const { port, process: child } = await start(quintet, "/v7");
await fetch(`http://127.0.0.1:${port}/`);
await Bun.sleep(2_000);
const idle = memory(child.pid);
console.log(
  `Memory when idle (the landing page was shown once): ${idle.toFixed(0)} MB  target < 84 MB: ${verdict(idle < 84)}`,
);

let answered = 0;
const samples: number[] = [];
for (let i = 0; answered < REQUESTS; i++) {
  answered += await load(port, TARGETS[i % TARGETS.length] ?? "/v4", CONNECTIONS, 1_000);
  samples.push(memory(child.pid));
}
child.kill("SIGKILL");
// The first tenth warms the heap up; from then on it must stay.
const settled = samples.slice(Math.ceil(samples.length / 10));
const middle = median(settled);
const drift = Math.max(...settled.map((sample) => Math.abs(sample / middle - 1)));
console.log(
  `Memory under load, largest deviation from its median (${answered} requests, ${Math.min(...settled).toFixed(0)} to ${Math.max(...settled).toFixed(0)} MB): ` +
    `${(drift * 100).toFixed(1)}%  target ≤ 10%: ${verdict(drift <= 0.1)}`,
);
process.exit(0);
