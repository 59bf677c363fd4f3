// `npm run bench NAMES -- --against VERSION`: this checkout beside another version (a commit, a tag or a folder), in turns, in one
// run. Prints the median of each, and the median of the ratios of the rounds; of each figure, less is better. NAMES are some of
// `benches`, all by default. `--rounds 5` sets the number of rounds; `--fail` ends with 1 where a bar is missed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../test/helpers/temporary-folder.ts";
import { measureMetered } from "./metered-call.ts";
import { pdftotextCost, writeWholeCorpus } from "./pdf/corpus.ts";
import { type Cost, startRounds } from "./rounds.ts";
import { page } from "./seo/page.ts";
import {
  cpuNanoseconds,
  load,
  median,
  type Peer,
  type Server,
  start,
  treeCpu,
  treeMemory,
} from "./servers.ts";
import { here, prepareVersion, serverOf, type Version } from "./versions.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: "string" },
    rounds: { type: "string", default: "9" },
    fail: { type: "boolean", default: false },
  },
});
const ROUNDS = Number(options.rounds);
/** Rounds before those that count: code is compiled and caches are filled. */
const WARM = 2;
const there = prepareVersion(options.against ?? "");
const versions = [here, there];
const folder = temporaryFolder();
const own = (version: Version, isMetered = false): Peer["environment"] => ({
  DATA_DIR: join(folder, version === here ? "here" : "there"),
  ...(isMetered ? {} : { METERING: "off" }),
});

/** Figures of one round by their unit. */
type Figures = Readonly<Record<string, number>>;

/** Something that is measured, round by round. */
interface Contender {
  readonly name: string;
  measure(): Promise<Figures>;
  stop?(): void;
  /** The most that ours may be of its figure, by unit. */
  readonly bars?: Readonly<Record<string, number>>;
}

let missed = 0;

function printRow(
  title: string,
  unit: string,
  ours: readonly number[],
  peer: Contender,
  theirs: readonly number[],
) {
  const ratio = median(ours.map((value, i) => value / (theirs[i] ?? Number.NaN)));
  const bar = peer.bars?.[unit];
  const held = bar === undefined || ratio <= bar;
  if (!held) missed++;
  const verdict = bar === undefined ? "" : `≤ ${bar}: ${held ? "held" : "MISSED"}`;
  const figure = (values: readonly number[]) => median(values).toPrecision(3);
  console.log(
    `| ${title} | ${unit} | ${figure(ours)} | ${peer.name} | ${figure(theirs)} | ${ratio.toFixed(2)} | ${verdict} |`,
  );
}

/** Measures the contenders in turns; the first is ours. The order changes with each round. */
async function compare(
  title: string,
  contenders: readonly Contender[],
  rounds = ROUNDS,
  warm = WARM,
): Promise<void> {
  const seen = contenders.map(() => [] as Figures[]);
  for (let round = -warm; round < rounds; round++) {
    const order = [...contenders.keys()];
    for (const i of round % 2 === 0 ? order : order.reverse()) {
      const figures = await contenders[i]?.measure();
      if (round >= 0 && figures !== undefined) seen[i]?.push(figures);
    }
  }
  for (const { stop } of contenders) stop?.();
  const [ours = []] = seen;
  for (const unit of Object.keys(ours[0] ?? {})) {
    const of = (figures: readonly Figures[]) => figures.map((one) => one[unit] ?? Number.NaN);
    for (const [i, peer] of contenders.entries()) {
      if (i > 0) printRow(title, unit, of(ours), peer, of(seen[i] ?? []));
    }
  }
}

const perUnit = ({ cpuMs, wallMs }: Cost, unit: string): Figures => ({
  [`CPU ms a ${unit}`]: cpuMs,
  [`ms a ${unit}`]: wallMs,
});

/** A process that works without a server. */
function rounds(name: string, unit: string, command: readonly string[], bars?: Contender["bars"]): Contender {
  const child = startRounds(command);
  const contender = { name, measure: async () => perUnit(await child.next(), unit), stop: child.stop };
  return bars === undefined ? contender : { ...contender, bars };
}

