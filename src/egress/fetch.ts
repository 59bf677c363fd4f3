import type { IncomingMessage } from "node:http";
import type { Fetched, FetchOptions, Redirect } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import { ownWork, type Work } from "../kit/work.ts";
import { type Allowance, allowTarget } from "./allowance.ts";
import { CODINGS, readBody } from "./body.ts";
import { admit, hostOf, notPublic } from "./policy.ts";
import { NotPublicError, type Resolve, resolveBySystem, send } from "./request.ts";
import { Turns } from "./turns.ts";

/** Requests to one host at a time, from one process: politeness, and no use as an amplifier. */
const PER_HOST = 4;

/** The largest head of an answer, in bytes. */
export const HEADER_MAX = 16 * 1024;

/** How the room is set up; the rest of the house never sees it. */
export interface EgressOptions {
  readonly allowance: Allowance;
  /** Says who we are and where to complain. */
  readonly userAgent: string;
  readonly resolve?: Resolve;
}

/** `Fetch` with the signal of the client and the work that it is a part of. */
export type SafeFetch = (
  url: string,
  options: FetchOptions,
  client?: AbortSignal,
  work?: Work,
) => Promise<Fetched>;

/** Whether a status sends the client to another address. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** The header lines of an answer, by lower-case name. */
export function headersOf(message: IncomingMessage): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  const { rawHeaders } = message;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? "").toLowerCase();
    const lines = headers.get(name);
    if (lines === undefined) headers.set(name, [rawHeaders[i + 1] ?? ""]);
    else lines.push(rawHeaders[i + 1] ?? "");
  }
  return headers;
}

const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;
const BROKEN_CODE = /^(?:HPE_|Z_|ERR__?ZSTD|ZSTD|ERR_BROTLI|ERR_PADDING|ERR_FORMAT|ERR_TRAILING|ERR_HTTP)/;

/** Turns what a socket, a parser or a decoder threw into what a client is told. */
export function explain(
  error: unknown,
  { parameter = "url" }: Pick<FetchOptions, "parameter">,
  redirected: boolean,
  answered: boolean,
): Problem {
  const subject = redirected ? `The address that ${parameter} redirects to` : `The address in ${parameter}`;
  if (error instanceof Problem) return error;
  if (error instanceof NotPublicError) return notPublic(parameter, redirected);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (TLS_CODE.test(code)) {
    return new Problem("upstream-tls", `${subject} could not be reached over TLS with a valid certificate.`, {
      parameter,
      cause: error,
    });
  }
  if (answered || BROKEN_CODE.test(code)) {
    const detail = `${subject} gave an answer that is malformed, incomplete or over the limits of HTTP.`;
    return new Problem("upstream-invalid", detail, { parameter, cause: error });
  }
  const detail = `${subject} does not answer: check the name, and that a server listens there.`;
  return new Problem("upstream-unreachable", detail, { parameter, cause: error });
}

/** Rejects when the signal fires, so that no stage can outlive the deadline by not noticing it. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function timeout({ parameter = "url", deadlineMs }: FetchOptions): Problem {
  return new Problem(
    "upstream-timeout",
    `The address in ${parameter} did not answer in full within ${deadlineMs / 1000} seconds.`,
    { parameter },
  );
}

/**
 * Makes the one function through which Quintet opens connections to addresses that others chose. Every
 * address, also each that a redirect leads to, passes the same door; names are resolved once and only
 * checked addresses are connected to; heads and bodies have limits; one deadline covers all of it.
 * Credentials, cookies and proxies from the environment are never used.
 */
export function createFetch(egress: EgressOptions): SafeFetch {
  const { resolve = resolveBySystem } = egress;
  const turns = new Turns(PER_HOST);

  return async (address, options, client, { payer } = ownWork) => {
    const { parameter = "url", method = "GET", maxRedirects = 5, base } = options;
    const { userAgent = egress.userAgent } = options;
    const allowance = base === undefined ? egress.allowance : allowTarget(egress.allowance, base);
    const started = performance.now();
    const deadline = AbortSignal.timeout(options.deadlineMs);
    const signal = client === undefined ? deadline : AbortSignal.any([deadline, client]);
    const redirects: Redirect[] = [];
    const seen = new Set<string>();
    let stopped: Fetched["stopped"];
    let answered = false;
    let url = admit(address, undefined, allowance, parameter);

    const hop = async (): Promise<Fetched | string> => {
      const from = performance.now();
      answered = false;
      seen.add(url.href);
      const done = await turns.take(hostOf(url), signal, payer);
      try {
        const headers = {
          Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
          ...options.headers,
          "Accept-Encoding": CODINGS,
          "User-Agent": userAgent,
        };
        const message = await send({
          url,
          method,
          headers,
          maxHeaderBytes: HEADER_MAX,
          signal,
          resolve,
          allowance,
        });
        answered = true;
        const ttfbMs = performance.now() - from;
        const status = message.statusCode ?? 0;
        const { location } = message.headers;
        if (isRedirect(status) && location !== undefined) {
          if (redirects.length >= maxRedirects) stopped = "too-many";
          else {
            const next = admit(location, url, allowance, parameter);
            if (!seen.has(next.href)) {
              message.destroy();
              redirects.push({ url: url.href, status, location: next.href, ms: ttfbMs });
              url = next;
              return next.href;
            }
            stopped = "loop";
          }
        }
        const { maxBytes, overflow = "refuse" } = options;
        const body = await readBody(message, { maxBytes, overflow, parameter });
        return {
          url: url.href,
          status,
          headers: headersOf(message),
          body: body.bytes,
          truncated: body.truncated,
          transferBytes: body.transferBytes,
          redirects,
          stopped,
          ttfbMs,
          totalMs: performance.now() - started,
        };
      } finally {
        done();
      }
    };

    for (;;) {
      try {
        const result = await Promise.race([hop(), aborted(signal)]);
        if (typeof result !== "string") return result;
      } catch (error) {
        if (client?.aborted === true) throw client.reason;
        if (deadline.aborted) throw timeout(options);
        throw explain(error, options, redirects.length > 0, answered);
      }
    }
  };
}
