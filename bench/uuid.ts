// `npm run bench uuid`: our UUID service beside its peers, in one run. Requests per CPU-second of the
// server, which a noisy machine moves less than requests per second; medians of interleaved rounds.
import { fileURLToPath } from "node:url";
import { createWriter, jsonArray } from "../src/apis/uuid/encode.ts";
import { createV4, createV7 } from "../src/apis/uuid/generate.ts";
import { cpuNanoseconds, load, median, type Peer, pinned, quintet, start } from "./servers.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 11);
const WARM_MS = 2_000;
const ROUND_MS = 500;
const CONNECTIONS = 64;

const bun = (kind: string): Peer => ({ name: kind, command: [process.execPath, "uuid/bun.ts", kind] });
const fastify: Peer = { name: "fastify", command: ["node", "uuid/fastify.mjs"] };

/** Builds the Go peer where there are a toolchain and the package; undefined where not. */
async function goPeer(): Promise<Peer | undefined> {
  const go = Bun.which("go");
  if (go === null) return undefined;
  const binary = `${process.env.TMPDIR ?? "/tmp"}/quintet-bench-go-${process.pid}`;
  const source = fileURLToPath(new URL("uuid/main.go", import.meta.url));
  // Debian's golang-github-google-uuid-dev puts the package where GOPATH mode finds it.
  const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" };
  const build = Bun.spawn([go, "build", "-o", binary, source], {
    env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  return (await build.exited) === 0 ? { name: "go", command: [binary] } : undefined;
}

/** At least this many times as fast as a peer. */
interface Target {
  readonly peer: string;
  readonly ratio: number;
}

/** What each peer is, for readers. */
const NAMES: Readonly<Record<string, string>> = {
  quintet: "Quintet",
  constant: "a Bun server with a constant response",
  constant100: "a Bun server with a constant response",
  headers: "a constant response with our headers",
  generator: "a Bun server with our headers and generator",
  minimal: "a minimal Bun server",
  fastify: "Fastify",
  go: "Go net/http",
};

async function compare(
  title: string,
  target: string,
  peers: readonly Peer[],
  targets: readonly Target[],
): Promise<void> {
  const servers = await Promise.all(peers.map((peer) => start(peer, target)));
  const rates = new Map(servers.map(({ name }) => [name, [] as number[]]));
  for (const { port } of servers) await load(port, target, CONNECTIONS, WARM_MS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, port, process: child } of servers) {
      const before = cpuNanoseconds(child.pid);
      const answered = await load(port, target, CONNECTIONS, ROUND_MS);
      rates.get(name)?.push((answered * 1e9) / (cpuNanoseconds(child.pid) - before));
    }
  }
  for (const { process: child } of servers) child.kill("SIGKILL");

  const ours = median(rates.get("quintet") ?? []);
  console.log(`\n${title} (GET ${target})`);
  for (const [name, values] of rates) {
    const rate = median(values);
    const [least = 0, most = 0] = [Math.min(...values), Math.max(...values)];
    const row = NAMES[name] ?? name;
    console.log(
      `  ${(row.charAt(0).toUpperCase() + row.slice(1)).padEnd(44)}${rate.toFixed(0).padStart(8)} requests per CPU-second (${least.toFixed(0)} to ${most.toFixed(0)})` +
        `  Quintet: ${(ours / rate).toFixed(2)}×`,
    );
  }
  for (const { peer, ratio } of targets) {
    const values = rates.get(peer);
    if (values === undefined) continue;
    const share = ours / median(values);
    console.log(
      `  throughput relative to ${NAMES[peer] ?? peer}: ${share.toFixed(2)}×  target ≥ ${ratio.toFixed(2)}×: ${share >= ratio ? "held" : "MISSED"}`,
    );
  }
}

/** Nanoseconds a UUID in a batch of 100, in this process: the median of 21 rounds. */
function inProcess(write: () => unknown): number {
  const rounds: number[] = [];
  for (let round = 0; round < 26; round++) {
    const start = Bun.nanoseconds();
    for (let i = 0; i < 5_000; i++) write();
    if (round >= 5) rounds.push((Bun.nanoseconds() - start) / 5_000 / 100);
  }
  return median(rounds);
}

const v4 = createWriter(createV4(), jsonArray);
const v7 = createWriter(createV7(), jsonArray);
console.log(
  `Bun ${Bun.version}, server ${pinned ? "alone on one core" : "not pinned"}, ${CONNECTIONS} connections, ${ROUNDS} interleaved rounds`,
);
console.log("\nTime per UUID in a JSON array of 100, without HTTP");
for (const [name, write] of [
  ["v4", () => v4(100)],
  ["v7", () => v7(100)],
  ["v4, crypto.randomUUID()", () => JSON.stringify(Array.from({ length: 100 }, () => crypto.randomUUID()))],
  ["v7, Bun.randomUUIDv7()", () => JSON.stringify(Array.from({ length: 100 }, () => Bun.randomUUIDv7()))],
] as const) {
  const ns = inProcess(write);
  const verdict = name.includes(",") ? "" : `  target ≤ 25 ns: ${ns <= 25 ? "held" : "MISSED"}`;
  console.log(`  ${name}: ${ns.toFixed(1)} ns${verdict}`);
}

const go = await goPeer();
const withGo = go === undefined ? [] : [go];
if (go === undefined) console.log("\nGo is left out: no toolchain with github.com/google/uuid.");
await compare(
  "1 UUID",
  "/v4",
  [quintet, bun("constant"), bun("headers"), bun("generator"), bun("minimal"), fastify, ...withGo],
  [
    { peer: "constant", ratio: 0.9 },
    { peer: "headers", ratio: 0.95 },
    { peer: "generator", ratio: 0.95 },
    { peer: "go", ratio: 1.3 },
  ],
);
await compare(
  "100 UUIDs, v4",
  "/v4?n=100",
  [quintet, bun("constant100"), bun("headers"), bun("generator"), bun("minimal"), fastify, ...withGo],
  [
    { peer: "minimal", ratio: 1.3 },
    { peer: "go", ratio: 2.5 },
    { peer: "fastify", ratio: 3.5 },
  ],
);
await compare(
  "100 UUIDs, v7",
  "/v7?n=100",
  [quintet, bun("constant100"), bun("headers"), bun("generator"), bun("minimal"), fastify],
  [
    { peer: "minimal", ratio: 1.55 },
    { peer: "fastify", ratio: 3.5 },
  ],
);
process.exit(0);
