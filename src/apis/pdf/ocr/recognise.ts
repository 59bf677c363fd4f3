import type { Context } from "../../../kit/context.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Program } from "../../../kit/sandbox.ts";
import { type PageText, readTsv } from "./page-text.ts";
import type { OcrPlan } from "./plan.ts";
import { type Picture, renderJob } from "./render-job.ts";

const MB = 1024 * 1024;

/** One page may take so long to recognise, in milliseconds. */
const PAGE_MS = 15_000;

/** What a page of the largest size takes, several times over; and the longest text of one, in bytes. */
const MEMORY_BYTES = 1_024 * MB;
const TEXT_BYTES = 8 * MB;

/** Images of one request that are recognised or wait for it: the next is painted while one is read. */
const AHEAD = 2;

/** Why a page has no recognised text. */
export type Unread = "time" | "failed";

/** What became of each page, by its index. */
export type Readings = ReadonlyMap<number, Promise<PageText | Unread>>;

/** What ends the request, not the page. */
function endsAll(error: unknown): boolean {
  return error instanceof Problem && ["busy", "client-left"].includes(error.code);
}

function tesseract({ recogniser, language }: OcrPlan, scale: number, totalMs: number): Program {
  const { program, tellsUp } = recogniser;
  const layout = ["--dpi", String(Math.round(scale * 72)), "--psm", tellsUp ? "1" : "3"];
  return {
    name: "tesseract",
    command: [program, "stdin", "stdout", "-l", language, ...layout, "-c", "tessedit_create_tsv=1"],
    // A core for a page: several pages are read at a time, and others want to be served.
    environment: { OMP_THREAD_LIMIT: "1" },
    limits: { totalMs, memoryBytes: MEMORY_BYTES, outputBytes: TEXT_BYTES },
  };
}

async function read(
  picture: Picture,
  plan: OcrPlan,
  until: number,
  context: Context,
): Promise<PageText | Unread> {
  const { graymap, scale } = picture;
  if (graymap === undefined) return "failed";
  const left = until - performance.now();
  if (left <= 0) return "time";
  try {
    const written = await context.pipe(tesseract(plan, scale, Math.min(PAGE_MS, left)), graymap);
    return readTsv(new TextDecoder().decode(written), scale);
  } catch (error) {
    if (endsAll(error) || !(error instanceof Problem)) throw error;
    return error.code === "too-complex" ? "time" : "failed";
  }
}

/**
 * Paints pages and has them read, two at a time. The reading of a page rejects with `busy` where there is
 * no place to begin in, and with `client-left`; what befalls one page is said of that page.
 */
export function recognise(
  file: { readonly file: Uint8Array; readonly password: string | undefined },
  pages: readonly number[],
  plan: OcrPlan,
  context: Context,
): Readings {
  const outcomes = new Map(pages.map((page) => [page, Promise.withResolvers<PageText | Unread>()] as const));
  const readings = new Map(Array.from(outcomes, ([page, { promise }]) => [page, promise] as const));
  // Some may never be asked for.
  for (const reading of readings.values()) reading.catch(() => {});
  const { totalMs } = plan.recogniser;
  // The time that the request waits for a place is not its own: the clock starts with the first page.
  let until = Number.POSITIVE_INFINITY;
  const startClock = () => {
    until = Math.min(until, performance.now() + totalMs);
  };

  const paint = async (rest: readonly number[]): Promise<readonly number[]> => {
    const flying = new Set<Promise<void>>();
    let painted = 0;
    try {
      for await (const picture of context.run(renderJob(totalMs), { ...file, pages: rest })) {
        painted++;
        startClock();
        const outcome = outcomes.get(picture.index);
        const flight: Promise<void> = read(picture, plan, until, context)
          .then(outcome?.resolve, outcome?.reject)
          .finally(() => flying.delete(flight));
        flying.add(flight);
        if (flying.size >= AHEAD) await Promise.race(flying);
      }
      return [];
    } catch (error) {
      if (endsAll(error) || !(error instanceof Problem)) throw error;
      startClock();
      const [broken, ...others] = rest.slice(painted);
      if (broken !== undefined) outcomes.get(broken)?.resolve("failed");
      return others;
    } finally {
      await Promise.all(flying);
    }
  };
  const work = async () => {
    let rest = pages;
    while (rest.length > 0 && performance.now() < until) rest = await paint(rest);
    for (const page of rest) outcomes.get(page)?.resolve("time");
  };
  work().catch((error: unknown) => {
    for (const { reject } of outcomes.values()) reject(error);
  });
  return readings;
}
