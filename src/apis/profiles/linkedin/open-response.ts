import { parseJson } from "../../../kit/parse-json.ts";
import { problems, retryAfterMs } from "../../../upstream/problems.ts";
import type { Page as SitePage } from "../../../upstream/source.ts";
import {
  problemOfEmptyPage,
  problemOfPage,
  problemOfStatus,
  redirected,
  SITE,
  type Visitor,
} from "./block-detection.ts";
import { isReadable, Page } from "./page.ts";

/**
 * The parts of a response that are read. Its headers are excluded, because they may set the operator's cookies.
 */
export interface Response {
  readonly visitor: Visitor;
  readonly url: string;
  readonly status: number;
  readonly body: Uint8Array;
}

/** The response itself, or throws what it says by its status, its redirect or its URL. */
export function accepted(page: SitePage, visitor: Visitor, now: number): Response {
  const { status, headers, url } = page;
  if (status === 429) {
    throw problems.rateLimited(SITE, retryAfterMs(headers.get("retry-after")?.[0], now));
  }
  if (status === 999) throw problems.blocked(SITE);
  const location = headers.get("location")?.[0];
  if (status >= 300 && status < 400) throw redirected(location ?? "", page, visitor);
  if (/\/authwall\b/i.test(new URL(url).pathname)) throw problems.blocked(SITE);
  return { visitor, url, status, body: page.body };
}

/**
 * Opens a page for a visitor, or throws the problem of the page in its place: by its marks, whatever its
 * status and language, then the status. `read` gives null where the page does not show what was asked for.
 */
export function openPage<Result>(response: Response, read: (page: Page) => Result | null): Result {
  const html = new TextDecoder().decode(response.body);
  if (!isReadable(html)) throw problems.unexpectedPage(SITE, "a page that is too large");
  const page = new Page(html);
  const block = problemOfPage(html, page, "visitor") ?? problemOfStatus(response.status, "visitor", html);
  if (block !== undefined) throw block;
  const result = read(page);
  if (result === null) throw problemOfEmptyPage(html, page, "visitor");
  return result;
}

/** Reads a JSON response for the operator's session. Throws the problem that it shows instead of data. */
export function openJson(response: Response): unknown {
  const text = new TextDecoder().decode(response.body);
  const json = parseJson(text);
  if (json === undefined && /^\s*</.test(text) && isReadable(text)) {
    const page = new Page(text);
    throw (
      problemOfPage(text, page, "session") ??
      problemOfStatus(response.status, "session", text) ??
      problemOfEmptyPage(text, page, "session")
    );
  }
  const problem = problemOfStatus(statusIn(json) ?? response.status, "session", text);
  if (problem !== undefined) throw problem;
  if (typeof json !== "object" || json === null)
    throw problems.unexpectedPage(SITE, "a response that is not JSON");
  return json;
}

/** The status that a JSON response has in its body, up to two levels deep. */
function statusIn(json: unknown): number | undefined {
  for (let value = json, depth = 0; typeof value === "object" && value !== null && depth < 3; depth++) {
    const status: unknown = Reflect.get(value, "status");
    if (typeof status === "number" && status >= 400 && status < 1000) return status;
    value = Reflect.get(value, "data");
  }
  return undefined;
}
