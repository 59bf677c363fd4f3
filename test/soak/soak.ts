// Mixed load on a server of its own, for as long as is asked: what `npm run soak` prints and a test runs for a
// minute.
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { samples } from "../../src/apis/pdf/samples.ts";
import { endlessFile } from "../helpers/endless.ts";
import { runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { fileAt } from "../recorders/generated.ts";

/** What is held against a figure. */
export interface Bar {
  readonly what: string;
  readonly bar: string;
  readonly measured: string;
  readonly isHeld: boolean;
}

export interface Soaked {
  readonly bars: readonly Bar[];
  readonly table: string;
  /** Answers that no shape allows: statuses by shape, with how often. */
  readonly wrong: ReadonlyMap<string, number>;
  readonly answered: number;
}

export interface SoakOptions {
  readonly seconds: number;
  onProgress?(line: string): void;
}

/** Callers of UUIDs and of metered operations; each sends its next request when the last was answered. */
const UUID_CALLERS = 4;
const METERED_CALLERS = 6;

interface Shape {
  readonly name: string;
  /** How many of a hundred requests of its kind. */
  readonly weight: number;
  send(url: string, key: string): Promise<Response>;
  /** Statuses that it may be answered with; 503 with Retry-After is shed load, and always allowed. */
  readonly statuses: readonly number[];
}

const get =
  (path: string): Shape["send"] =>
  (url) =>
    fetch(url + path);

function shapesOf(site: string): { uuid: Shape[]; metered: Shape[] } {
  const picture = readFileSync(fileAt("src/web/assets/husky.jpg"));
  const post =
    (path: string, type: string, body: Uint8Array<ArrayBuffer>): Shape["send"] =>
    (url, key) =>
      fetch(url + path, { method: "POST", headers: { "X-API-Key": key, "Content-Type": type }, body });
  const keyed =
    (path: string): Shape["send"] =>
    (url, key) =>
      fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
  const documents = { plain: samples.plain.make(), form: samples.form.make(), scan: samples.scan.make() };
  return {
    uuid: [
      { name: "/v4", weight: 40, send: get("/v4"), statuses: [200] },
      { name: "/v7", weight: 25, send: get("/v7"), statuses: [200] },
      { name: "/v4?n=100", weight: 10, send: get("/v4?n=100"), statuses: [200] },
      { name: "/v7?n=10", weight: 10, send: get("/v7?n=10"), statuses: [200] },
      {
        name: "/validate",
        weight: 6,
        send: get("/validate/017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
        statuses: [200],
      },
      {
        name: "/decode",
        weight: 5,
        send: get("/decode/017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
        statuses: [200],
      },
      { name: "/v4?n=0", weight: 3, send: get("/v4?n=0"), statuses: [400] },
      { name: "unknown path", weight: 1, send: get("/nothing"), statuses: [404] },
    ],
    metered: [
      {
        name: "pdf",
        weight: 25,
        send: post("/pdf/extract", "application/pdf", documents.plain),
        statuses: [200],
      },
      {
        name: "pdf, form",
        weight: 10,
        send: post("/pdf/extract", "application/pdf", documents.form),
        statuses: [200],
      },
      {
        name: "pdf, scan",
        weight: 5,
        send: post("/pdf/extract", "application/pdf", documents.scan),
        statuses: [200],
      },
      {
        name: "pdf, broken",
        weight: 4,
        send: post("/pdf/extract", "application/pdf", new TextEncoder().encode("%PDF-1.7 broken")),
        statuses: [422],
      },
      {
        name: "image",
        weight: 5,
        send: post("/images/remove-bg", "image/jpeg", new Uint8Array(picture)),
        statuses: [200],
      },
      { name: "seo audit", weight: 20, send: keyed(`/seo/audit?url=${site}/`), statuses: [200] },
      { name: "seo meta", weight: 10, send: keyed(`/seo/meta?url=${site}/`), statuses: [200] },
      { name: "seo, private", weight: 2, send: keyed("/seo/meta?url=http://10.0.0.1/"), statuses: [400] },
      { name: "usage", weight: 4, send: keyed("/usage"), statuses: [200] },
    ],
  };
}

/** One shape, as often as its weight says. */
function choose(shapes: readonly Shape[]): Shape {
  let left = Math.random() * shapes.reduce((sum, { weight }) => sum + weight, 0);
  for (const shape of shapes) {
    left -= shape.weight;
    if (left < 0) return shape;
  }
  throw new TypeError("weights are positive");
}

/** Resident memory of a process in MiB. */
function residentMiB(pid: number): number {
  // One that has ended and is not buried has none.
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

function childrenMiB(pid: number): number {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    for (const child of readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").match(/\d+/g) ?? []) {
      try {
        sum += residentMiB(Number(child));
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  return sum;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A page of the kind that is audited: a few kilobytes with everything that pages have. */
function page(): string {
  const paragraphs = Array.from(
    { length: 40 },
    (_, i) =>
      `<h2>Part ${i}</h2><p>Water at ${70 + i} degrees. <a href="/part-${i}">More of it</a> <img src="/${i}.png" alt="Picture ${i}">`,
  );
  return `<!doctype html><html lang="en"><title>Green tea, brewed well</title><meta name="description" content="How hot, how long and how much.">${paragraphs.join("")}</html>`;
}

/** Runs the load for so many seconds on a server of its own, and holds what came of it to the bars. */
export async function soak({ seconds, onProgress }: SoakOptions): Promise<Soaked> {
  const html = page();
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  });
  const environment = { DATA_DIR: temporaryFolder(), CATALOGUE_FILE: await endlessFile() };
  const keys: string[] = [];
  for (const who of ["one", "two", "three"]) {
    const { out } = await runQuintet(environment, "keys", "create", `${who}@example.com`);
    keys.push(/qt_live_\w+/.exec(out)?.[0] ?? "");
  }
  await using server = await startQuintet({
    ...environment,
    // As operators run it.
    SANDBOX_PROCESSES: String(availableParallelism()),
    EGRESS_ALLOW: `127.0.0.1:${site.port}`,
    BURST_PER_SECOND: "1000000",
    FREE_CPU_SECONDS_PER_MINUTE: "1000000",
    LOG_LEVEL: "warn",
  });
  const { uuid, metered } = shapesOf(`http://127.0.0.1:${site.port}`);
  const until = performance.now() + seconds * 1_000;
  const times = new Map<string, number[]>();
  const counts = new Map<string, number>();
  const wrong = new Map<string, number>();
  let shed = 0;
  let answered = 0;
  let meteredAnswered = 0;

  const send = async (shape: Shape, key: string): Promise<void> => {
    const began = performance.now();
    let status = 0;
    let retryAfter: string | null = null;
    try {
      const answer = await shape.send(server.url, key);
      await answer.arrayBuffer();
      ({ status } = answer);
      retryAfter = answer.headers.get("retry-after");
    } catch {
      // Counted below as status 0: the connection was cut.
    }
    const ms = performance.now() - began;
    answered++;
    counts.set(shape.name, (counts.get(shape.name) ?? 0) + 1);
    const list = times.get(shape.name) ?? [];
    times.set(shape.name, list);
    // A sample, so that half an hour of UUIDs does not fill this process.
    if (list.length < 50_000) list.push(ms);
    else list[Math.floor(Math.random() * list.length)] = ms;
    if (status === 503 && Number(retryAfter) > 0) shed++;
    else if (!shape.statuses.includes(status)) {
      const what = `${shape.name}: ${status}`;
      wrong.set(what, (wrong.get(what) ?? 0) + 1);
    }
  };
  const meteredCaller = async (i: number): Promise<void> => {
    while (performance.now() < until) {
      await send(choose(metered), keys[i % keys.length] ?? "");
      meteredAnswered++;
    }
  };
  const uuidCaller = async (): Promise<void> => {
    while (performance.now() < until) {
      await send(choose(uuid), "");
      // Nine of ten: no faster than the metered ones allow, so that the mix is what it says.
      while (answered > 10 * (meteredAnswered + METERED_CALLERS) && performance.now() < until)
        await Bun.sleep(5);
    }
  };

  const memory: { at: number; server: number; children: number }[] = [];
  const began = performance.now();
  const watch = setInterval(() => {
    const at = (performance.now() - began) / 1_000;
    memory.push({ at, server: residentMiB(server.pid), children: childrenMiB(server.pid) });
    const last = memory.at(-1);
    if (memory.length % 10 === 0 && last !== undefined) {
      onProgress?.(
        `${at.toFixed(0)} s: ${answered} answers, ${shed} shed, ${wrong.size} kinds of wrong ones, server ${last.server.toFixed(0)} MiB`,
      );
    }
  }, 1_000);
  try {
    await Promise.all([
      ...Array.from({ length: UUID_CALLERS }, uuidCaller),
      ...Array.from({ length: METERED_CALLERS }, (_, i) => meteredCaller(i)),
    ]);
  } finally {
    clearInterval(watch);
    await site.stop(true);
  }

  const uuidTimes = uuid.flatMap(({ name }) => times.get(name) ?? []);
  const p99 = quantile(uuidTimes, 0.99);
  // The first five minutes, or the first half of a shorter run, warm the heap up.
  const settled = memory.filter(({ at }) => at >= Math.min(300, seconds / 2));
  // Ten seconds at a time: what the collector of garbage does in between is no growth.
  const windows: number[] = [];
  for (let i = 0; i < settled.length; i += 10) {
    windows.push(
      quantile(
        settled.slice(i, i + 10).map((one) => one.server),
        0.5,
      ),
    );
  }
  const first = windows[0] ?? Number.NaN;
  const last = windows.at(-1) ?? Number.NaN;
  // From the middle of them, as the bench of one process measures it: neither growth nor a saw of that size.
  const middle = quantile(windows, 0.5);
  const drift = Math.max(...windows.map((one) => Math.abs(one / middle - 1)));
  const wrongs = [...wrong].map(([what, n]) => `${n} x ${what}`).join("; ");
  const bars: Bar[] = [
    {
      what: "wrong answers (a 5xx that is no shed 503 among them)",
      bar: "0",
      measured: wrong.size === 0 ? "0" : wrongs,
      isHeld: wrong.size === 0,
    },
    {
      what: "UUID, 99 of 100, while PDFs and pictures are worked on",
      bar: "under 20 ms",
      measured: `${p99.toFixed(1)} ms`,
      isHeld: p99 < 20,
    },
    {
      what: "memory of the server, from warm to the end",
      bar: "within 10 %",
      measured: `${first.toFixed(0)} to ${last.toFixed(0)} MiB, at most ${(drift * 100).toFixed(1)} % from the median`,
      isHeld: drift <= 0.1,
    },
  ];
  const pad = (text: string | number, width: number) => String(text).padStart(width);
  const rows = [...uuid, ...metered].map(({ name }) => {
    const list = times.get(name) ?? [];
    return `${name.padEnd(16)}${pad(counts.get(name) ?? 0, 9)}${pad(quantile(list, 0.5).toFixed(1), 10)}${pad(quantile(list, 0.99).toFixed(1), 10)}`;
  });
  const share = (100 * meteredAnswered) / Math.max(1, answered);
  const table = [
    `${seconds} s, ${navigator.hardwareConcurrency} cores, ${UUID_CALLERS} callers of UUIDs, ${METERED_CALLERS} of metered operations: ${answered} answers, ${share.toFixed(1)} % metered, ${shed} shed with 503`,
    `memory of sandbox processes: at most ${Math.max(0, ...memory.map(({ children }) => children)).toFixed(0)} MiB`,
    "",
    `${"".padEnd(16)}${pad("answers", 9)}${pad("p50 ms", 10)}${pad("p99 ms", 10)}`,
    ...rows,
    "",
    ...bars.map(
      ({ what, bar, measured, isHeld }) => `${what}: ${measured}  bar ${bar}: ${isHeld ? "held" : "MISSED"}`,
    ),
  ].join("\n");
  return { bars, table, wrong, answered };
}
