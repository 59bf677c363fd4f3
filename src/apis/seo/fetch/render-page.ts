import type { BrowserResponse, BrowseTask, RenderedDocument, RequestHandler } from "../../../kit/browse.ts";
import type { Context } from "../../../kit/context.ts";
import type { Fetch } from "../../../kit/fetch.ts";
import { PAGE_MAX } from "./fetch-page.ts";
import type { FetchedPage } from "./fetched-page.ts";

const MB = 1024 * 1024;

/** Limits for rendering one page: the browser alone takes 300 to 500 MB, its shared parts counted in each process. */
const LIMITS = {
  totalMs: 20_000,
  settleMs: 8_000,
  memoryBytes: 2_000 * MB,
  diskBytes: 200 * MB,
  documentMax: PAGE_MAX,
};

/** Bytes that one page may load, and one of its files. */
const ALL_MAX = 25 * MB;
const FILE_MAX = 8 * MB;
const FILE_DEADLINE_MS = 6_000;
const DOCUMENTS_MAX = 3;

/** Resource types that are loaded: scripts and their requests. Images, fonts and frames change no text. */
const LOADED = new Set(["Document", "Script", "XHR", "Fetch", "Stylesheet", "Other", "Preload"]);

/** Headers of a request that a server may need, and none that say who asks. */
const SENT = new Set(["accept", "origin", "x-requested-with"]);
/** Headers of a response that hold for its transfer alone, or set cookies. */
const DROPPED = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "set-cookie",
  "transfer-encoding",
]);

function responseOf(page: Pick<FetchedPage, "status" | "headers" | "body">): BrowserResponse {
  const headers = [...page.headers].flatMap(([name, lines]) =>
    DROPPED.has(name) ? [] : lines.map((line) => [name, line] as const),
  );
  return { status: page.status, headers, body: page.body };
}

/** Responds to the requests of a page: to the first one with the page as fetched, to others through `fetch`. */
function handlerFor(fetch: Fetch, page: FetchedPage): RequestHandler {
  let left = ALL_MAX;
  let documents = 0;
  return async ({ url, method, headers, kind }) => {
    if (method !== "GET" || !LOADED.has(kind) || left <= 0) return undefined;
    if (kind === "Document") {
      documents++;
      if (documents === 1) return responseOf(page);
      if (documents > DOCUMENTS_MAX) return undefined;
    }
    const sent = Object.entries(headers).filter(([name]) => SENT.has(name.toLowerCase()));
    const loaded = await fetch(url, {
      maxBytes: Math.min(FILE_MAX, left),
      overflow: "refuse",
      deadlineMs: FILE_DEADLINE_MS,
      headers: Object.fromEntries(sent),
    });
    left -= loaded.body.byteLength;
    return responseOf(loaded);
  };
}

/** Renders a fetched page in the operator's browser. Throws the problems of `Browse`. */
export function renderPage(
  context: Context,
  browser: Pick<BrowseTask, "path" | "user" | "userAgent">,
  page: FetchedPage,
): Promise<RenderedDocument> {
  const task = { ...browser, url: page.finalUrl, limits: LIMITS };
  return context.browse(task, handlerFor(context.fetch, page));
}

/** The page as it is after its scripts have run: another body in UTF-8, at the URL that they have set. */
export function renderedPage(
  page: Omit<FetchedPage, "body">,
  { url }: RenderedDocument,
): Omit<FetchedPage, "body"> {
  const headers = new Map(page.headers);
  headers.set("content-type", ["text/html; charset=utf-8"]);
  return { ...page, headers, finalUrl: url, truncated: false };
}