const stopServer = ({ process: child }: Server) => void child.kill("SIGKILL");

/** Makes so many calls with so many clients, and gives their cost and the most memory that the server had. */
async function callCost(
  { process: child }: Server,
  calls: number,
  clients: number,
  call: (i: number) => Promise<void>,
): Promise<Cost & { readonly memory: number }> {
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, treeMemory(child.pid));
  }, 100);
  const [before, began] = [treeCpu(child.pid), performance.now()];
  let next = 0;
  const client = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  clearInterval(watch);
  const wallMs = (performance.now() - began) / calls;
  return { cpuMs: (treeCpu(child.pid) - before) / calls, wallMs, memory };
}

async function consume(response: Response): Promise<void> {
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`);
}

async function measureAudit(
  size: number,
  calls: number,
  clients: number,
  bars: Contender["bars"],
): Promise<void> {
  const html = page(size);
  const upstream = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new URL(request.url).pathname === "/"
        ? new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } })
        : new Response(null, { status: 404 }),
  });
  const contenders = versions.map(async (version) => {
    const environment = { ...own(version), EGRESS_ALLOW: `127.0.0.1:${upstream.port}` };
    const server = await start({ ...serverOf(version, environment), isFree: true }, "/health");
    const url = `http://127.0.0.1:${server.port}/seo/audit?url=${encodeURIComponent(upstream.url.href)}`;
    return {
      name: version.name,
      async measure() {
        const cost = await callCost(server, calls, clients, async () => consume(await fetch(url)));
        return { ...perUnit(cost, "call"), "MB at most": cost.memory };
      },
      stop: () => stopServer(server),
      ...(bars === undefined ? {} : { bars }),
    };
  });
  await compare(`audit of ${size / 1_000} KB`, await Promise.all(contenders));
  await upstream.stop(true);
}

async function measureSeo(): Promise<void> {
  for (const [size, bar] of [
    [10_000, 1.1],
    [1_000_000, undefined],
  ] as const) {
    const bars = bar === undefined ? undefined : { "CPU ms a page": bar, "CPU ms a call": bar };
    const contenders = versions.map(({ name, bun, root }) =>
      rounds(name, "page", [bun, "seo/from-bytes.ts", root, String(size)], bars),
    );
    await compare(`audit of ${size / 1_000} KB, from bytes to report`, contenders, ROUNDS * 3, WARM * 3);
    await measureAudit(size, size > 100_000 ? 30 : 200, size > 100_000 ? 2 : 1, bars);
  }
}

async function measurePdf(): Promise<void> {
  const corpus = process.env.PDF_CORPUS ?? join(folder, "corpus");
  if (process.env.PDF_CORPUS === undefined) await writeWholeCorpus(corpus);
  const files = readdirSync(corpus)
    .filter((name) => name.endsWith(".pdf"))
    .map((name) => readFileSync(join(corpus, name)));
  const counted = startRounds([here.bun, "pdf/read.ts", here.root, corpus]);
  const { units: pages } = await counted.next();
  counted.stop();
  const contenders = versions.map(({ name, bun, root }) =>
    rounds(name, "page", [bun, "pdf/read.ts", root, corpus]),
  );
  contenders.push(
    rounds("unpdf", "page", [here.bun, "pdf/read.ts", "unpdf", corpus], { "CPU ms a page": 0.6 }),
  );
  const bars = { "CPU ms a page": 0.5 };
  const measure = async () =>
    perUnit((await pdftotextCost(corpus, pages)) ?? { cpuMs: Number.NaN, wallMs: Number.NaN }, "page");
  if (Bun.which("pdftotext") !== null) contenders.push({ name: "pdftotext", measure, bars });
  await compare(`text of ${pages} pages`, contenders, ROUNDS, WARM + 2);
  const servers = versions.map(async (version) => {
    const server = await start({ ...serverOf(version, own(version)), isFree: true }, "/health");
    const send = async (i: number) =>
      consume(
        await fetch(`http://127.0.0.1:${server.port}/pdf/extract`, {
          method: "POST",
          headers: { "Content-Type": "application/pdf" },
          body: files[i] ?? "",
        }),
      );
    return {
      name: version.name,
      async measure() {
        const { cpuMs, wallMs, memory } = await callCost(server, files.length, 1, send);
        const cost = { cpuMs: (cpuMs * files.length) / pages, wallMs: (wallMs * files.length) / pages };
        return { ...perUnit(cost, "page"), "MB at most": memory };
      },
      stop: () => stopServer(server),
    };
  });
  await compare(`calls with ${pages} pages`, await Promise.all(servers), ROUNDS, WARM + 2);
}

