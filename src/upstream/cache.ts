import { z } from "zod";
import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { State } from "../kit/state.ts";
import type { Settings } from "./settings.ts";

/** The stored state of one item: the item, or that it does not exist. */
const Kept = z.object({
  at: z.number(),
  value: z.unknown().optional(),
  absent: z.string().optional(),
});

/** A copy of an item. */
export interface CacheEntry<Result> {
  readonly at: number;
  /** Undefined if the item is known not to exist. */
  readonly result: Result | undefined;
  readonly absent: string | undefined;
}

/** Under what a copy is kept. */
function keptAs(name: string): string {
  return `upstream item ${name}`;
}

/** Deletes the copy of an item of an API, whatever it is. */
export async function forgetItem(state: State, api: string, name: string): Promise<void> {
  await state.delete(keptAs(`${api} ${name}`));
}

/** The copies of one item, which all replicas share. */
export class Cache<Result> {
  readonly #state: State;
  readonly #name: string;
  readonly #schema: z.ZodType<Result>;
  readonly #settings: Pick<Settings, "keepMs" | "absentMs" | "staleMs" | "freshMs">;

  constructor(state: State, name: string, schema: z.ZodType<Result>, settings: Settings) {
    this.#state = state;
    this.#name = keptAs(name);
    this.#schema = schema;
    this.#settings = settings;
  }

  /** Returns the copy; undefined without one, and for a copy of another schema version. */
  async find(): Promise<CacheEntry<Result> | undefined> {
    const kept = Kept.safeParse(await this.#state.get(this.#name));
    if (!kept.success) return undefined;
    const { at, value, absent } = kept.data;
    if (absent !== undefined) return { at, absent, result: undefined };
    const result = this.#schema.safeParse(value);
    return result.success ? { at, absent, result: result.data } : undefined;
  }

  /** Reports whether a copy may be given out as if it had been read now. */
  isFresh({ at, absent }: CacheEntry<Result>, maxAgeMs: number | undefined, now: number): boolean {
    const limit = absent === undefined ? this.#settings.freshMs : this.#settings.absentMs;
    return now - at < Math.min(limit, maxAgeMs ?? limit);
  }

  /** Reports whether an old copy may be served after a failure. */
  mayServeStale({ at, result }: CacheEntry<Result>, maxAgeMs: number | undefined, now: number): boolean {
    const { staleMs } = this.#settings;
    return result !== undefined && now - at <= Math.min(staleMs, maxAgeMs ?? staleMs);
  }

  async keep(result: Result, at: number): Promise<void> {
    const { freshMs, staleMs, keepMs } = this.#settings;
    const ms = Math.min(Math.max(freshMs, staleMs), keepMs);
    if (ms > 0) await this.#state.set(this.#name, { at, value: result }, ms);
  }

  /** Stores for a short time that the item does not exist. */
  async keepAbsence(problem: Problem, at: number): Promise<void> {
    const { absentMs } = this.#settings;
    if (absentMs > 0) await this.#state.set(this.#name, { at, absent: problem.message }, absentMs);
  }
}

/** Failures of this server. An old copy is not served for them. */
const OWN = new Set<ProblemCode>(["busy", "not-ready", "storage-unavailable"]);

/** Reports whether a problem means that reading the site failed: then an old copy is better than none. */
export function isFailure(error: unknown): error is Problem {
  return error instanceof Problem && [502, 503, 504].includes(error.status) && !OWN.has(error.code);
}
