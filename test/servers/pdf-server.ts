import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import type { Running } from "../helpers/running.ts";

/** Sends a file to be read. */
export function send(server: Running, file: Uint8Array<ArrayBuffer>, query = ""): Promise<Response> {
  return fetch(`${server.url}/pdf/extract?${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/pdf", Accept: "application/json" },
    body: file,
  });
}

/** Sends a file that wants nothing, and holds its answer to be right. */
export async function sendPlain(server: Running): Promise<void> {
  const answer = await send(server, samplePdf());
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { text: string }).text).toStartWith(
    "Quintet\n\nThis sample shows what Quintet extracts",
  );
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Resident memory of a server and its processes, in MiB. */
export function memoryOf({ pid }: Running): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  const kilobytes = [String(pid), ...children].map((one) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${one}/status`, "utf8"))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}
