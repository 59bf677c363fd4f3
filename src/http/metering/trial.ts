import { tmpdir } from "node:os";
import { hashSecret } from "../../accounts/key-format.ts";
import { networksOf } from "../../accounts/networks.ts";
import { createRateLimiter } from "../../accounts/rate-limiter.ts";
import type { Api } from "../../kit/descriptor.ts";
import { TRIAL_TENANT } from "../../kit/fair-queue.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import { type Claim, claimOne, type State } from "../../kit/state.ts";
import { ConcurrencyLimit } from "../core/concurrency-limit.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { rateLimitHeaders } from "../core/rate-limit-headers.ts";
import { isFromOtherOrigin, privateJson, wantsHtml } from "../core/responses.ts";
import { Uploads } from "../core/upload.ts";
import type { Services } from "./context.ts";
import { operationEndpoints } from "./operation.ts";

/** An operation that visitors may try, and what their call sends beside what they gave. */
export interface Trial {
  readonly path: `/${string}`;
  readonly api: string;
  readonly operation: string;
  readonly names: readonly string[];
  readonly fixed: Readonly<Record<string, string>>;
  /** Converts the response for a browser that sends the form itself, because it runs no scripts. */
  readonly page?: (response: Response, requestId: string) => Promise<Response>;
}

/** Calls that one visitor (an IPv4 address or an IPv6 /64) may make in an hour, on all replicas together. */
export const TRIALS_PER_HOUR = 5;
/** The limit for all visitors of an IPv4 /24 or an IPv6 /48. */
const NETWORK_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
const PER_HOUR = { perSecond: TRIALS_PER_HOUR / (HOUR_MS / 1_000), burst: TRIALS_PER_HOUR };

/** Attempts of one visitor, those that are rejected among them: a flood is rejected without a look at the database. */
const ATTEMPTS = { perSecond: 0.1, burst: 10 };

/** Units, such as pages, that one call may use. */
const UNITS_MAX = 10;

/** The largest file in bytes, and how long it may take to arrive. */
const FILE_BYTES_MAX = 5_000_000;
const UPLOAD_PATIENCE_MS = 10_000;
const UPLOAD_DEADLINE_MS = 30_000;

const KEEP_FREE_BYTES = 256 * 1024 * 1024;

/** How long one call may take, in milliseconds; it waits for everybody else. */
const CALL_MS = 60_000;

/** Calls that run at a time, and those that may wait beside them. */
const PLACES = { places: 2, queue: 4 };

export interface TrialDeps {
  readonly apis: readonly Api[];
  readonly trials: readonly Trial[];
  readonly services: Services;
  readonly state: State;
  readonly metering: boolean;
  source(request: Request): string | undefined;
}

function trialServices(services: Services): Services {
  return {
    ...services,
    jobs: undefined,
    metering: undefined,
    unmetered: {
      tenant: TRIAL_TENANT,
      charging: {
        async charge(units) {
          if (units <= UNITS_MAX) return;
          throw new Problem(
            "plan-limit",
            `Without a key, a file may have up to ${UNITS_MAX} pages. Sign up to send larger files.`,
          );
        },
        refund: async () => {},
      },
    },
    concurrency: new ConcurrencyLimit(PLACES),
    uploads: new Uploads({
      maxBytes: FILE_BYTES_MAX,
      patienceMs: UPLOAD_PATIENCE_MS,
      deadlineMs: UPLOAD_DEADLINE_MS,
      folders: [tmpdir()],
      keepFreeBytes: KEEP_FREE_BYTES,
      inMemory: 1,
    }),
  };
}

/** The claims of a network, one for each call that it may make within an hour. */
function placesOf(kind: string, network: string, count: number): string[] {
  // An address is not stored, and its hash for an hour.
  const name = `trial ${kind} ${hashSecret(network)}`;
  return Array.from({ length: count }, (_, i) => `${name} ${i}`);
}

