import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { GrowableBuffer } from "../kit/growable-buffer.ts";
import { Problem } from "../kit/problem.ts";
import { type Allowance, isNamedTarget } from "./allowance.ts";
import type { EgressOptions } from "./fetch.ts";
import { type Resolve, resolveBySystem, send } from "./request.ts";
import { headersOf } from "./response-headers.ts";
import { timeout, toProblem } from "./to-problem.ts";
import { untilAborted } from "./until-aborted.ts";
import { checkUrl, hostOf, isPublicAddress } from "./url-policy.ts";

/** Asks whether addresses may get a request now. A rejection ends the request before a connection is opened. */
export type Admit = (addresses: readonly string[]) => Promise<void>;

/** How long a receiver may take until the headers of its response, in milliseconds. */
const DEADLINE_MS = 15_000;
/** Limits for reading the body of a response, in bytes and milliseconds. */
const BODY_BYTES = 4_096;
const BODY_MS = 1_000;
/** The bytes of a body that are returned. */
const TEXT_BYTES = 1_000;
/**
 * The headers of a response that are returned. They say why an event was not accepted, and find the response in the logs of
 * its receiver. All others may be secrets, such as cookies.
 */
const HEADERS = [
  "allow",
  "cf-ray",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "location",
  "retry-after",
  "server",
  "via",
  "x-amzn-requestid",
  "x-request-id",
] as const;
/** The characters of a header that are returned. */
const HEADER_CHARACTERS = 200;
/** Addresses of a name that are tried, and that `admit` is asked about. */
const ADDRESSES_MAX = 4;

/**
 * Checks a URL that events are to be sent to, as `checkUrl` does. It must be https, unless the operator allows its target or its
 * address range. Throws `url-invalid` or `url-not-public`.
 */
export function checkWebhookUrl(address: string, allowance: Allowance): URL {
  const url = checkUrl(address, undefined, allowance, "url");
  const host = hostOf(url);
  const isAllowed = isNamedTarget(url, allowance) || (isIP(host) !== 0 && !isPublicAddress(host));
  if (url.protocol === "https:" || isAllowed) return url;
  throw new Problem(
    "url-invalid",
    "url must begin with https://, so that nobody on the way can read events.",
    {
      parameter: "url",
    },
  );
}

/** The response to an event. */
export interface WebhookResponse {
  readonly status: number;
  /** The first characters of those of its headers that are no secrets, by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of its body as text; undefined where it is empty or compressed, which was not requested. */
  readonly body: string | undefined;
  /** Whether its body goes on after `body`, or did not end in time. */
  readonly isCut: boolean;
}

/** Invalid bytes, control characters other than tabs and line breaks, and characters that change the direction of text. */
const UNREADABLE = /(?:[^\P{Cc}\t\n\r]|[\p{Bidi_Control}\uFFFD])+/gu;

/** A text for databases, JSON and pages: a run of what is not readable becomes U+FFFD. */
function readable(text: string): string {
  return text.replace(UNREADABLE, "\uFFFD");
}

function shownHeaders(message: IncomingMessage): Record<string, string> {
  const all = headersOf(message);
  const shown: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = all.get(name)?.join(", ");
    if (value === undefined) continue;
    // A query may have a token, as may what precedes the host.
    const text = name === "location" ? value.replace(/[?#].*/s, "?…").replace(/\/\/[^/]*@/, "//…@") : value;
    shown[name] = readable(text.slice(0, HEADER_CHARACTERS));
  }
  return shown;
}

/** Reads the end of a short response, so that its sender sees no broken connection; closes a longer one. */
async function finishReading(message: IncomingMessage): Promise<WebhookResponse> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    message.destroy();
  }, BODY_MS);
  const start = new GrowableBuffer(TEXT_BYTES);
  let bytes = 0;
  let isWhole = false;
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      start.add(chunk);
      bytes += chunk.byteLength;
      if (bytes > BODY_BYTES) break;
    }
    isWhole = message.complete && !isLate && bytes <= TEXT_BYTES;
  } catch {
    // The status has come; the body is one that was cut.
  } finally {
    clearTimeout(timer);
    message.destroy();
  }
  const status = message.statusCode ?? 0;
  const headers = shownHeaders(message);
  const isPlain = (message.headers["content-encoding"] ?? "identity") === "identity";
  if (!isPlain || bytes === 0) return { status, headers, body: undefined, isCut: false };
  // The start of a character that was cut is left out.
  const text = new TextDecoder().decode(start.take(), { stream: bytes > TEXT_BYTES });
  return { status, headers, body: readable(text), isCut: !isWhole };
}

/**
 * Creates the function that posts an event to a URL that a user chose, under the same rules as every fetch. It follows no
 * redirect. Resolves with the status, some headers and the start of the body. Rejects with a `Problem` if the URL is not
 * allowed or there is no response within 15 s, and with the reason of the signal if it is aborted. `admit` is asked before a
 * connection is opened, unless the operator has named the target; its rejection is passed on.
 */
export function createWebhookPost({ allowance, userAgent, resolve = resolveBySystem }: EgressOptions) {
  return async (
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    stop: AbortSignal,
    deadlineMs = DEADLINE_MS,
    admit: Admit | undefined = undefined,
  ): Promise<WebhookResponse> => {
    const url = checkWebhookUrl(address, allowance);
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = AbortSignal.any([deadline, stop]);
    const length = String(Buffer.byteLength(body));
    const sent = { ...headers, Accept: "*/*", "User-Agent": userAgent, "Content-Length": length };
    const outgoing = { url, method: "POST", headers: sent, body, signal };
    let rejection: unknown;
    const admitted = async (addresses: readonly string[]) => {
      if (admit === undefined || isNamedTarget(url, allowance)) return;
      await admit(addresses).catch((error: unknown) => {
        rejection = error;
        throw error;
      });
    };
    const resolveAdmitted: Resolve = async (host) => {
      const addresses = (await resolve(host)).slice(0, ADDRESSES_MAX);
      await admitted(addresses.map(({ address }) => address));
      return addresses;
    };
    try {
      // An address is not resolved.
      if (isIP(hostOf(url)) !== 0) await admitted([hostOf(url)]);
      const pending = send({ ...outgoing, resolve: resolveAdmitted, allowance });
      const message = await untilAborted(pending, signal);
      return await finishReading(message);
    } catch (error) {
      if (rejection !== undefined) throw rejection;
      if (stop.aborted) throw stop.reason;
      if (deadline.aborted) throw timeout({ deadlineMs, maxBytes: BODY_BYTES });
      throw toProblem(error, {}, false, false);
    }
  };
}
