import { setImmediate as nextTurn } from "node:timers/promises";
import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { ChargeNumbers } from "../ops/metrics.ts";
import type { Database } from "../store/database.ts";
import { noResponse, OutcomeUnknown } from "../store/failure.ts";
import type { UnsettledFile } from "./unsettled-file.ts";
import {
  applyCharges,
  applyRefunds,
  type Charge,
  counterName,
  type Entry,
  NumberUsed,
  type Outcome,
  openWriter,
  settleBatch,
  WriterForgotten,
} from "./usage-batch.ts";

/** A batch that fails sooner than this is tried again at once: a connection was lost. In milliseconds. */
const SOON_MS = 1_000;
/** A charge that has waited for this long is rejected instead of tried again, in milliseconds. */
const PATIENCE_MS = 4_000;
const BATCH_MAX = 200;
/** A writer with so many batches is replaced: the number of a batch is a 32-bit integer. */
const NUMBER_MAX = 1_000_000_000;

interface Caller {
  readonly amount: number;
  readonly units: number;
  resolve(used: number | undefined): void;
  reject(error: unknown): void;
}

interface Group {
  readonly charge: { -readonly [Part in keyof Charge]: Charge[Part] };
  readonly callers: Caller[];
  readonly since: number;
  hasFailed: boolean;
  /** Applied in a batch of its own, because the batch with others failed. */
  isAlone: boolean;
}

interface Refund {
  readonly entry: Entry;
  resolve(used: number | undefined): void;
  /** Its caller was told that the call is not charged, and no longer waits. */
  isOwed: boolean;
  isSaved: boolean;
}

interface UnknownBatch {
  readonly number: number;
  readonly groups: readonly Group[];
  readonly refunds: readonly Refund[];
  /** Its callers were told that nothing is charged: what was charged is given back. */
  isTold: boolean;
}

interface ChargeBatcherOptions {
  readonly database: Database;
  readonly file: (writer: string) => UnsettledFile;
  readonly log: Log;
  /** Counts what became of unknown charges. */
  readonly settled: { -readonly [Outcome in keyof ChargeNumbers["settled"]]: number };
  now(): number;
}

function groupName(charge: Charge): string {
  return `${counterName(charge)}\0${charge.api}\0${charge.day}\0${charge.limit}`;
}

function resolveCallers({ charge, callers }: Group, used: number): void {
  let reached = used - charge.amount;
  for (const { amount, resolve } of callers) {
    reached += amount;
    resolve(reached);
  }
}

/** Those that are still to be applied when another process took this one for dead and has applied what its file had. */
function unsaved(refunds: readonly Refund[]): Refund[] {
  for (const { isSaved, resolve } of refunds) if (isSaved) resolve(undefined);
  return refunds.filter(({ isSaved }) => !isSaved);
}

/**
 * Applies charges and refunds in batches, each in one transaction. The next batch begins once the outcome of the last is
 * known, so no charge is applied twice, or after its caller was told that it failed.
 */