/** Counts the calls of visitors, exactly, on all replicas. */
function createAllowance({ state, metering, source }: TrialDeps) {
  const attempts = createRateLimiter(ATTEMPTS);
  const tooMany = (seconds: number) =>
    new Problem(
      "rate-limited",
      `You can try the APIs ${TRIALS_PER_HOUR} times an hour without a key. ${metering ? "Sign up for a free key to continue." : "Try again later, or call the API directly."}`,
      { headers: rateLimitHeaders("trial", PER_HOUR, 1_000 * seconds) },
    );
  const freeOf = async (places: readonly string[], most: number): Promise<number> => {
    let free = 0;
    for (const place of places) if (free < most && !(await state.isClaimed(place))) free += 1;
    return free;
  };
  const visitorOf = (request: Request) => {
    const networks = networksOf(source(request) ?? "unknown");
    const [own, wider = own] = [networks[0], networks.at(-1)];
    return {
      own,
      places: [placesOf("own", own, TRIALS_PER_HOUR), placesOf("wide", wider, NETWORK_PER_HOUR)],
    };
  };
  return {
    /** Counts a call; the function that is returned takes that back. Throws `rate-limited`. */
    async count(request: Request): Promise<() => Promise<void>> {
      const { own, places } = visitorOf(request);
      const waitMs = attempts.wait(own);
      if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1_000));
      attempts.count(own);
      const claims: Claim[] = [];
      const giveBack = async () => {
        for (const claim of claims) await claim.release();
      };
      for (const some of places) {
        const claim = await claimOne(state, some, HOUR_MS);
        if (claim === undefined) {
          await giveBack();
          throw tooMany(HOUR_MS / 1_000);
        }
        claims.push(claim);
      }
      return giveBack;
    },
    /** Counts the calls that a visitor may still make. */
    async left(request: Request): Promise<number> {
      let left = TRIALS_PER_HOUR;
      for (const places of visitorOf(request).places) left = await freeOf(places, left);
      return left;
    },
  };
}

type Allowance = ReturnType<typeof createAllowance>;

/** Converts a visitor's request to that of the operation. Throws `invalid-parameter` and `forbidden`. */
function innerRequest(request: RoutedRequest, { names, fixed }: Trial, deadline: AbortSignal): RoutedRequest {
  if (isFromOtherOrigin(request.headers))
    throw new Problem(
      "forbidden",
      "Only pages of this server may send this. Call the API with a key instead.",
    );
  const query = new URLSearchParams(rawQuery(request.url));
  for (const name of query.keys()) {
    if (names.includes(name)) continue;
    throw new Problem(
      "invalid-parameter",
      `Without a key, you can try only ${names.join(" and ")}. Call the API with a key instead.`,
    );
  }
  for (const [name, value] of Object.entries(fixed)) query.set(name, value);
  const signal = AbortSignal.any([request.signal, deadline]);
  const { method, body } = request;
  const headers = new Headers(request.headers);
  // What it stores and how it is charged is of no meaning here.
  headers.delete("idempotency-key");
  headers.set("accept", "*/*");
  return Object.assign(new Request(`http://trial.invalid/?${query}`, { method, headers, body, signal }), {
    params: {},
  });
}

/** Whether an input was rejected for its size or type, which takes no work: other rejected files count. */
function isRejectedUnread({ status, code }: Problem): boolean {
  return status === 400 || status === 413 || status === 415 || code === "not-a-pdf";
}

function trialHandler(trial: Trial, handle: Endpoint["handle"], { count }: Pick<Allowance, "count">) {
  return async (request: RoutedRequest, requestId: string): Promise<Response> => {
    const deadline = AbortSignal.timeout(CALL_MS);
    const inner = innerRequest(request, trial, deadline);
    const giveBack = await count(request);
    try {
      const response = await handle(inner, requestId);
      return trial.page !== undefined && wantsHtml(request)
        ? await trial.page(response, requestId)
        : response;
    } catch (error) {
      if (error instanceof Problem && isRejectedUnread(error)) await giveBack();
      if (!deadline.aborted || request.signal.aborted) throw error;
      throw new Problem("busy", "The server is busy with calls that have a key. Try again in a minute.", {
        headers: { "Retry-After": "60" },
      });
    }
  };
}

/** Operations that visitors may try without a key: a few times an hour, on small files, after everybody else. */
export function trialEndpoints(deps: TrialDeps): Endpoint[] {
  const services = trialServices(deps.services);
  const allowance = createAllowance(deps);
  const common = { labels: ["web", "trial"], shared: false } as const;
  const calls = deps.trials.flatMap((trial): Endpoint[] => {
    const api = deps.apis.find(({ name }) => name === trial.api);
    const operation = api?.operations[trial.operation];
    if (api === undefined || operation === undefined) return [];
    const [endpoint] = operationEndpoints(api, trial.operation, operation, services);
    if (endpoint === undefined) return [];
    const { methods } = endpoint;
    return [
      { ...common, path: trial.path, methods, handle: trialHandler(trial, endpoint.handle, allowance) },
    ];
  });
  const left: Endpoint = {
    ...common,
    path: "/trial",
    methods: ["GET"],
    handle: async (request, requestId) =>
      privateJson({ limit: TRIALS_PER_HOUR, left: await allowance.left(request) }, requestId),
  };
  return [...calls, left];
}
