import type { JobRow } from "../../jobs/job.ts";
import { StreamedResponse } from "../core/content-encoding.ts";
import { negotiate } from "../core/content-negotiation.ts";
import { exposing, shared } from "../core/headers.ts";

/** The result of one job, and its response as a file where it has one. */
interface ReadResult {
  readonly line: { readonly index: number };
  readonly file?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };
}

/** How the results of a batch are read. */
export interface ResultsSource {
  /** The index to start after. */
  readonly after: number;
  /** The jobs that have ended, in their order, from the one after an index; empty after the last. */
  page(after: number): Promise<readonly JobRow[]>;
  read(job: JobRow): Promise<ReadResult>;
}

const LINES = "application/x-ndjson";
const ZIP = "application/zip";

/** The ending of the name of a file, by its media type. */
const ENDINGS: Readonly<Record<string, string>> = {
  "application/json": "json",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "text/markdown": "md",
  "text/plain": "txt",
  "text/csv": "csv",
};

async function* resultsOf({ after, page, read }: ResultsSource): AsyncGenerator<ReadResult> {
  for (let last = after; ; ) {
    const jobs = await page(last);
    for (const job of jobs) yield await read(job);
    const end = jobs.at(-1)?.place;
    if (end === undefined || end === null) return;
    last = end;
  }
}

async function* linesOf(source: ResultsSource): AsyncGenerator<Uint8Array> {
  for await (const { line } of resultsOf(source)) yield new TextEncoder().encode(`${JSON.stringify(line)}\n`);
}

function fileName(index: number, type: string): string {
  const known = ENDINGS[type.split(";", 1)[0]?.trim() ?? ""] ?? "bin";
  return `${String(index).padStart(5, "0")}.${known}`;
}

/** The bytes of a ZIP file, whose files are stored as they are: images are compressed already. */
async function* zipOf(source: ResultsSource): AsyncGenerator<Uint8Array> {
  // Later: a start loads no packages.
  const { Zip, ZipPassThrough } = await import("fflate");
  let ready: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failed ??= error;
    ready.push(chunk);
  });
  const add = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(bytes, true);
  };
  const take = () => {
    if (failed !== null) throw failed;
    const taken = ready;
    ready = [];
    return taken;
  };
  const lines: string[] = [];
  for await (const { line, file } of resultsOf(source)) {
    lines.push(`${JSON.stringify(file === undefined ? line : { ...line, result: null })}\n`);
    if (file === undefined) continue;
    add(fileName(line.index, file.type), file.bytes);
    yield* take();
  }
  add("results.ndjson", new TextEncoder().encode(lines.join("")));
  zip.end();
  yield* take();
}

/** A body whose pieces are made as the client reads them. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** The results of a batch as lines of JSON or, where the client asks for it, as a ZIP file. They are read while the response is sent. */
export function resultsResponse(source: ResultsSource, accept: string | null, requestId: string): Response {
  const type = negotiate(accept, [LINES, ZIP]);
  const chunks = type === ZIP ? zipOf(source) : linesOf(source);
  const headers = {
    ...shared,
    "Access-Control-Expose-Headers": exposing(),
    "Content-Type": type,
    "Cache-Control": "no-store",
    Vary: "Accept",
    "X-Request-Id": requestId,
    ...(type === ZIP ? { "Content-Disposition": 'attachment; filename="results.zip"' } : {}),
  };
  return new StreamedResponse(streamOf(chunks), { headers });
}
