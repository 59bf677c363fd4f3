import { StreamedResponse } from "../http/core/content-encoding.ts";
import { negotiate } from "../http/core/content-negotiation.ts";
import { corsHeaders } from "../http/core/headers.ts";
import { extensionOf, stemOfIndex } from "../kit/file-name.ts";
import { fileOf, type JobRow } from "./job.ts";
import { resultLine } from "./job-views.ts";
import { type Content, type Piece, paced, resultText, slices } from "./result-text.ts";

/** The stored response of a job. */
export interface JobBody {
  readonly type: string;
  readonly content: Content;
}

interface ResultsSource {
  /** The index to start after. */
  readonly after: number;
  page(after: number): Promise<readonly JobRow[]>;
  open(job: JobRow): Promise<JobBody | undefined>;
}

const LINES = "application/x-ndjson";
const ZIP = "application/zip";

const encoder = new TextEncoder();

async function* jobsOf({ after, page }: ResultsSource): AsyncGenerator<JobRow> {
  for (let last = after; ; ) {
    const jobs = await page(last);
    yield* jobs;
    const end = jobs.at(-1)?.place;
    if (end === undefined || end === null) return;
    last = end;
  }
}

async function* linesOf(source: ResultsSource): AsyncGenerator<Piece> {
  for await (const job of jobsOf(source)) {
    const body = await source.open(job);
    const [before, behind] = resultLine(job);
    yield encoder.encode(before);
    if (body === undefined) yield encoder.encode("null");
    else yield* resultText(body.type, body.content);
    yield encoder.encode(behind);
  }
}

/** The name of a response in a ZIP file or a download: that of the job's file, or its index, with another extension. */
export function entryName(job: JobRow, type: string): string {
  return (fileOf(job)?.stem ?? stemOfIndex(job.place ?? 0)) + extensionOf(type);
}

/** A ZIP file that is made in pieces. Its files are stored as they are: images are compressed already. */
async function openZip() {
  // Later: a start loads no packages.
  const { Zip, ZipPassThrough } = await import("fflate");
  let ready: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failed ??= error;
    ready.push(chunk);
  });
  const take = () => {
    if (failed !== null) throw failed;
    const taken = ready;
    ready = [];
    return taken;
  };
  return {
    async *add(name: string, content: Content): AsyncGenerator<Uint8Array> {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      for await (const piece of slices(content)) {
        entry.push(piece);
        yield* take();
      }
      entry.push(new Uint8Array(), true);
      yield* take();
    },
    *end(): Generator<Uint8Array> {
      zip.end();
      yield* take();
    },
  };
}

/** Each response as a file, and then a line for each. The jobs are read twice, so that no line is in memory meanwhile. */
async function* zipOf(source: ResultsSource): AsyncGenerator<Uint8Array> {
  const zip = await openZip();
  const entries = new Map<number | null, string | undefined>();
  for await (const job of jobsOf(source)) {
    const body = await source.open(job);
    const entry = body && entryName(job, body.type);
    entries.set(job.place, entry);
    if (body !== undefined && entry !== undefined) yield* zip.add(entry, body.content);
  }
  const lines = async function* () {
    for await (const job of jobsOf(source)) {
      // A job that has ended since then has no file.
      if (entries.has(job.place)) yield encoder.encode(resultLine(job, entries.get(job.place)).join("null"));
    }
  };
  yield* zip.add("results.ndjson", lines());
  yield* zip.end();
}

/** The results of a batch as lines of JSON or, where the client asks for it, as a ZIP file. They are read while the response is sent. */
export function resultsResponse(source: ResultsSource, accept: string | null, requestId: string): Response {
  const type = negotiate(accept, [LINES, ZIP]);
  const chunks = paced(type === ZIP ? zipOf(source) : linesOf(source));
  const headers = {
    ...corsHeaders,
    "Content-Type": type,
    "Cache-Control": "no-store",
    Vary: "Accept",
    "X-Request-Id": requestId,
    ...(type === ZIP ? { "Content-Disposition": 'attachment; filename="results.zip"' } : {}),
  };
  return new StreamedResponse(chunks, { headers });
}
