import { samplePdf } from "../../../../src/apis/pdf/samples.ts";
import { nineKilobytes } from "../../../fixtures/hostile-pdfs.ts";
import { until } from "../../../helpers/until.ts";
import type { Attack, Caller, Scene } from "../attack.ts";
import { type Shot, shotOf } from "../request.ts";
import { type Flood, turnMs } from "./turns.ts";
import { zipOf } from "./zips.ts";

/** Accounts of one attacker: the oldest of the service. */
const ACCOUNTS = 8;

/** Accounts of one attacker whose jobs are slow: each of them has jobs for minutes. */
const SLOW_ACCOUNTS = 2;

interface JobView {
  readonly id: string;
  readonly state: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
}

const backgroundHeaders = (key: string) => ({
  "X-API-Key": key,
  "Content-Type": "application/pdf",
  Prefer: "respond-async",
});

/** Runs one job of a new account in the middle of a flood; gives what was missed. */
async function honestJob(scene: Scene, index: number, flood: Flood): Promise<readonly string[]> {
  await Bun.sleep(500 * scene.seconds);
  const key = await scene.key(`honest-job-${index}-${crypto.randomUUID()}@user.example`);
  const sent = await fetch(`${scene.url}/pdf/extract`, {
    method: "POST",
    headers: backgroundHeaders(key),
    body: samplePdf(),
  });
  if (sent.status !== 202) return [`an honest job got ${sent.status}: ${(await sent.text()).slice(0, 120)}`];
  const { id } = (await sent.json()) as JobView;
  const most = turnMs(flood, scene.callers);
  const view = await until(
    "the honest job has ended",
    async () => {
      await Bun.sleep(200);
      const response = await fetch(`${scene.url}/jobs/${id}`, { headers: { "X-API-Key": key } });
      const job = (await response.json()) as JobView;
      return ["succeeded", "failed", "canceled"].includes(job.state) && job;
    },
    most + 120_000,
  );
  const waited = Date.parse(view.startedAt ?? "") - Date.parse(view.createdAt);
  return [
    ...(view.state === "succeeded" ? [] : [`the honest job ${view.state}`]),
    ...(waited <= most ? [] : [`the honest job waited ${(waited / 1_000).toFixed(1)} s for its turn`]),
  ];
}

/** A job of the attack: its accounts take turns, so that each has jobs that wait. */
function single({ keys, cached }: Caller, i: number): Shot {
  const key = keys[i % keys.length] ?? "";
  const file = cached("a page", () => new Uint8Array(samplePdf()));
  return shotOf("POST", "/pdf/extract", backgroundHeaders(key), file);
}

/** A batch of files that each take 5 s of processor time and fail. */
function poison({ keys, cached }: Caller, i: number): Shot {
  const key = keys[i % keys.length] ?? "";
  const files = cached("99 slow files", () => zipOf(Array.from({ length: 99 }, nineKilobytes)));
  const headers = { "X-API-Key": key, "Content-Type": "application/zip" };
  return shotOf("POST", "/batches?operation=pdf.extract", headers, files);
}

/** Rows 2 and 3: the oldest accounts flood the queue, with jobs that are quick and with files that are slow and fail. */
export const jobAttacks: readonly Attack[] = [
  {
    id: "jobs",
    title: `${ACCOUNTS} accounts flood the queue with quick jobs`,
    isPaid: true,
    // At their rate limits, 8 accounts keep two cores busy with calls that they pay for.
    honestRatio: 20,
    accounts: ACCOUNTS,
    connections: 16,
    shot: single,
    during: async (scene, index) =>
      index === 0 ? honestJob(scene, index, { accounts: ACCOUNTS, jobMs: 500 }) : [],
  },
  {
    id: "batches",
    title: `batches of slow files that fail, from ${SLOW_ACCOUNTS} free accounts`,
    accounts: SLOW_ACCOUNTS,
    connections: 4,
    shot: poison,
    during: async (scene, index) =>
      index === 0 ? honestJob(scene, index, { accounts: SLOW_ACCOUNTS, jobMs: 6_000 }) : [],
  },
];
