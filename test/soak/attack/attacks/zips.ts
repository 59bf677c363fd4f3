import { zipSync } from "fflate";
import { samplePdf } from "../../../../src/apis/pdf/samples.ts";
import { nineKilobytes } from "../../../fixtures/hostile-pdfs.ts";
import { writeZip } from "../../../fixtures/zip-writer.ts";
import { seededBelow } from "../../../helpers/random.ts";
import { until } from "../../../helpers/until.ts";
import type { Attack, Caller, Scene } from "../attack.ts";
import { type Shot, shotOf } from "../request.ts";
import { turnMs } from "./turns.ts";

const MB = 1_000_000;

/** What all accounts and one account may store, in megabytes: little, so that an attack of seconds fills it. */
const TOTAL_MB = 80;
const ACCOUNT_MB = 10;

/** A PDF of so many bytes that do not shrink; its call fails. */
function noise(bytes: number, seed: number): Uint8Array<ArrayBuffer> {
  const below = seededBelow(seed);
  const file = Uint8Array.from({ length: bytes }, () => below(256));
  file.set(new TextEncoder().encode("%PDF-1.7\n"));
  return file;
}

/** Files of a ZIP file that are named by their places. */
const named = (files: readonly Uint8Array[]) => files.map((bytes, i) => ({ name: `${i}.pdf`, bytes }));

/** A ZIP file of files that are named by their places. */
export const zipOf = (files: readonly Uint8Array[], level: 0 | 6 = 6) =>
  new Uint8Array(
    zipSync(Object.fromEntries(named(files).map(({ name, bytes }) => [name, bytes])), { level }),
  );

const repeated = (file: Uint8Array, count: number) => Array.from({ length: count }, () => file);

/** The bodies, by name: bombs first, then files that are as they should be and fill the store. */
const bodies: readonly (readonly [name: string, make: () => Uint8Array])[] = [
  ["one file 9,900 times", () => writeZip(named([nineKilobytes()]), { repeat: 9_900 })],
  ["files that overlap", () => writeZip(named(repeated(nineKilobytes(), 500)), { shift: -400 })],
  ["49 MB of zeros", () => zipOf([new Uint8Array(49 * MB)])],
  ["90 MB of zeros in 600 files", () => zipOf(repeated(new Uint8Array(150_000), 600))],
  ["a size that is a lie", () => writeZip(named(repeated(nineKilobytes(), 50)), { directorySize: 200_000 })],
  ["local headers that lie", () => writeZip(named(repeated(nineKilobytes(), 50)), { localSize: 7, crc: 1 })],
  ["65,535 entries announced", () => writeZip(named([nineKilobytes()]), { entries: 65_535 })],
  ["a directory out of the file", () => writeZip(named([nineKilobytes()]), { directoryFrom: 0xfffffff0 })],
  ["ZIP files in a ZIP file", () => zipOf(repeated(zipOf([new Uint8Array(200_000)]), 100))],
  ["10,000 files", () => zipOf(repeated(samplePdf(), 10_000))],
  ["99 slow files", () => zipOf(repeated(nineKilobytes(), 99))],
  [
    "6 MB",
    () =>
      zipOf(
        Array.from({ length: 12 }, (_, i) => noise(MB / 2, i)),
        0,
      ),
  ],
  [
    "40 MB",
    () =>
      zipOf(
        Array.from({ length: 4 }, (_, i) => noise(10 * MB, i)),
        0,
      ),
  ],
];

function shot({ keys, cached }: Caller, i: number): Shot {
  const [name, make] = bodies[i % bodies.length] ?? ["", () => new Uint8Array()];
  // Each account sends each body.
  const key = keys[Math.floor(i / bodies.length) % keys.length] ?? "";
  const headers = { "X-API-Key": key, "Content-Type": "application/zip" };
  return shotOf(
    "POST",
    "/batches?operation=pdf.extract",
    headers,
    cached(name, () => new Uint8Array(make())),
  );
}

/** Accounts of one attacker, whose slowest jobs take so long, in milliseconds. */
const FLOOD = { accounts: 8, jobMs: 5_000 };

/** Stores and runs a batch of a free account that does nothing else; gives what was missed. */
async function honestBatch(scene: Scene, index: number): Promise<readonly string[]> {
  // When the store is as full as the attack gets it.
  await Bun.sleep(500 * scene.seconds);
  const key = await scene.key(`honest-zip-${index}-${crypto.randomUUID()}@user.example`);
  const headers = { "X-API-Key": key };
  const sent = await fetch(`${scene.url}/batches?operation=pdf.extract`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/zip" },
    body: zipOf([samplePdf()]),
  });
  if (sent.status !== 202)
    return [`an honest batch got ${sent.status}: ${(await sent.text()).slice(0, 120)}`];
  const { id } = (await sent.json()) as { id: string };
  const view = async () =>
    (await (await fetch(`${scene.url}/batches/${id}`, { headers })).json()) as {
      state: string;
      succeeded: number;
    };
  const isOver = async () => {
    const read = await view();
    return read.state === "finished" && read;
  };
  try {
    const { succeeded } = await until("the honest batch has ended", isOver, turnMs(FLOOD, scene.callers));
    return succeeded === 1 ? [] : ["the honest item did not succeed"];
  } catch (error) {
    return [String(error)];
  }
}

/** Row 5: the store of jobs is filled by ZIP files, from eight free accounts of each attacker. */
export const zipAttacks: readonly Attack[] = [
  {
    id: "ZIP files",
    title: "bombs, lies and 50 MB of files from 8 free accounts",
    environment: { JOB_STORAGE_MB: `account=${ACCOUNT_MB},total=${TOTAL_MB}` },
    accounts: FLOOD.accounts,
    connections: 4,
    shot,
    during: async (scene, index) => (index === 0 ? honestBatch(scene, index) : []),
    async after({ storedBytes, outcomes }) {
      const missed: string[] = [];
      const bytes = await storedBytes();
      // Base 64 and the pages of the database take half again as much, and its log 16 MB.
      if (bytes > 1.5 * TOTAL_MB * MB + 40 * MB) missed.push(`${Math.round(bytes / MB)} MB stored`);
      const kinds = new Set(outcomes.flatMap((counts) => [...counts.keys()]));
      if (!kinds.has("400 invalid-body")) missed.push("no bomb was rejected");
      return missed;
    },
  },
];
