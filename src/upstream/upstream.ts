import type { FieldCounter } from "../kit/define-api.ts";
import { KeyedLimit } from "../kit/keyed-limit.ts";
import { Problem } from "../kit/problem.ts";
import { sleep } from "../kit/sleep.ts";
import { Cache, type CacheEntry, isFailure } from "./cache.ts";
import { createCircuit } from "./circuit.ts";
import { problems } from "./problems.ts";
import { RobotsRules } from "./robots.ts";
import type { Settings } from "./settings.ts";
import { PoliteSiteClient } from "./site-client.ts";
import type { DeliveredItem, Item, SiteClient, Source, World } from "./source.ts";

/** How often is looked whether another replica has read the item. */
const LOOK_MS = 40;
/** A reader that died is replaced after the longest time that its requests may take, and this for its page. */
const MARGIN_MS = 10_000;

/** The result of reading an item. All waiting calls share one copy. */
type Reading<Result> = Promise<CacheEntry<Result>>;

interface SiteCall<Result> {
  readonly item: Item<Result>;
  readonly cache: Cache<Result>;
  readonly world: World;
  read(siteClient: SiteClient): Promise<Result>;
}

/** A site that an API reads, as the operator set it up: `api` is what metrics and shared values call it. */
export class SiteReader {
  readonly #api: string;
  readonly settings: Settings;
  readonly #coverage: FieldCounter;
  readonly #shared = { rules: new RobotsRules(), mutex: new KeyedLimit(1) };
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

  /**
   * Returns one item: a fresh copy, or the result of reading the site, once for all concurrent callers on all
   * replicas; or, if that fails, an older copy. Charges one unit: once for the same key and item while a copy
   * is fresh, and nothing for failures and stale copies. Throws the problems of `problems.ts`,
   * `upstream-timeout`, and those of charging.
   */
  readonly ask = async <Query, Result>(
    source: Source<Query, Result>,
    query: Query,
    item: Item<Result>,
    world: World,
  ): Promise<DeliveredItem<Result>> => {
    const now = () => world.now();
    const cache = new Cache(world.state, `${this.#api} ${item.name}`, item.schema, this.settings);
    const copy = await cache.find();
    const { freshMs } = this.settings;
    const window = { name: item.name, forMs: freshMs };
    if (copy !== undefined && cache.isFresh(copy, item.maxAgeMs, now())) {
      if (copy.absent !== undefined) throw problems.notFound(copy.absent);
      await world.charge(1, window);
      return deliver(copy, "hit", now());
    }
    // Who requires a newer copy pays for it, once with all others who want the same one to be replaced.
    const insists = item.maxAgeMs !== undefined && item.maxAgeMs < freshMs;
    const newer = { name: `${item.name} after ${copy?.at ?? 0}`, forMs: 2 * this.#flightMs };
    const pay = () => world.charge(1, insists ? newer : window);
    try {
      await this.#circuit(item, world).check();
      await pay();
      const read = (siteClient: SiteClient) => source.read(query, siteClient);
      const found = await this.#readTogether({ item, cache, world, read });
      if (found.absent !== undefined) throw problems.notFound(found.absent);
      // Another call of the same key may have paid, failed meanwhile, and been given it back.
      await pay();
      return deliver(found, "miss", now());
    } catch (error) {
      if (!isFailure(error) || copy === undefined) throw error;
      if (!cache.mayServeStale(copy, item.maxAgeMs, now())) throw error;
      await world.refund(1);
      return { ...deliver(copy, "stale", now()), problem: error.code };
    }
  };

  #circuit({ limitKey }: Item<unknown>, world: World) {
    return createCircuit(world.state, `${this.#api} ${limitKey}`, this.settings, () => world.now());
  }

  async #read<Result>({ item, cache, world, read }: SiteCall<Result>): Reading<Result> {
    const circuit = this.#circuit(item, world);
    await circuit.check();
    try {
      const limitKey = `${this.#api} ${item.limitKey}`;
      const result = await read(new PoliteSiteClient(world, this.settings, this.#shared, limitKey));
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

  async #readOnce<Result>(call: SiteCall<Result>): Reading<Result> {
    const { item, cache, world } = call;
    const since = world.now();
    for (;;) {
      const flight = `upstream flight ${this.#api} ${item.name}`;
      await using claim = await world.state.claim(flight, this.#flightMs);
      // Another may have read it between the look into the cache and the claim.
      const copy = await cache.find();
      if (copy !== undefined && (copy.at >= since || cache.isFresh(copy, item.maxAgeMs, world.now())))
        return copy;
      if (claim !== undefined) return await this.#read(call);
      // The host alone: what follows in a `limitKey` tells one session of the operator from another.
      const [host = ""] = item.limitKey.split(" ");
      if (world.now() - since > this.#flightMs) throw problems.unavailable(host);
      await sleep(LOOK_MS, world.signal);
    }
  }

  /** As `readOnce`, shared by all requests of this process. Who began it may leave: the next one goes on. */
  async #readTogether<Result>(call: SiteCall<Result>): Reading<Result> {
    const { item, world } = call;
    for (;;) {
      const under = this.#flights.get(item.name);
      if (under === undefined) {
        const mine = this.#readOnce(call).finally(() => this.#flights.delete(item.name));
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

/** The site that an API reads, as it uses it. */
export type Upstream = Pick<SiteReader, "settings" | "ask">;

function deliver<Result>(
  { at, result }: CacheEntry<Result>,
  state: DeliveredItem<Result>["state"],
  now: number,
) {
  if (result === undefined) throw new TypeError("a copy without an item cannot be returned");
  return { result, observedAt: at, state, ageMs: Math.max(0, now - at) };
}