const ROUND_MS = 500;
const CONNECTIONS = 64;

/** A server that responds to one URL, as often as it can. */
async function responder(peer: Peer, target: string, bar?: number): Promise<Contender> {
  const server = await start(peer, target);
  return {
    name: peer.name,
    async measure() {
      const before = cpuNanoseconds(server.process.pid);
      const answered = await load(server.port, target, CONNECTIONS, ROUND_MS);
      const cpu = (cpuNanoseconds(server.process.pid) - before) / 1e3;
      return {
        "CPU µs a request": cpu / answered,
        "µs a request": (ROUND_MS * 1e3) / answered,
      };
    },
    stop: () => stopServer(server),
    ...(bar === undefined ? {} : { bars: { "CPU µs a request": bar } }),
  };
}

async function measureUuid(): Promise<void> {
  const bun = (kind: string): Peer => ({ name: kind, command: [here.bun, "uuid/bun.ts", kind] });
  for (const [target, headers, minimal] of [
    // 0.90 of the requests per CPU second of `headers`, and 1.30 times and 1.55 times those of `minimal`.
    ["/v4", 1.11, undefined],
    ["/v4?n=100", undefined, 0.77],
    ["/v7?n=100", undefined, 0.65],
  ] as const) {
    const servers = versions.map((version) => responder(serverOf(version, own(version)), target));
    const peers = [
      responder(bun("headers"), target, headers),
      responder(bun("generator"), target),
      responder(bun("minimal"), target, minimal),
    ];
    await compare(`GET ${target}`, await Promise.all([...servers, ...peers]), ROUNDS * 2, WARM * 2);
  }
}

/** Resident memory in MB, as the kernel counts it. */
function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1_024) / 1e6;
}

async function measureProcess(): Promise<void> {
  const contenders = versions.map((version) => ({
    name: version.name,
    async measure() {
      const began = performance.now();
      const server = await start(serverOf(version, own(version, true)), "/v7");
      const { pid } = server.process;
      const [ms, cpu] = [performance.now() - began, cpuNanoseconds(pid) / 1e6];
      await consume(await fetch(`http://127.0.0.1:${server.port}/`));
      await Bun.sleep(2_000);
      const memory = residentMemory(pid);
      stopServer(server);
      await server.process.exited;
      return { "ms to the first response": ms, "CPU ms to the first response": cpu, "MB idle": memory };
    },
  }));
  await compare("start", contenders, ROUNDS, 1);
}

const benches: Readonly<Record<string, () => Promise<void>>> = {
  seo: measureSeo,
  pdf: measurePdf,
  uuid: measureUuid,
  process: measureProcess,
  metered: async () => {
    const costs = await measureMetered(versions, folder);
    await compare("metered call", costs, ROUNDS, 0);
  },
};

const unknown = positionals.find((name) => !Object.hasOwn(benches, name));
if (options.against === undefined || unknown !== undefined) {
  console.error(`bench: --against VERSION compares ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}
console.log(`Bun ${Bun.version}, ${ROUNDS} rounds in turns; a ratio is the median of those of the rounds.\n`);
console.log("| figure | unit | here | beside | | ratio | bar |\n|---|---|---|---|---|---|---|");
for (const name of positionals.length > 0 ? positionals : ["seo", "pdf", "uuid", "process"])
  await benches[name]?.();
process.exit(options.fail && missed > 0 ? 1 : 0);
