import type { Context } from "../../../kit/context.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Program } from "../../../kit/sandbox.ts";
import { type PageText, readTsv } from "./page-text.ts";
import type { OcrPlan } from "./plan.ts";
import { type PageImage, renderJob } from "./render-job.ts";

const MB = 1024 * 1024;

/** The most time that OCR of one page may take, in milliseconds. */
const PAGE_MS = 15_000;

/** Memory for several times the largest page, and the longest text of a page, in bytes. */
const MEMORY_BYTES = 1_024 * MB;
const TEXT_BYTES = 8 * MB;

/** Page images of one request in OCR or waiting for it: the next is rendered while one is read. */
const AHEAD = 2;

/** Reason why a page has no text from OCR. */
export type OcrFailure = "time" | "failed";

/** The result of each page, by its index. */
export type Readings = ReadonlyMap<number, Promise<PageText | OcrFailure>>;

/** The reason why one page failed. Throws errors that end the whole request. */
function failureOf(error: unknown): OcrFailure {
  if (!(error instanceof Problem) || ["busy", "client-left"].includes(error.code)) throw error;
  return error.code === "too-complex" ? "time" : "failed";
}

function tesseract({ recognizer, language }: OcrPlan, scale: number, totalMs: number): Program {
  const { program, tellsUp } = recognizer;
  const layout = ["--dpi", String(Math.round(scale * 72)), "--psm", tellsUp ? "1" : "3"];
  return {
    name: "tesseract",
    command: [program, "stdin", "stdout", "-l", language, ...layout, "-c", "tessedit_create_tsv=1"],
    // One core per page: several pages are read at a time, and other requests need cores too.
    environment: { OMP_THREAD_LIMIT: "1" },
    limits: { totalMs, memoryBytes: MEMORY_BYTES, outputBytes: TEXT_BYTES },
  };
}

async function read(
  image: PageImage,
  plan: OcrPlan,
  until: number,
  context: Context,
): Promise<PageText | OcrFailure> {
  const { graymap, scale } = image;
  if (graymap === undefined) return "failed";
  const left = until - performance.now();
  if (left <= 0) return "time";
  try {
    const written = await context.pipe(tesseract(plan, scale, Math.min(PAGE_MS, left)), graymap);
    return readTsv(new TextDecoder().decode(written), image);
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Renders pages and runs OCR on them, two at a time. A page's promise rejects with `busy` if no process
 * is free, and with `client-left`; any other failure resolves that page's promise with the reason.
 */
export function recognize(
  file: { readonly file: Uint8Array; readonly password: string | undefined },
  pages: readonly number[],
  plan: OcrPlan,
  context: Context,
): Readings {
  const outcomes = new Map(
    pages.map((page) => [page, Promise.withResolvers<PageText | OcrFailure>()] as const),
  );
  const readings = new Map(Array.from(outcomes, ([page, { promise }]) => [page, promise] as const));
  // Some promises may never be awaited.
  for (const reading of readings.values()) reading.catch(() => {});
  const { totalMs } = plan.recognizer;
  // Time in the queue does not count: the clock starts with the first page.
  let until = Number.POSITIVE_INFINITY;
  const startClock = () => {
    until = Math.min(until, performance.now() + totalMs);
  };

  const render = async (rest: readonly number[]): Promise<readonly number[]> => {
    const pending = new Set<Promise<void>>();
    let rendered = 0;
    try {
      for await (const image of context.run(renderJob(totalMs), { ...file, pages: rest })) {
        rendered++;
        startClock();
        const outcome = outcomes.get(image.index);
        const reading: Promise<void> = read(image, plan, until, context)
          .then(outcome?.resolve, outcome?.reject)
          .finally(() => pending.delete(reading));
        pending.add(reading);
        if (pending.size >= AHEAD) await Promise.race(pending);
      }
      return [];
    } catch (error) {
      const reason = failureOf(error);
      startClock();
      const [broken, ...others] = rest.slice(rendered);
      if (broken !== undefined) outcomes.get(broken)?.resolve(reason);
      return others;
    } finally {
      await Promise.all(pending);
    }
  };
  const work = async () => {
    let rest = pages;
    while (rest.length > 0 && performance.now() < until) rest = await render(rest);
    for (const page of rest) outcomes.get(page)?.resolve("time");
  };
  work().catch((error: unknown) => {
    for (const { reject } of outcomes.values()) reject(error);
  });
  return readings;
}
