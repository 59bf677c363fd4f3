import {
  ConnectionError,
  InvalidResponseError,
  type Problem,
  ProblemError,
  QuintetError,
  TimeoutError,
} from "./errors.js";
import { type FileInput, openFile } from "./files.js";
import { pauseAfter, retryAfterOf, sleep, TIMER_MAX_MS } from "./retry.js";

/** How a client reaches a server. */
export interface QuintetOptions {
  /** The URL of the server, with its path if it has one. Default: `http://localhost:8080`. */
  readonly baseUrl?: string;
  /** The API key. UUIDs need none. */
  readonly key?: string | undefined;
  /** How often a call is retried. Default: 2. */
  readonly retries?: number;
  /** Milliseconds for one attempt, from the connection to the last byte of the body. Default: 60,000. */
  readonly timeoutMs?: number;
  /** The longest pause before a retry, in milliseconds. A longer `Retry-After` is an error at once. Default: 30,000. */
  readonly waitMaxMs?: number;
  /**
   * Sends an `Idempotency-Key` with every POST, so that one whose response was lost can be retried and is charged once.
   * The server stores those responses for a day. Default: false; then such a POST is an error.
   */
  readonly retryPosts?: boolean;
  /** Used instead of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Options of one call. */
export interface CallOptions<Type extends string = never> {
  /** The media type of the response, if not the default. */
  readonly accept?: Type;
  /** Cancels the call, also while it waits; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** POST requests with the same key run and are charged once. With it, a call is retried after a lost response. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  readonly retries?: number;
}

/** Options of one request: those of a call, and those that only this client sets. */
export interface SendOptions extends CallOptions<string> {
  /** The longest pause before a retry, in milliseconds, if not that of the client. */
  readonly waitMaxMs?: number;
}

/** An operation as HTTP sees it. */
export interface Shape {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** The parameters that are files. */
  readonly files: readonly string[];
  /** The whole body, if it is not made of the parameters; these are the query then. */
  readonly body?: Blob | FormData;
  /** Whether the call is to run as a job: then the response is the job. */
  readonly isAsync?: true;
  /** Whether the parameters are sent as a JSON object. Such an operation costs nothing, so it may be repeated. */
  readonly json?: true;
  /** Media types of the response, the default first. */
  readonly produces: readonly string[];
}

/** An action of a resource as HTTP sees it. */
export interface ActionShape extends Omit<Shape, "body"> {
  /** The parts of its path, which are the first arguments. */
  readonly parts: readonly string[];
  /** Whether the next argument is an object of parameters. */
  readonly hasInput: boolean;
  /** Those parameters that are members of the JSON body. */
  readonly body: readonly string[];
  /** Whether requests with the same `Idempotency-Key` run once. */
  readonly isRepeatable: boolean;
}

/** A complete response. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  /** In lower case, without parameters. */
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A response whose body arrives in pieces. */
export interface StreamedResponse extends Omit<RawResponse, "bytes"> {
  readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** Sends calls. */
export interface Transport {
  send(shape: Shape, input: object, options?: SendOptions): Promise<RawResponse>;
  /** Like `send`, but resolves with the head of the response. Its body is not retried. */
  stream(shape: Shape, input: object, options?: SendOptions): Promise<StreamedResponse>;
}

/** Error documents are small; more than this of one is not read, in bytes. */
const ERROR_MAX = 1_000_000;

/** A URL without the slashes at its end. */
export function withoutSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}

function baseOf(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError("baseUrl must be a URL such as https://api.example.com.");
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError("baseUrl must begin with http:// or https://.");
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
    throw new TypeError("baseUrl must not have a query, a fragment or credentials.");
  }
  return withoutSlash(url.href);
}

/** The key as it is sent. Text from files and variables often ends with a line feed. */
function keyOf(text: string | undefined): string | undefined {
  const key = text?.trim();
  if (key === undefined || key === "") return undefined;
  // Never with the key itself: errors end up in logs.
  if (!/^[!-~]+$/.test(key)) throw new TypeError("key has characters that no API key has. Copy it again.");
  return key;
}

interface Prepared {
  readonly url: string;
  readonly fields: readonly [string, string][];
  readonly files: readonly (readonly [string, { readonly blob: Blob; readonly name: string }])[];
  /** The body that is not a form of the fields and files. */
  readonly whole?: Blob | FormData;
}

async function prepare(base: string, shape: Shape, input: object): Promise<Prepared> {
  const rest = new Map(
    Object.entries(input).filter(([, value]: [string, unknown]) => value !== undefined && value !== null),
  );
  const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = rest.get(name);
    if (value === undefined || value === "") throw new TypeError(`${name} is missing.`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (shape.json === true) {
    const body = JSON.stringify(Object.fromEntries(rest));
    return { url: base + path, fields: [], files: [], whole: new Blob([body], { type: "application/json" }) };
  }
  const files: [string, { blob: Blob; name: string }][] = [];
  for (const name of shape.files) {
    const file = rest.get(name) as FileInput | undefined;
    if (file !== undefined) files.push([name, await openFile(name, file)]);
    rest.delete(name);
  }
  const fields = [...rest].map(([name, value]): [string, string] => [name, String(value)]);
  return { url: base + path, fields, files, ...(shape.body === undefined ? {} : { whole: shape.body }) };
}

/** The URL and the body of one attempt. Files come last, so that the server knows the parameters first. */
function bodyOf(
  shape: Shape,
  { url, fields, files, whole }: Prepared,
): { url: string; body: FormData | Blob | undefined } {
  if (whole !== undefined || shape.files.length === 0) {
    const query = new URLSearchParams([...fields]).toString();
    return { url: query === "" ? url : `${url}?${query}`, body: whole };
  }
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  for (const [name, file] of files) body.append(name, file.blob, file.name);
  return { url, body };
}

/** One attempt: its time limit, and the caller's signal. */
class Attempt {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;
  /** Rejects when the time is over or the caller cancels, also where `fetch` ignores its signal. */
  readonly #ended: Promise<never>;
  #reject: (reason: unknown) => void = () => {};

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#caller = caller;
    this.#ended = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.#ended.catch(() => {});
    caller?.throwIfAborted();
    caller?.addEventListener("abort", this.#abort, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly #abort = () => {
    this.#reject(this.#caller?.reason);
    this.#controller.abort();
  };

  /** Begins the time limit again: a stream has it for each piece. */
  restart(): void {
    const late = () => {
      this.#isLate = true;
      this.#reject(new TimeoutError(`No complete response within ${this.#timeoutMs} ms.`));
      this.#controller.abort();
    };
    this.pause();
    this.#timer = setTimeout(late, Math.min(this.#timeoutMs, TIMER_MAX_MS));
  }

  /** Stops the time limit until it begins again. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Waits for a step of this attempt. Throws the caller's reason, or a `QuintetError`. */
  async of<Value>(step: Promise<Value>, failed: string): Promise<Value> {
    try {
      return await Promise.race([step, this.#ended]);
    } catch (cause) {
      this.#caller?.throwIfAborted();
      if (cause instanceof QuintetError) throw cause;
      if (this.#isLate) throw new TimeoutError(`No complete response within ${this.#timeoutMs} ms.`);
      throw new ConnectionError(failed, cause, isUnsent(cause));
    }
  }

  /** Ends the time limit. `cut` also closes the connection. */
  end(cut: boolean): void {
    this.pause();
    this.#caller?.removeEventListener("abort", this.#abort);
    if (cut) this.#controller.abort();
  }
}

/** Whether the connection was never made, by the error codes of Node, Bun and Deno; browsers do not tell. */
function isUnsent(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 3) return false;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (/^(?:ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(String(code)))
    return true;
  return (
    isUnsent(cause, depth + 1) || (Array.isArray(errors) && errors.some((one) => isUnsent(one, depth + 1)))
  );
}

/** The body in pieces; throws a `ConnectionError` where it ends before its `Content-Length`. */
async function* chunksOf(
  response: Response,
  attempt: Attempt,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const cut = "The response was cut off.";
  const length = Number(response.headers.get("content-length") ?? 0);
  const isEncoded = (response.headers.get("content-encoding") ?? "identity") !== "identity";
  const reader = response.body?.getReader();
  let got = 0;
  let isComplete = false;
  try {
    while (reader !== undefined) {
      const next = await attempt.of(reader.read(), cut);
      if (next.done) break;
      got += next.value.byteLength;
      yield next.value as Uint8Array<ArrayBuffer>;
    }
    if (!isEncoded && got < length) throw new ConnectionError(cut);
    isComplete = true;
  } finally {
    attempt.end(!isComplete);
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>, most = Infinity) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.byteLength;
    if (length > most) break;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** The JSON of a body; throws a `SyntaxError` or a `TypeError` for one that has none. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

function problemIn(bytes: Uint8Array): Problem | undefined {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { code, detail } = value as Record<string, unknown>;
  return typeof code === "string" && typeof detail === "string" ? (value as Problem) : undefined;
}

export const isJson = (mediaType: string) => /[/+]json$/.test(mediaType);

/** Checks the head of a response: status and media type. Throws a `ProblemError` or an `InvalidResponseError`. */
async function checkHead(
  response: Response,
  attempt: Attempt,
  allowed: readonly string[],
  base: string,
): Promise<string> {
  const { status, headers } = response;
  const mediaType = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const retryAfter = retryAfterOf(headers, Date.now());
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    attempt.end(true);
    const sentence = `${base} redirects to another URL. Set baseUrl to the URL of the Quintet server.`;
    throw new InvalidResponseError(sentence, "redirect", status);
  }
  if (!response.ok) {
    const problem = isJson(mediaType)
      ? problemIn(await readAll(chunksOf(response, attempt), ERROR_MAX))
      : undefined;
    attempt.end(true);
    if (problem !== undefined) throw new ProblemError(problem, status, retryAfter);
    const sentence = `${base} responded with status ${status} and no problem document. A proxy may have answered, or baseUrl may be wrong.`;
    throw new InvalidResponseError(sentence, "status", status, retryAfter);
  }
  if (allowed.length > 0 && !allowed.includes(mediaType)) {
    attempt.end(true);
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : "no media type";
    const sentence = `${base} responded with ${type} instead of ${allowed.join(" or ")}. Check that baseUrl is the URL of a Quintet server.`;
    throw new InvalidResponseError(sentence, "media-type", status);
  }
  return mediaType;
}

/** The media types that a call can have: `format` and `response` choose among all of the operation. Empty: any. */
function allowedTypes(shape: Shape, accept: string, input: object): readonly string[] {
  if (shape.isAsync === true) return ["application/json"];
  if (accept === "*/*") return [];
  return "format" in input || "response" in input ? shape.produces : [accept];
}

function headersOf(
  accept: string,
  key: string | undefined,
  idempotencyKey: string | undefined,
  isAsync: boolean,
): Record<string, string> {
  return {
    Accept: accept,
    ...(isAsync ? { Prefer: "respond-async" } : {}),
    // Node does not notice a compressed body that is cut off. JSON shows it by itself; other bodies need their length.
    ...(isJson(accept) ? {} : { "Accept-Encoding": "identity" }),
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
  };
}

/** Makes attempts until one succeeds, or `pauseOf` has no pause for its error. */
async function retrying<Result>(
  once: () => Promise<Result>,
  pauseOf: (error: QuintetError, count: number) => number | undefined,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof QuintetError)) throw error;
      error.attempts = count;
      const pause = pauseOf(error, count);
      if (pause === undefined) throw error;
      await sleep(pause, signal);
    }
  }
}

/** Whether a request may run twice. A second DELETE of a batch deletes the results that the first one left. */
function mayRepeat({ method, isAsync, json }: Shape): boolean {
  return (method === "GET" && isAsync !== true) || json === true;
}

/** Makes a transport. Throws a `TypeError` for options that are not accepted. */
export function createTransport(options: QuintetOptions): Transport {
  const base = baseOf(options.baseUrl ?? "http://localhost:8080");
  const key = keyOf(options.key);
  const { retryPosts = false } = options;
  const send = options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));

  /** Sends a request until `read` has a result, or the error is final. */
  async function attempts<Result>(
    shape: Shape,
    input: object,
    given: SendOptions,
    read: (response: Response, mediaType: string, attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const { signal, retries = options.retries ?? 2, timeoutMs = options.timeoutMs ?? 60_000 } = given;
    const waitMaxMs = given.waitMaxMs ?? options.waitMaxMs ?? 30_000;
    const accept = given.accept ?? shape.produces[0] ?? "application/json";
    const isAsync = shape.isAsync === true;
    const isPost = shape.method === "POST" || isAsync;
    const idempotencyKey = given.idempotencyKey ?? (retryPosts ? crypto.randomUUID() : undefined);
    const headers = headersOf(accept, key, isPost ? idempotencyKey : undefined, isAsync);
    const prepared = await prepare(base, shape, input);
    const once = async () => {
      const attempt = new Attempt(timeoutMs, signal);
      try {
        const { url, body } = bodyOf(shape, prepared);
        const init = { method: shape.method, headers, redirect: "manual", signal: attempt.signal } as const;
        const response = await attempt.of(
          send(url, body === undefined ? init : { ...init, body }),
          `No response from ${base}.`,
        );
        const mediaType = await checkHead(response, attempt, allowedTypes(shape, accept, input), base);
        return await read(response, mediaType, attempt);
      } catch (error) {
        attempt.end(true);
        throw error;
      }
    };
    const isSafe = mayRepeat(shape) || idempotencyKey !== undefined;
    return retrying(
      once,
      (error, count) => (count <= retries ? pauseAfter(error, isSafe, count, waitMaxMs) : undefined),
      signal,
    );
  }

  return {
    send: (shape, input, given = {}) =>
      attempts(shape, input, given, async (response, mediaType, attempt) => {
        const bytes = await readAll(chunksOf(response, attempt));
        if (isJson(mediaType)) checkJson(bytes, response.status, base);
        return { status: response.status, headers: response.headers, mediaType, bytes };
      }),
    stream: (shape, input, given = {}) =>
      attempts(shape, input, given, async (response, mediaType, attempt) => {
        const chunks = restarting(chunksOf(response, attempt), attempt);
        return { status: response.status, headers: response.headers, mediaType, chunks };
      }),
  };
}

/** Gives each piece of a stream the whole time limit. It does not count while the caller works on a piece. */
async function* restarting(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void>, attempt: Attempt) {
  for await (const chunk of chunks) {
    attempt.pause();
    yield chunk;
    attempt.restart();
  }
}

function checkJson(bytes: Uint8Array, status: number, base: string): void {
  let cause: unknown;
  try {
    const value = parseJson(bytes);
    if (typeof value === "object" && value !== null) return;
  } catch (error) {
    cause = error;
  }
  const sentence = `${base} responded with JSON that cannot be read. A proxy may have changed the response.`;
  throw new InvalidResponseError(sentence, "body", status, undefined, cause);
}
