import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { GrowableBuffer } from "../kit/growable-buffer.ts";
import { Problem } from "../kit/problem.ts";
import { type Allowance, isNamedTarget } from "./allowance.ts";
import type { EgressOptions } from "./fetch.ts";
import { type Resolve, resolveBySystem, send } from "./request.ts";
import { HEADER_MAX } from "./response-headers.ts";
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
interface WebhookResponse {
  readonly status: number;
  /** The first bytes of its body as text; undefined where it is empty or compressed, which was not requested. */
  readonly body: string | undefined;
}

/** Invalid bytes, control characters other than tabs and line breaks, and characters that change the direction of text. */
const UNREADABLE = /(?:[^\P{Cc}\t\n\r]|[\p{Bidi_Control}\uFFFD])+/gu;

/** The bytes as text for databases, JSON and pages: a run of what is not readable becomes U+FFFD. */
function readableText(bytes: Uint8Array, isCut: boolean): string {
  // The start of a character that was cut is left out.
  return new TextDecoder().decode(bytes, { stream: isCut }).replace(UNREADABLE, "\uFFFD");
}

/** Reads the end of a short response, so that its sender sees no broken connection; closes a longer one. */
async function finishReading(message: IncomingMessage): Promise<WebhookResponse> {
  const timer = setTimeout(() => message.destroy(), BODY_MS);
  const start = new GrowableBuffer(TEXT_BYTES);
  let bytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      start.add(chunk);
      bytes += chunk.byteLength;
      if (bytes > BODY_BYTES) break;
    }
  } catch {
    // The status has come; how the body ends does not matter.
  } finally {
    clearTimeout(timer);
    message.destroy();
  }
  const status = message.statusCode ?? 0;
  const isPlain = (message.headers["content-encoding"] ?? "identity") === "identity";
  const body = isPlain && bytes > 0 ? readableText(start.take(), bytes > TEXT_BYTES) : undefined;
  return { status, body };
}

/**
 * Creates the function that posts an event to a URL that a user chose, under the same rules as every fetch. It follows no
 * redirect. Resolves with the status and the start of the body. Rejects with a `Problem` if the URL is not
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
    const outgoing = { url, method: "POST", headers: sent, body, maxHeaderBytes: HEADER_MAX, signal };
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
