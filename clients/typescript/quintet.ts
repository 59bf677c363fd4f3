/** The client of Quintet for TypeScript and JavaScript: what runs `fetch` runs it. No dependency. */
import { type Operations, operations, type ProblemCode, type Shape } from "./operations.ts";

export type * from "./operations.ts";

/** How a client reaches Quintet. */
export interface QuintetOptions {
  /** Where Quintet runs; `http://localhost:8080` where it is left out. */
  readonly baseUrl?: string;
  /** The key; the UUID service needs none. */
  readonly key?: string;
  /** How often a call is repeated that was refused for want of room or pace, or got no answer. Default: 2. */
  readonly retries?: number;
  /** Milliseconds for one try of a call. Default: 60,000. */
  readonly timeoutMs?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What one call may say besides its parameters. */
export interface CallOptions<Type extends string = never> {
  /** The media type of the answer, where the default is not wanted. */
  readonly accept?: Type;
  readonly signal?: AbortSignal;
  /** Two calls of a POST operation with one key are one call: the second gets the first one's answer. */
  readonly idempotencyKey?: string;
}

/** An answer and what it says about itself. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly requestId: string;
  /** What it cost, as `Quintet-Cost` says it: `7;unit="pages"`. */
  readonly cost: string | undefined;
  /** What is left of the quota that paid, and when it starts anew: `"pdf";r=1993;t=1203311`. */
  readonly quota: string | undefined;
  readonly headers: Headers;
}

/** A file of a call. */
export type FileInput = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer;

/** A problem document (RFC 9457), as every refusal is one. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What is wrong with this request, and what is accepted. */
  readonly detail: string;
  readonly code: ProblemCode;
  readonly parameter?: string;
  readonly requestId: string;
  readonly charged?: 0;
}

/** A call that was refused. Its `code` is for programs, its `message` for people. */
export class QuintetError extends Error {
  override readonly name = "QuintetError";
  readonly status: number;
  readonly code: ProblemCode;
  readonly problem: Problem;
  /** Seconds after which it may be tried again, where the answer says so. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter: number | undefined) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** No answer came, or none of Quintet's: the network, a proxy, or the time that a call may take. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** Waits longer than this are the caller's to decide about, in seconds. */
const WAIT_MAX = 30;

const isProblem = (value: unknown): value is Problem =>
  typeof value === "object" && value !== null && "code" in value && "detail" in value;

function requestOf(
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  baseUrl: string,
  init: RequestInit,
): Request {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (shape.files.length === 0) {
    const pairs = [...rest].map(([name, value]): [string, string] => [name, String(value)]);
    const query = new URLSearchParams(pairs).toString();
    return new Request(`${baseUrl}${path}${query === "" ? "" : `?${query}`}`, {
      ...init,
      method: shape.method,
    });
  }
  const body = new FormData();
  for (const [name, value] of rest) {
    if (!shape.files.includes(name)) body.append(name, String(value));
    else body.append(name, value instanceof Blob ? value : new Blob([value as ArrayBuffer]), name);
  }
  return new Request(baseUrl + path, { ...init, method: shape.method, body });
}

async function read(response: Response): Promise<unknown> {
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  if (/[/+]json$/.test(type)) return response.json();
  return /^text\/|xml|ndjson/.test(type) ? response.text() : response.blob();
}

async function refusalOf(response: Response): Promise<QuintetError | NoAnswerError> {
  const wait = Number(response.headers.get("retry-after"));
  const body: unknown = await response.json().catch(() => undefined);
  if (isProblem(body)) return new QuintetError(body, wait > 0 ? wait : undefined);
  return new NoAnswerError(
    `The answer ${response.status} is none of Quintet's: something stands in between.`,
  );
}

/** Milliseconds until the next try; undefined where there is to be none. */
function pauseAfter(error: QuintetError | NoAnswerError, tries: number): number | undefined {
  if (error instanceof NoAnswerError) return 250 * 2 ** tries;
  const busy = error.status === 503 || error.code === "rate-limited" || error.code === "request-in-progress";
  if (!busy || error.retryAfter === undefined || error.retryAfter > WAIT_MAX) return undefined;
  return error.retryAfter * 1000;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", end, { once: true });
  });
}

function callerOf(options: QuintetOptions) {
  const { baseUrl = "http://localhost:8080", key, retries = 2, timeoutMs = 60_000 } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const base = baseUrl.replace(/\/+$/, "");
  const once = async (make: () => Request, signal: AbortSignal | undefined): Promise<Response> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const both = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      return await send(new Request(make(), { signal: both }));
    } catch (cause) {
      signal?.throwIfAborted();
      throw new NoAnswerError(`No answer from ${base}.`, { cause });
    }
  };
  return async (shape: Shape, input: object, given: CallOptions<string>): Promise<Answer<unknown>> => {
    const headers: Record<string, string> = {
      Accept: given.accept ?? shape.produces[0] ?? "application/json",
    };
    if (key !== undefined) headers.Authorization = `Bearer ${key}`;
    // With it a POST can be repeated: it is charged once, whichever try arrived.
    if (shape.method === "POST") headers["Idempotency-Key"] = given.idempotencyKey ?? crypto.randomUUID();
    const make = () => requestOf(shape, { ...input }, base, { headers });
    for (let tries = 0; ; tries++) {
      let error: QuintetError | NoAnswerError;
      try {
        const response = await once(make, given.signal);
        if (response.ok) {
          return {
            data: await read(response),
            status: response.status,
            requestId: response.headers.get("x-request-id") ?? "",
            cost: response.headers.get("quintet-cost") ?? undefined,
            quota: response.headers.get("ratelimit") ?? undefined,
            headers: response.headers,
          };
        }
        error = await refusalOf(response);
      } catch (thrown) {
        if (!(thrown instanceof NoAnswerError)) throw thrown;
        error = thrown;
      }
      const pause = tries < retries ? pauseAfter(error, tries) : undefined;
      if (pause === undefined) throw error;
      await sleep(pause, given.signal);
    }
  };
}

/**
 * Makes a client: `quintet.seo.audit({ url })`, an API and an operation. A call resolves with an `Answer`,
 * or rejects with a `QuintetError` (refused) or a `NoAnswerError`.
 */
export function createQuintet(options: QuintetOptions = {}): Operations {
  const call = callerOf(options);
  const apis = Object.entries(operations).map(([api, shapes]) => [
    api,
    Object.fromEntries(
      Object.entries(shapes).map(([id, shape]) => [
        id,
        (input: object = {}, given: CallOptions<string> = {}) => call(shape, input, given),
      ]),
    ),
  ]);
  // The one seam between the data of the descriptors and the types that were written from them.
  return Object.fromEntries(apis) as Operations;
}
