import type { WebhookResponse } from "../egress/webhook-post.ts";
import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Look } from "../queue/poll-loop.ts";
import { retryUntilStored, WorkRunner } from "../queue/work-runner.ts";
import { type PacedRequest, TooEarly, type WebhookPace } from "./webhook-pace.ts";
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  type DueEndpoint,
  isDelivered,
  type WebhookQueue,
} from "./webhook-queue.ts";
import { type SecretBox, signatureHeader } from "./webhook-secret.ts";

/** Posts to a URL that a user chose. Rejects with a `Problem`, and as `admit` does. */
export type PostWebhook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  admit: (addresses: readonly string[]) => Promise<void>,
) => Promise<WebhookResponse>;

export interface WebhookSenderOptions {
  readonly queue: Pick<WebhookQueue, "due" | "claim" | "finish" | "discard" | "postpone">;
  readonly pace: Pick<WebhookPace, "isPaced" | "mayBegin" | "begin" | "take" | "ended">;
  readonly secrets: Pick<SecretBox, "open">;
  readonly post: PostWebhook;
  readonly log: Log;
  /** Called with the outcome of each attempt: `delivered`, `rejected` by a response, or the code of a problem. */
  attempted?(outcome: string): void;
  now(): number;
  readonly slots?: number | undefined;
}

/** Attempts that one process makes at a time. Each waits for a receiver, so they take little. */
const SLOTS = 32;
/** Attempts at endpoints whose last one failed or took long: dead receivers leave slots for the others. */
const SLOW_SLOTS = 12;
/** Attempts for one account, and for one endpoint. */
const ACCOUNT_SLOTS = 8;
const ENDPOINT_SLOTS = 4;
const ENDPOINTS = 64;
/** The pause after a look around all endpoints, in so many times as long as it took. */
const REST_FACTOR = 4;

interface Attempt {
  readonly delivery: ClaimedDelivery;
  readonly isSlow: boolean;
  readonly paced: PacedRequest;
}

/** Attempts at these wait for each other: their receivers failed or were slow the last time, or are not known yet. */
function isSlowOf({ is_slow, verification }: DueEndpoint): boolean {
  return is_slow === 1 || verification !== null;
}

function pacedOf(url: string, { failing_since, verification }: DueEndpoint): PacedRequest {
  return { url, isFailing: failing_since !== null || verification !== null };
}

/** Sends events to endpoints, from `start` to `stop`. Any number of processes may do so. */
export class WebhookSender extends WorkRunner<Attempt> {
  readonly #options: WebhookSenderOptions;
  readonly #slots: number;
  /** The last endpoint that was looked at: endpoints take turns. */
  #last = "";

  constructor(options: WebhookSenderOptions) {
    const { log, slots = SLOTS } = options;
    super({
      name: "a webhook delivery",
      log,
      slots,
      look: () => this.#look(),
      run: (attempt, signal) => this.#attempt(attempt, signal),
      // Many endpoints may wait for their turn.
      restFactor: REST_FACTOR,
    });
    this.#options = options;
    this.#slots = slots;
  }

  async #look(): Promise<Look> {
    const { queue } = this.#options;
    let hasBegun = false;
    let hasWrapped = this.#last === "";
    while (!this.isStopped && this.free() > 0) {
      const due = await queue.due(this.#last, ENDPOINTS);
      for (const endpoint of due) {
        if (this.free() === 0) return "more";
        this.#last = endpoint.id;
        if (await this.#take(endpoint)) hasBegun = true;
      }
      if (due.length === ENDPOINTS) continue;
      this.#last = "";
      if (hasWrapped) break;
      hasWrapped = true;
    }
    return hasBegun ? "more" : "none";
  }

  /** Begins what may be begun for an endpoint, or ends what waits for one that is off; whether that was anything. */
  async #take(endpoint: DueEndpoint): Promise<boolean> {
    const { queue, pace } = this.#options;
    const { id, url, disabled_at, verification } = endpoint;
    if (url === null || disabled_at !== null) return (await queue.discard(endpoint)) > 0;
    const free = pace.mayBegin(pacedOf(url, endpoint)) ? this.#freeFor(endpoint) : 0;
    // One at a time asks whether it is the turn of a receiver.
    const count = pace.isPaced(url) ? Math.min(1, free) : free;
    const claimed = count === 0 ? [] : await queue.claim(id, count, verification);
    for (const delivery of claimed) {
      const paced = pacedOf(delivery.url, endpoint);
      this.begin({ delivery, isSlow: isSlowOf(endpoint), paced });
    }
    return claimed.length > 0;
  }

