import type { ProblemCode } from "./problem-kinds.ts";

/** The errors of a fetch, for the descriptors of operations that accept a URL. */
export const fetchProblems: readonly ProblemCode[] = [
  "url-invalid",
  "url-not-public",
  "upstream-unreachable",
  "upstream-invalid",
  "upstream-too-large",
  "upstream-tls",
  "upstream-timeout",
];

/** Options of one fetch. Everything has a limit: `maxBytes` has no default. */
export interface FetchOptions {
  /** Bytes of the body, counted after inflation. */
  readonly maxBytes: number;
  /** Handling of a larger body: it ends at the limit (`truncated`), or `upstream-too-large` is thrown. */
  readonly overflow?: "truncate" | "refuse";
  /** Milliseconds for everything together: name, connection, TLS, redirects, headers and body. */
  readonly deadlineMs: number;
  readonly method?: "GET" | "HEAD" | "POST";
  readonly body?: string;
  /** The number of redirects to follow; 5 by default. The response after the last one is returned unchanged. */
  readonly maxRedirects?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly userAgent?: string;
  /** The operator's own base address: it is reached as if `EGRESS_ALLOW` named it, by this fetch alone. Never from a caller. */
  readonly base?: string | undefined;
  /** Called with the addresses of the host before a connection and the deadline. Only with `maxRedirects: 0`. */
  readonly admit?: (addresses: readonly string[]) => Promise<void>;
  /** The input parameter that the address came from: problems name it. `url` where it is left out. */
  readonly parameter?: string;
}

/** One redirect that was followed. */
export interface Redirect {
  readonly url: string;
  readonly status: number;
  readonly location: string;
  readonly ms: number;
}

/** A response from the internet, whatever its status. */
export interface Fetched {
  readonly url: string;
  readonly status: number;
  /** By lower-case name, one entry for each line as it was sent. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
  /** Whether the body went on beyond `maxBytes`. */
  readonly truncated: boolean;
  readonly transferBytes: number;
  readonly redirects: readonly Redirect[];
  /** Why a redirect was not followed: the address had been seen, or there were too many. */
  readonly stopped: "loop" | "too-many" | undefined;
  /** Milliseconds from the start of the last request to its headers. */
  readonly ttfbMs: number;
  readonly totalMs: number;
}

/** Fetches a public address. Throws a `Problem` of `fetchProblems`. Stops when the client leaves. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Fetched>;
