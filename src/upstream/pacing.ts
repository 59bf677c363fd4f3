import { z } from "zod";
import type { KeyedLimit } from "../kit/keyed-limit.ts";
import { sleep } from "../kit/sleep.ts";
import { type Claim, claimOne, type State } from "../kit/state.ts";
import { problems } from "./problems.ts";
import type { Settings } from "./settings.ts";

/** When the next request of a `limitKey` may start, and how many started on that day. */
const Pace = z.object({ nextAt: z.number(), day: z.string(), count: z.number() });

const DAY_MS = 86_400_000;
/** How often requests at their limit, and those that wait for a lock of another process, look again, in milliseconds. */
const LOOK_MS = 25;
/** A holder of the lock does three statements. */
const LOCK_MS = 2_000;
/** A place is kept this much longer than a request may take, so that no slow one loses it. */
const MARGIN_MS = 5_000;
const JITTER_MS = 1_000;

/** The limits of a slot, and who asks for it. */
export interface SlotRequest {
  readonly state: State;
  /**
   * Lets one request of this process at a time ask the database for a slot of a `limitKey`. Otherwise all waiting requests
   * would poll it at once.
   */
  readonly mutex: KeyedLimit;
  readonly limitKey: string;
  /** How callers know the site. */
  readonly site: string;
  readonly settings: Pick<Settings, "concurrency" | "minIntervalMs" | "dailyCap" | "maxWaitMs" | "timeoutMs">;
  readonly signal: AbortSignal;
  now(): number;
}

/** Asks again and again until there is a claim or the time is over. */
async function retryUntil(
  attempt: () => Promise<Claim | undefined>,
  until: number,
  { now, signal }: SlotRequest,
): Promise<Claim | undefined> {
  for (;;) {
    const claim = await attempt();
    if (claim !== undefined || now() + LOOK_MS > until) return claim;
    await sleep(LOOK_MS, signal);
  }
}

async function takePlace(request: SlotRequest, until: number): Promise<Claim | undefined> {
  const { state, limitKey, settings, site, now } = request;
  const { concurrency, timeoutMs, maxWaitMs } = settings;
  if (concurrency === 0) return undefined;
  const heldMs = timeoutMs + maxWaitMs + MARGIN_MS;
  const places = Array.from({ length: concurrency }, (_, i) => `upstream place ${limitKey} ${i}`);
  const place = await retryUntil(() => claimOne(state, places, heldMs), until, request);
  if (place !== undefined) return place;
  throw problems.pacing(site, now() + Math.max(settings.minIntervalMs, 1_000), now());
}

/** Reserves the next start time of a `limitKey` and returns it. Throws `pacing` if it is later than `until`. */
async function bookMoment(request: SlotRequest, until: number): Promise<number> {
  const { state, limitKey, settings, site, now } = request;
  const { minIntervalMs, dailyCap } = settings;
  if (minIntervalMs === 0 && dailyCap === 0) return now();
  const name = `upstream pace ${limitKey}`;
  await using lock = await retryUntil(() => state.claim(`${name} lock`, LOCK_MS), until, request);
  if (lock === undefined) throw problems.pacing(site, now() + Math.max(minIntervalMs, 1_000), now());
  const kept = Pace.safeParse(await state.get(name));
  const today = new Date(now()).toISOString().slice(0, 10);
  const pace = kept.success ? kept.data : { nextAt: 0, day: today, count: 0 };
  const count = pace.day === today ? pace.count : 0;
  const at = Math.max(now(), pace.nextAt);
  if (dailyCap > 0 && count >= dailyCap) {
    throw problems.pacing(site, Date.parse(today) + DAY_MS, now());
  }
  // A free moment is taken, also where finding out took longer than the wait.
  if (pace.nextAt > until) throw problems.pacing(site, at, now());
  const jitter = minIntervalMs === 0 ? 0 : Math.random() * Math.min(JITTER_MS, minIntervalMs / 2);
  const next = { nextAt: Math.ceil(at + minIntervalMs + jitter), day: today, count: count + 1 };
  await state.set(name, next, DAY_MS + minIntervalMs);
  return at;
}

/**
 * Waits for a slot of a `limitKey`, and returns the function that releases it. All replicas share the limits: at
 * most `concurrency` requests at a time, `minIntervalMs` and a random part between starts, `dailyCap` a day
 * (UTC). Throws `pacing` with the next start time if the wait would be longer than `maxWaitMs`.
 */
export async function acquireSlot(request: SlotRequest): Promise<() => Promise<void>> {
  const { now, settings, signal, site, limitKey } = request;
  const { maxWaitMs, concurrency, minIntervalMs, dailyCap } = settings;
  if (concurrency === 0 && minIntervalMs === 0 && dailyCap === 0) return async () => {};
  const until = now() + maxWaitMs;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]);
  const through = await request.mutex.acquire(limitKey, patience).catch(() => signal.throwIfAborted());
  if (through === undefined) throw problems.pacing(site, now() + Math.max(minIntervalMs, 1_000), now());
  let place: Claim | undefined;
  try {
    place = await takePlace(request, until);
    const at = await bookMoment(request, until);
    // The moment is booked: the next one may ask for a later one meanwhile.
    through();
    await sleep(at - now(), signal);
  } catch (error) {
    await place?.release();
    throw error;
  } finally {
    through();
  }
  return async () => place?.release();
}