export class ChargeBatcher {
  readonly #options: ChargeBatcherOptions;
  #writer = crypto.randomUUID() as string;
  #file: UnsettledFile;
  #isOpen = false;
  /** The last number that is used up. */
  #number = 0;
  #groups: Group[] = [];
  readonly #open = new Map<string, Group>();
  #refunds: Refund[] = [];
  #applying: readonly Refund[] = [];
  #unknown: UnknownBatch | undefined;
  #isRunning = false;
  #step: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(options: ChargeBatcherOptions) {
    this.#options = options;
    this.#file = options.file(this.#writer);
  }

  /** Adds a charge to its counter; gives the new value, or undefined beyond the limit. Rejects if nothing is charged. */
  charge(charge: Charge): Promise<number | undefined> {
    // PostgreSQL would reject a number beyond its integers as an error; and no row can grant more than the limit.
    if (charge.amount < 0 || charge.amount > charge.limit) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#add(charge, { amount: charge.amount, units: charge.units, resolve, reject });
      this.#wake();
    });
  }

  /** Gives a charge back; gives the new value of its counter, or undefined where it is applied later. Never rejects. */
  refund(entry: Entry): Promise<number | undefined> {
    return new Promise((resolve) => {
      this.#refunds.push({ entry, resolve, isOwed: false, isSaved: false });
      this.#wake();
    });
  }

  get unknown(): number {
    return (this.#unknown?.groups ?? []).reduce((sum, { callers }) => sum + callers.length, 0);
  }

  get owed(): number {
    return this.#allRefunds().filter(({ isOwed }) => isOwed).length;
  }

  async flush(): Promise<void> {
    const isSettled = () => this.#unknown === undefined && this.#allRefunds().length === 0;
    if (isSettled()) return;
    this.#wake();
    while (this.#isRunning && !isSettled()) {
      await nextTurn();
      await this.#step.catch(() => {});
    }
    if (this.#unknown !== undefined || this.owed > 0) throw this.#failure;
  }

  /** Every refund that is not known to be applied. */
  #allRefunds(): Refund[] {
    return [...(this.#unknown?.refunds ?? []), ...this.#applying, ...this.#refunds];
  }

  #add(charge: Charge, caller: Caller): void {
    const name = groupName(charge);
    const group = this.#open.get(name);
    // A sum above the limit would be rejected as a whole, and may be more than an integer of the database holds.
    if (group === undefined || group.charge.amount > charge.limit - charge.amount) {
      const fresh = this.#groupOf(charge, [caller]);
      this.#open.set(name, fresh);
      this.#groups.push(fresh);
      return;
    }
    group.charge.amount += charge.amount;
    group.charge.calls += charge.calls;
    group.charge.units += charge.units;
    group.callers.push(caller);
  }

  #groupOf(charge: Charge, callers: Caller[]): Group {
    return { charge: { ...charge }, callers, since: performance.now(), hasFailed: false, isAlone: false };
  }

  #wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (;;) {
      // A turn for those who were just answered and ask again: two half batches would be two commits.
      await nextTurn();
      if (this.#groups.length === 0 && this.#refunds.length === 0 && this.#unknown === undefined) break;
      try {
        this.#step = this.#apply();
        await this.#step;
      } catch (error) {
        this.#fail(error);
        break;
      }
    }
    this.#isRunning = false;
  }

  async #apply(): Promise<void> {
    const { database, now } = this.#options;
    if (!this.#isOpen) {
      await openWriter(database, this.#writer, now());
      this.#isOpen = true;
    }
    if (this.#unknown !== undefined) await this.#settle(this.#unknown);
    else if (this.#refunds.length > 0) await this.#applyRefunds();
    else await this.#applyCharges();
    const hasDebts = this.#unknown !== undefined || this.#refunds.length > 0;
    if (this.#number >= NUMBER_MAX && !hasDebts) this.#renew();
  }

  #nextGroups(): Group[] {
    const oldest = performance.now() - PATIENCE_MS;
    const late = this.#groups.filter(({ since }) => since < oldest);
    if (late.length > 0) this.#reject(late, noResponse(new Error("charges wait for the database")));
    const waiting = this.#groups.filter(({ since }) => since >= oldest);
    const names = new Set<string>();
    const batch: Group[] = [];
    for (const group of waiting) {
      const name = counterName(group.charge);
      if (names.has(name) || batch.length === BATCH_MAX || (group.isAlone && batch.length > 0)) continue;
      names.add(name);
      batch.push(group);
      if (group.isAlone) break;
    }
    const taken = new Set(batch);
    this.#groups = waiting.filter((group) => !taken.has(group));
    for (const group of [...late, ...batch]) {
      const name = groupName(group.charge);
      if (this.#open.get(name) === group) this.#open.delete(name);
    }
    return batch;
  }

  async #applyCharges(): Promise<void> {
    const { database, now } = this.#options;
    const groups = this.#nextGroups();
    if (groups.length === 0) return;
    const number = this.#number + 1;
    const began = performance.now();
    try {
      const charges = groups.map(({ charge }) => charge);
      const outcome = await applyCharges(database, { writer: this.#writer, number }, charges, now());
      this.#number = number;
      this.#resolve(groups, outcome);
    } catch (error) {
      const tookMs = performance.now() - began;
      const isSoon = tookMs < SOON_MS;
      if (error instanceof OutcomeUnknown) {
        this.#unknown = { number, groups, refunds: [], isTold: false };
        // It was a connection that was lost: it is known in a moment. Where the database hangs, nobody waits for it.
        if (!isSoon) throw error.problem;
      } else if (error instanceof NumberUsed) {
        this.#renew();
        this.#groups.unshift(...groups);
      } else if (tookMs > PATIENCE_MS) {
        // The database hangs: nobody is to wait for the next attempt.
        this.#reject(groups, error);
        throw error;
      } else {
        this.#tryAgain(groups, error, isSoon);
      }
    }
  }

  /** A batch failed and nothing of it was applied: it is tried again once, or each of its groups alone. */
  #tryAgain(groups: readonly Group[], error: unknown, isSoon: boolean): void {
    const isOurs = !(error instanceof Problem);
    if (isSoon && !isOurs) {
      const [again, failed] = [groups.filter((one) => !one.hasFailed), groups.filter((one) => one.hasFailed)];
      for (const group of again) group.hasFailed = true;
      this.#groups.unshift(...again);
      this.#reject(failed, error);
      if (failed.length > 0) throw error;
    } else if (groups.length === 1) {
      this.#reject(groups, error);
    } else {
      // A row that somebody has locked, or a value that the database rejects: the others are not to suffer for it.
      for (const group of groups) group.isAlone = true;
      this.#groups.unshift(...groups);
    }
  }

  #resolve(groups: readonly Group[], outcome: Outcome): void {
    for (const [place, group] of groups.entries()) {
      const used = outcome.get(place);
      const [first, ...others] = group.callers;
      if (used !== undefined) resolveCallers(group, used);
      else if (others.length === 0) first?.resolve(undefined);
      else void this.#divide(group).catch((error: unknown) => this.#reject([group], error));
    }
  }

  /** The limit does not allow all charges of a group: those that fit are tried together, the others are rejected. */
  async #divide({ charge, callers }: Group): Promise<void> {
    const { account, plan, meter, period, limit } = charge;
    const [row] = await this.#options.database.count<{ used: number }>`
      select used from usage where account = ${account} and plan = ${plan} and meter = ${meter}
        and period = ${period}`;
    const room = limit - (row?.used ?? 0);
    let sum = 0;
    const [now, later]: [Caller[], Caller[]] = [[], []];
    for (const caller of callers) {
      if (caller.amount > room) {
        caller.resolve(undefined);
      } else if (sum + caller.amount <= room) {
        sum += caller.amount;
        now.push(caller);
      } else {
        later.push(caller);
      }
    }
    const units = (of: readonly Caller[]) => of.reduce((total, caller) => total + caller.units, 0);
    if (now.length > 0) {
      // Not among the open ones: one more charge, and the limit would not allow it again.
      this.#groups.push(this.#groupOf({ ...charge, amount: sum, calls: now.length, units: units(now) }, now));
    }
    for (const caller of later) {
      this.#add({ ...charge, amount: caller.amount, calls: 1, units: caller.units }, caller);
    }
    this.#wake();
  }

  async #applyRefunds(): Promise<void> {
    const { database, now, log } = this.#options;
    const refunds = this.#refunds;
    const number = this.#number + 1;
    this.#refunds = [];
    this.#applying = refunds;
    try {
      const entries = refunds.map(({ entry }) => entry);
      const used = await applyRefunds(database, { writer: this.#writer, number }, entries, now());
      this.#number = number;
      const late = refunds.filter(({ isOwed }) => isOwed).length;
      if (late > 0) log.info("refunds that waited are given back", { refunds: late });
      for (const { entry, resolve } of refunds) resolve(used.get(counterName(entry)) ?? 0);
      this.#save();
    } catch (error) {
      if (error instanceof NumberUsed) {
        this.#renew();
        this.#refunds.unshift(...(error instanceof WriterForgotten ? refunds : unsaved(refunds)));
        this.#save();
      } else if (error instanceof OutcomeUnknown) {
        this.#unknown = { number, groups: [], refunds, isTold: false };
        this.#save();
        throw error.problem;
      } else {
        this.#refunds = [...refunds, ...this.#refunds];
        throw error;
      }
    } finally {
      this.#applying = [];
    }
  }

  async #settle(batch: UnknownBatch): Promise<void> {
    const { database, now, settled, log } = this.#options;
    const { number, groups, refunds, isTold } = batch;
    const found = await settleBatch(database, { writer: this.#writer, number }, now());
    const count = groups.reduce((sum, { callers }) => sum + callers.length, 0);
    this.#unknown = undefined;
    this.#number = number;
    if (found === "passed" || found === "forgotten") this.#renew();
    if (found === "passed") {
      // Another process took this one for dead, and has settled the batch.
      this.#refunds.unshift(...unsaved(refunds));
      this.#reject(groups, noResponse(new Error("another process has settled the charge")));
    } else if (found === "unapplied" || found === "forgotten") {
      this.#refunds.unshift(...refunds);
      if (!isTold) this.#groups.unshift(...groups);
      settled.notCharged += count;
    } else {
      for (const { resolve } of refunds) resolve(undefined);
      if (!isTold) this.#resolve(groups, found);
      const granted = groups.filter((_, place) => found.has(place));
      for (const { charge, callers } of granted) {
        settled[isTold ? "givenBack" : "charged"] += callers.length;
        if (isTold) {
          this.#refunds.push({ entry: charge, resolve() {}, isOwed: true, isSaved: false });
        }
      }
      settled.notCharged += count - granted.reduce((sum, { callers }) => sum + callers.length, 0);
    }
    const outcome = typeof found === "string" ? found : "applied";
    if (isTold) log.info("a batch of charges is settled", { charges: count, outcome });
    this.#save();
  }

  /** Tells all who wait that nothing is charged, when that is written down where it is not certain. */
  #fail(error: unknown): void {
    this.#failure = error;
    const { log } = this.#options;
    const groups = this.#groups;
    this.#groups = [];
    this.#open.clear();
    const batch = this.#unknown;
    const newlyUnknown = batch !== undefined && !batch.isTold;
    if (newlyUnknown) batch.isTold = true;
    const newlyOwed = [...(batch?.refunds ?? []), ...this.#refunds].filter(({ isOwed }) => !isOwed);
    for (const refund of newlyOwed) refund.isOwed = true;
    if (newlyUnknown && batch.groups.length > 0)
      log.warn("charges are unknown until the database responds", { cause: error, charges: this.unknown });
    if (newlyOwed.length > 0) log.warn("refunds wait for the database", { cause: error });
    if (newlyUnknown || newlyOwed.length > 0) this.#save();
    for (const { resolve } of newlyOwed) resolve(undefined);
    if (newlyUnknown) this.#reject(batch.groups, error);
    this.#reject(groups, error);
  }

  #reject(groups: readonly Group[], error: unknown): void {
    for (const { callers } of groups) for (const { reject } of callers) reject(error);
  }

  /** Goes on as another writer. */
  #renew(): void {
    this.#file.remove();
    this.#writer = crypto.randomUUID();
    this.#file = this.#options.file(this.#writer);
    this.#isOpen = false;
    this.#number = 0;
  }

  #save(): void {
    const batch = this.#unknown;
    const told = batch?.isTold === true ? batch.groups : [];
    const waiting = [...(batch?.refunds ?? []), ...this.#refunds];
    if (told.length === 0 && !waiting.some(({ isOwed }) => isOwed)) {
      this.#file.remove();
      return;
    }
    const isSaved = this.#file.write({
      writer: this.#writer,
      number: batch?.number ?? this.#number,
      charges: told.map(({ charge }) => charge),
      refunds: (batch?.refunds ?? []).map(({ entry }) => entry),
      owed: this.#refunds.map(({ entry }) => entry),
    });
    for (const refund of waiting) refund.isSaved = isSaved;
  }
}
