import type { FieldCounter } from "../kit/define-api.ts";
import { Problem } from "../kit/problem.ts";
import { sleep } from "../kit/sleep.ts";
import type { Claim } from "../kit/state.ts";
import { absence, Cache, type CacheEntry, isFailure, isFresh, mayServeStale } from "./cache.ts";
import { createCircuit } from "./circuit.ts";
import { KeyedMutex } from "./pacing.ts";
import { problems } from "./problems.ts";
import { RobotsRules } from "./robots.ts";
import type { Settings } from "./settings.ts";
import { PoliteSiteClient } from "./site-client.ts";
import type { DeliveredItem, Item, Source, World } from "./source.ts";

/** A site that an API reads, as the operator set it up. */
export interface Upstream {
  readonly settings: Settings;
  /**
   * Returns one item: a fresh copy, or the result of reading the site, once for all concurrent callers on all
   * replicas; or, if that fails, an older copy. Charges one unit: once for the same key and item while a copy
   * is fresh, and nothing for failures and stale copies. Throws the problems of `problems.ts`,
   * `upstream-timeout`, and those of charging.
   */
  ask<Query, Result>(
    source: Source<Query, Result>,
    query: Query,
    item: Item<Result>,
    world: World,
  ): Promise<DeliveredItem<Result>>;
}

/**
 * Callers that require a newer copy pay each time; their requests within this time pay once. In milliseconds.
 */
const TOGETHER_MS = 1_000;
/** How often is looked whether another replica has read the item. */
const LOOK_MS = 40;
/** A reader that died is replaced after the longest time that its requests may take, and this for its page. */
const MARGIN_MS = 10_000;

/** The result of reading an item. All waiting calls share one copy. */
type Reading<Result> = Promise<CacheEntry<Result>>;

/** Reads items of a site once for all who ask at the same time. */
class SiteReader implements Upstream {
  readonly #api: string;
  readonly settings: Settings;
  readonly #coverage: FieldCounter;
  readonly #shared = { rules: new RobotsRules(), mutex: new KeyedMutex() };
  readonly #flights = new Map<string, Reading<unknown>>();
  /** The longest time that reading an item may take. */
  readonly #flightMs: number;

  constructor(api: string, settings: Settings, coverage: FieldCounter) {
    this.#api = api;
    this.settings = settings;
    this.#coverage = coverage;
    const { timeoutMs, maxWaitMs, retries } = settings;
    this.#flightMs = (timeoutMs + maxWaitMs) * (retries + 1) + MARGIN_MS;
  }

  async ask<Query, Result>(
    source: Source<Query, Result>,
    query: Query,
    item: Item<Result>,
    world: World,
  ): Promise<DeliveredItem<Result>> {
    const now = () => world.now();
    const cache = new Cache(world.state, `${this.#api} ${item.name}`, item.schema, this.settings);
    const copy = await cache.find();
    const window = { name: item.name, forMs: this.settings.freshMs };
    if (copy !== undefined && isFresh(copy, this.settings, item.maxAgeMs, now())) {
      if (copy.absent !== undefined) throw absence(copy.absent);
      await world.charge(1, window);
      return answerOf(copy, "hit", now());
    }
    try {
      await createCircuit(world.state, `${this.#api} ${item.lane}`, this.settings, now).check();
      const insists = item.maxAgeMs !== undefined && item.maxAgeMs < this.settings.freshMs;
      await world.charge(1, insists ? { name: `${item.name} now`, forMs: TOGETHER_MS } : window);
      const found = await this.#readTogether(source, query, item, world);
      if (found.absent !== undefined) throw absence(found.absent);
      return answerOf(found, "miss", now());
    } catch (error) {
      if (!isFailure(error) || copy === undefined) throw error;
      if (!mayServeStale(copy, this.settings, item.maxAgeMs, now())) throw error;
      await world.refund(1);
      return { ...answerOf(copy, "stale", now()), problem: error.code };
    }
  }

  /** Reads the item here. */
  async #read<Query, Result>(
    source: Source<Query, Result>,
    query: Query,
    item: Item<Result>,
    cache: Cache<Result>,
    world: World,
  ): Reading<Result> {
    const lane = `${this.#api} ${item.lane}`;
    const circuit = createCircuit(world.state, lane, this.settings, () => world.now());
    await circuit.check();
    try {
      const result = await source.read(query, new PoliteSiteClient(world, this.settings, this.#shared, lane));
      const at = world.now();
      await cache.keep(result, at);
      await circuit.recordSuccess();
      this.#coverage.note(this.#api, item.coverage?.(result) ?? {});
      return { at, result, absent: undefined };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#coverage.fail(this.#api, error.code);
      if (error.code === "not-found") await cache.keepAbsence(error, world.now());
      throw await circuit.trip(error);
    }
  }

  /** Reads the item, or waits for the replica that does. */
  async #readOnce<Query, Result>(
    source: Source<Query, Result>,
    query: Query,
    item: Item<Result>,
    world: World,
  ): Reading<Result> {
    const { state, signal } = world;
    const cache = new Cache(state, `${this.#api} ${item.name}`, item.schema, this.settings);
    const since = world.now();
    for (;;) {
      const claim: Claim | undefined = await state.claim(
        `upstream flight ${this.#api} ${item.name}`,
        this.#flightMs,
      );
      // Another may have read it between the look into the cache and the claim.
      const copy = await cache.find();
      if (
        copy !== undefined &&
        (copy.at >= since || isFresh(copy, this.settings, item.maxAgeMs, world.now()))
      ) {
        await claim?.release();
        return copy;
      }
      if (claim !== undefined) {
        try {
          return await this.#read(source, query, item, cache, world);
        } finally {
          await claim.release();
        }
      }
      if (world.now() - since > this.#flightMs) throw problems.unavailable(item.lane);
      await sleep(LOOK_MS, signal);
    }
  }

  /** As `readOnce`, shared by all requests of this process. Who began it may leave: the next one goes on. */
  async #readTogether<Query, Result>(
    source: Source<Query, Result>,
    query: Query,
    item: Item<Result>,
    world: World,
  ): Reading<Result> {
    for (;;) {
      const under = this.#flights.get(item.name);
      if (under === undefined) {
        const mine = this.#readOnce(source, query, item, world).finally(() =>
          this.#flights.delete(item.name),
        );
        this.#flights.set(item.name, mine);
        return await mine;
      }
      try {
        const { at, result, absent } = await under;
        // The flights hold items of every kind; its schema says which this one is.
        return { at, absent, result: absent === undefined ? item.schema.parse(result) : undefined };
      } catch (error) {
        if (error instanceof Problem || world.signal.aborted) throw error;
      }
    }
  }
}

/** Sets up a site for one API: `api` is what metrics and shared values call it. */
export function createUpstream(api: string, settings: Settings, coverage: FieldCounter): Upstream {
  const reader = new SiteReader(api, settings, coverage);
  return { settings, ask: (source, query, item, world) => reader.ask(source, query, item, world) };
}

function answerOf<Result>(
  { at, result }: CacheEntry<Result>,
  state: DeliveredItem<Result>["state"],
  now: number,
) {
  if (result === undefined) throw new TypeError("a copy without an item cannot be returned");
  return { result, observedAt: at, state, ageMs: Math.max(0, now - at) };
}
