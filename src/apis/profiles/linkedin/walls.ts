import { problems, retryAfterMs } from "../../../upstream/problems.ts";
import type { Page as Answered } from "../../../upstream/source.ts";
import { isReadable, Page } from "./page.ts";
import {
  problemOfEmptyPage,
  problemOfPage,
  problemOfStatus,
  redirected,
  SITE,
  type Visitor,
} from "./wall-marks.ts";

/** The text of an answer. */
export function textOf({ body }: Answered): string {
  return new TextDecoder().decode(body);
}

/** The JSON of an answer; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws what an answer says by its status, its redirect or its address. */
function refuseAnswer(answered: Answered, visitor: Visitor, now: number): void {
  const { status, headers, url } = answered;
  if (status === 429) {
    throw problems.rateLimited(SITE, retryAfterMs(headers.get("retry-after")?.[0], now));
  }
  if (status === 999) throw problems.blocked(SITE);
  const location = headers.get("location")?.[0];
  if (status >= 300 && status < 400) throw redirected(location ?? "", answered, visitor);
  if (/\/authwall\b/i.test(new URL(url).pathname)) throw problems.blocked(SITE);
}

/**
 * Opens a page for a visitor, or throws what stands in its place: the walls by their marks, whatever their
 * status and language, then the status. `read` gives null where the page does not show what was asked for.
 */
export function openPage<Result>(
  answered: Answered,
  now: number,
  read: (page: Page) => Result | null,
): Result {
  refuseAnswer(answered, "visitor", now);
  const html = textOf(answered);
  if (!isReadable(html)) throw problems.unexpectedPage(SITE, "a page of a size that is not read");
  const page = new Page(html);
  const wall = problemOfPage(html, page, "visitor") ?? problemOfStatus(answered.status, "visitor", html);
  if (wall !== undefined) throw wall;
  const result = read(page);
  if (result === null) throw problemOfEmptyPage(html, page, "visitor");
  return result;
}

/** Opens an answer in JSON for the operator's session, or throws what stands in its place. */
export function openJson(answered: Answered, now: number): unknown {
  refuseAnswer(answered, "session", now);
  const text = textOf(answered);
  const json = jsonOf(text);
  if (json === undefined && /^\s*</.test(text) && isReadable(text)) {
    const page = new Page(text);
    throw (
      problemOfPage(text, page, "session") ??
      problemOfStatus(answered.status, "session", text) ??
      problemOfEmptyPage(text, page, "session")
    );
  }
  const problem = problemOfStatus(statusIn(json) ?? answered.status, "session", text);
  if (problem !== undefined) throw problem;
  if (typeof json !== "object" || json === null) throw problems.unexpectedPage(SITE, "no JSON");
  return json;
}

/** The status that an answer in JSON tells in its body, up to two levels deep. */
function statusIn(json: unknown): number | undefined {
  for (let value = json, depth = 0; typeof value === "object" && value !== null && depth < 3; depth++) {
    const status: unknown = Reflect.get(value, "status");
    if (typeof status === "number" && status >= 400 && status < 1000) return status;
    value = Reflect.get(value, "data");
  }
  return undefined;
}