  /** The slots that deliveries to an endpoint may fill now. */
  #freeFor(endpoint: DueEndpoint): number {
    const { id, account } = endpoint;
    return Math.min(
      this.free(ACCOUNT_SLOTS, ({ delivery }) => delivery.account === account),
      this.free(ENDPOINT_SLOTS, ({ delivery }) => delivery.endpoint === id),
      isSlowOf(endpoint) ? this.free(SLOW_SLOTS, ({ isSlow }) => isSlow) : this.#slots,
    );
  }

  async #attempt({ delivery, paced }: Attempt, signal: AbortSignal): Promise<void> {
    const { queue, pace, log } = this.#options;
    const { endpoint, event } = delivery;
    const store = <T>(work: () => Promise<T>) => retryUntilStored(signal, log, work);
    const outcome = await this.#post(delivery, paced, signal);
    if (outcome instanceof TooEarly) {
      await store(() => queue.postpone(delivery, outcome.untilMs));
      return;
    }
    // One that was cut short by the end of this process is repeated by another.
    if (outcome.status === undefined && signal.aborted) return;
    this.#options.attempted?.(isDelivered(outcome) ? "delivered" : (outcome.error ?? "rejected"));
    const reason = await store(() => queue.finish(delivery, outcome));
    await store(() => pace.ended(paced, !isDelivered(outcome)));
    const fields = { endpoint, event, status: outcome.status, error: outcome.error };
    if (!isDelivered(outcome)) log.debug("a webhook was not delivered", fields);
    if (reason !== undefined) log.info("a webhook endpoint was turned off", { endpoint, reason });
  }

  async #post(
    delivery: ClaimedDelivery,
    paced: PacedRequest,
    signal: AbortSignal,
  ): Promise<AttemptOutcome | TooEarly> {
    const { post, pace, log } = this.#options;
    const asked = pace.begin(paced);
    const admit = (addresses: readonly string[]) => pace.take(paced, addresses).finally(asked);
    const { url, payload, event } = delivery;
    const began = performance.now();
    const ended = () => Math.max(0, performance.now() - began);
    try {
      const headers = await this.#headers(delivery, event, payload);
      const response = await post(url, headers, payload, signal, admit);
      return { status: response.status, response, error: undefined, durationMs: ended() };
    } catch (cause) {
      if (cause instanceof TooEarly) return cause;
      if (!(cause instanceof Problem))
        log.warn("a webhook could not be sent", { endpoint: delivery.endpoint, cause });
      const error = cause instanceof Problem ? cause.code : "internal";
      return { status: undefined, error, durationMs: ended() };
    } finally {
      asked();
    }
  }

  async #headers(delivery: ClaimedDelivery, id: string, payload: string): Promise<Record<string, string>> {
    const { secrets, now } = this.#options;
    const { endpoint, secret, former_secret, former_until } = delivery;
    const present = now();
    const sealed = [secret];
    if (former_secret !== null && former_until !== null && Date.parse(former_until) > present) {
      sealed.push(former_secret);
    }
    const opened = await Promise.all(sealed.map((one) => secrets.open(one, endpoint)));
    const timestamp = Math.floor(present / 1_000);
    return {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatureHeader(opened, id, timestamp, payload),
    };
  }
}
