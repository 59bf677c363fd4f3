import type { Caller } from "../../accounts/authenticate.ts";
import type { Charges } from "../../accounts/charges.ts";
import { problemKinds } from "../../kit/problem-kinds.ts";
import type { Received } from "./body.ts";

/** The methods that an endpoint may take beside HEAD and OPTIONS, which every one has. */
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The caller and the charges of a job whose call runs. */
export interface JobCall {
  /** The caller; undefined without metering. */
  readonly caller: Caller | undefined;
  readonly charges: Charges;
  /** Does something once the attempt is settled; never where the job was canceled before its call completed. */
  onSettled(action: () => void | Promise<void>): void;
}

/** A request with the parts of its path that the template names, percent-decoded. */
export type RoutedRequest = Request & {
  readonly params: Readonly<Record<string, string>>;
  /** The body, where it was received before: of a request that another interface of this process makes. */
  readonly received?: Received;
  /** The request of a client, where another interface of this process makes this one for it. */
  readonly outer?: Request;
  /** The job that it is made for: its client was authorized earlier. */
  readonly job?: JobCall;
  caller?: { readonly account: string; readonly key?: string };
};

/** Reports whether a job's call ended without an outcome: the job was canceled, or runs again later. */
export function isAbortedJob(request: Pick<RoutedRequest, "job" | "signal">, status: number): boolean {
  // The first look at the signal of a request costs more than a UUID: only those of jobs are looked at.
  if (request.job === undefined || status < 400) return false;
  return status === problemKinds["client-left"].status || request.signal.aborted;
}

/** One path: the form in which every module gives its routes to the server. */
export interface Endpoint {
  readonly path: `/${string}`;
  readonly labels: readonly [api: string, operation: string];
  readonly methods: readonly [Method, ...Method[]];
  /** Whether pages of other origins may read the responses. */
  readonly shared: boolean;
  /** Whether bodies are not compressed: they are short or random, so that compression would only cost time. */
  readonly skipCompression?: boolean;
  /**
   * Responds to a request whose Host and method were checked; HEAD is handled like GET. Throws a `Problem` to reject it.
   * Responses are created with `X-Request-Id`: setting it later costs every request a lookup.
   */
  handle(request: RoutedRequest, requestId: string): Response | Promise<Response>;
}

/** The value of the `Allow` header of an endpoint. */
export function allowed(endpoint: Endpoint): string {
  const [first, ...rest] = endpoint.methods;
  return [first, ...(endpoint.methods.includes("GET") ? ["HEAD"] : []), "OPTIONS", ...rest].join(", ");
}
