import { z } from "zod";
import { readChoice } from "../kit/parameter.ts";
import type { Database, Query } from "../store/database.ts";
import type { PlanHolders } from "./account-views.ts";
import { type Actor, type Audit, SYSTEM } from "./audit.ts";
import { type Catalogue, CREDITS, Grant, isFree, type Plan } from "./catalogue.ts";

/** The terms of one version of a plan. */
export interface PlanTerms {
  readonly plan: Plan;
  readonly version: number;
  readonly credits: Readonly<Record<string, number>> | undefined;
}

/** A catalogue without plans that accounts hold. Nothing was changed. */
export class PlansInUse extends Error {
  override readonly name = "PlansInUse";

  constructor(counts: readonly (readonly [plan: string, holders: number])[]) {
    const list = counts.map(
      ([plan, holders]) => `${plan} (${holders} ${holders === 1 ? "account" : "accounts"})`,
    );
    super(
      `It removes plans that accounts hold: ${list.join(", ")}. Put them back, or move their holders first: quintet admin plan move FROM TO.`,
    );
  }
}

interface PlanVersionsOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly catalogue: Catalogue;
  onRejected(error: PlansInUse): void;
  now(): number;
}

const Terms = z.object({
  title: z.string(),
  price: z.object({ amount: z.string(), currency: z.string() }),
  grants: z.array(Grant),
  credits: z.record(z.string(), z.number()).optional(),
});
type Terms = z.output<typeof Terms>;

interface Version {
  readonly version: number;
  readonly terms: Terms;
  readonly soldSince: string;
}

/** Keeps two replicas from recording versions at once: any number that is ours. */
const LOCK = 7_117_854;
/** Accounts that are moved in one transaction. */
const BATCH = 200;

/** The text that identifies a version: its terms, with their members in a fixed order. */
function identity({ price, grants, credits }: Terms): string {
  const weights = credits === undefined ? null : Object.entries(credits).sort(([a], [b]) => (a < b ? -1 : 1));
  const given = grants.map(({ meter, limit, window, counts, maxUnits }) => [
    meter,
    limit,
    window,
    counts ?? null,
    maxUnits ?? null,
  ]);
  return JSON.stringify([price.amount, price.currency, given, weights]);
}

function termsIn({ meters }: Catalogue, { title, price, grants }: Plan): Terms {
  const isBundle = grants.some(({ meter }) => meter === CREDITS);
  const weights = Object.fromEntries(Object.entries(meters).map(([api, { credits }]) => [api, credits]));
  return { title, price, grants, ...(isBundle ? { credits: weights } : {}) };
}

/** How many hold each version, counted in indexes alone: an account that was given what it also pays counts twice. */
async function countHolders(query: Query, plan: string, now: string): Promise<Map<number | null, number>> {
  type Count = { version: number | null; holders: number };
  const given = await query<Count>`
    select version, cast(count(*) as integer) as holders from account_plan where plan = ${plan} group by version`;
  const paid = await query<Count>`
    select version, cast(count(*) as integer) as holders from subscription
    where coalesce(held_plan, plan) = ${plan} and (held_until is null or held_until > ${now}) group by version`;
  const counts = new Map<number | null, number>();
  for (const { version, holders } of [...given, ...paid]) {
    counts.set(version, (counts.get(version) ?? 0) + holders);
  }
  return counts;
}

/** The plan after another, of those that accounts were given. */
async function nextGiven(query: Query, plan: string): Promise<string | undefined> {
  const [row] = await query<{ plan: string }>`
    select plan from account_plan where plan > ${plan} order by plan limit 1`;
  return row?.plan;
}

async function nextPaid(query: Query, plan: string): Promise<string | undefined> {
  const [row] = await query<{ plan: string }>`
    select coalesce(held_plan, plan) as plan from subscription
    where coalesce(held_plan, plan) > ${plan} order by coalesce(held_plan, plan) limit 1`;
  return row?.plan;
}

const sum = (counts: Map<number | null, number>) => [...counts.values()].reduce((a, b) => a + b, 0);

const load = async (run: Query): Promise<Map<string, Version[]>> => {
  const rows = await run<{ plan: string; version: number; terms: string; created_at: string }>`
    select plan, version, terms, created_at from plan_version order by plan, version`;
  const read = ({ version, terms, created_at }: (typeof rows)[number]): Version => {
    return { version, terms: Terms.parse(JSON.parse(terms)), soldSince: created_at };
  };
  return new Map([...Map.groupBy(rows, ({ plan }) => plan)].map(([plan, all]) => [plan, all.map(read)]));
};

/** Plans that somebody may hold and that a catalogue does not have. */
const missingIn = async (run: Query, plans: readonly Plan[], versions: Map<string, Version[]>) => {
  const ids = new Set(plans.map(({ id }) => id));
  if (versions.size > 0) return [...versions.keys()].filter((plan) => !ids.has(plan));
  // The first time, nothing is recorded yet: the plans are read off the indexes, one by one.
  const held = new Set<string>();
  for (const next of [nextGiven, nextPaid]) {
    for (let plan = await next(run, ""); plan !== undefined; plan = await next(run, plan)) held.add(plan);
  }
  return [...held].filter((plan) => !ids.has(plan));
};

/** The versions of plans: a version, once recorded, never changes. */
export class PlanVersions {
  readonly #options: PlanVersionsOptions;
  #known = new Map<string, Version[]>();
  #current = new Map<string, number>();
  #registering: Promise<void> | undefined;
  #isRegistered = false;

  constructor(options: PlanVersionsOptions) {
    this.#options = options;
  }

  current(plan: string): number | null {
    return this.#current.get(plan) ?? null;
  }

  isKnown(plan: string): boolean {
    return this.#known.has(plan) || this.#options.catalogue.plans.some(({ id }) => id === plan);
  }

  async termsOf(plan: string, version: number | null): Promise<PlanTerms | undefined> {
    await this.ensure();
    const found = await this.#versionOf(plan, version);
    if (found === undefined) return undefined;
    const now = this.#options.catalogue.plans.find(({ id }) => id === plan);
    const { title, price, grants, credits } = found.terms;
    const listing = now?.listing ?? "landing";
    return {
      plan: { id: plan, listing, title: now?.title ?? title, price, grants },
      version: found.version,
      credits,
    };
  }

  async holders(): Promise<PlanHolders[]> {
    const { query } = this.#options.database;
    await this.ensure();
    this.#known = await load(query);
    const counted: PlanHolders[] = [];
    for (const [plan, versions] of this.#known) {
      const counts = await countHolders(query, plan, this.#at());
      const sold = this.#current.get(plan) ?? versions.at(-1)?.version;
      for (const { version, terms, soldSince } of versions) {
        const implied = version === sold ? (counts.get(null) ?? 0) : 0;
        counted.push({
          plan,
          version,
          title: terms.title,
          isCurrent: this.#current.get(plan) === version,
          price: terms.price,
          grants: terms.grants,
          holders: (counts.get(version) ?? 0) + implied,
          soldSince,
        });
      }
    }
    return counted;
  }

  /** Moves the holders of a plan, or of one version, to the current version of `to`. Throws `invalid-parameter`. */
  async move(from: string, to: string, version: number | undefined, by: Actor = SYSTEM): Promise<number> {
    await this.ensure();
    this.#known = await load(this.#options.database.query);
    readChoice("from", this.#known.keys(), from);
    readChoice("to", this.#current.keys(), to);
    const versions = this.#known.get(from)?.map((one) => String(one.version)) ?? [];
    if (version !== undefined) readChoice("version", versions, String(version));
    let moved = 0;
    for (;;) {
      const batch = await this.#moveBatch(from, to, version, by);
      moved += batch;
      if (batch === 0) return moved;
    }
  }

  #at() {
    return new Date(this.#options.now()).toISOString();
  }

  async #record(run: Query, plan: string, terms: Terms, versions: Version[]): Promise<number> {
    const same = versions.find((one) => identity(one.terms) === identity(terms));
    if (same !== undefined) return same.version;
    const last = versions.at(-1)?.version ?? 0;
    // Rows without a version have what was sold last.
    if (last > 0) {
      await run`update account_plan set version = ${last} where plan = ${plan} and version is null`;
      await run`
        update subscription set version = ${last} where coalesce(held_plan, plan) = ${plan} and version is null`;
    }
    await run`
      insert into plan_version (plan, version, terms, created_at)
      values (${plan}, ${last + 1}, ${JSON.stringify(terms)}, ${this.#at()})`;
    return last + 1;
  }

  /** Records what a catalogue sells: changed terms become a new version. Throws `PlansInUse` for one without a held plan. */
  async register(next: Catalogue): Promise<void> {
    const { database } = this.#options;
    const registered = await database.transaction(async (run) => {
      if (database.engine === "postgresql") await run`select pg_advisory_xact_lock(${LOCK})`;
      const versions = await load(run);
      const counts: [string, number][] = [];
      for (const plan of await missingIn(run, next.plans, versions)) {
        counts.push([plan, sum(await countHolders(run, plan, this.#at()))]);
      }
      const held = counts.filter(([, holders]) => holders > 0);
      if (held.length > 0) throw new PlansInUse(held);
      const sold = new Map<string, number>();
      for (const plan of next.plans.filter((one) => !isFree(one))) {
        sold.set(plan.id, await this.#record(run, plan.id, termsIn(next, plan), versions.get(plan.id) ?? []));
      }
      return { sold, versions: await load(run) };
    });
    this.#current = registered.sold;
    this.#known = registered.versions;
    this.#isRegistered = true;
  }

  /** Registers the catalogue where that has not been done yet. A rejected catalogue is logged, not thrown. */
  async ensure(): Promise<void> {
    const { catalogue, onRejected } = this.#options;
    if (this.#isRegistered) return;
    this.#registering ??= this.register(catalogue)
      .catch(async (error: unknown) => {
        if (!(error instanceof PlansInUse)) throw error;
        onRejected(error);
        // Nobody loses a plan by it: holders have what was recorded.
        this.#known = await load(this.#options.database.query);
        this.#isRegistered = true;
      })
      .finally(() => {
        this.#registering = undefined;
      });
    await this.#registering;
  }

  async #versionOf(plan: string, version: number | null): Promise<Version | undefined> {
    const wanted = version ?? this.#current.get(plan);
    const find = () =>
      wanted === undefined
        ? this.#known.get(plan)?.at(-1)
        : this.#known.get(plan)?.find((one) => one.version === wanted);
    const found = find();
    if (found !== undefined || wanted === undefined) return found;
    // Another replica has recorded it.
    this.#known = await load(this.#options.database.query);
    return find();
  }

  async #moveBatch(from: string, to: string, version: number | undefined, by: Actor): Promise<number> {
    const { database, audit } = this.#options;
    const target = this.#current.get(to);
    if (target === undefined) throw new TypeError("a plan that is sold has a version");
    return database.transaction(async (run) => {
      const isOther = from === to ? 0 : 1;
      const rows = await run<{ account: string; version: number | null }>`
        select account, min(version) as version from (
        select account, version from account_plan where plan = ${from}
          and (${isOther} = 1 or version is null or version <> ${target})
          and (${version ?? 0} = 0 or version = ${version ?? 0})
        union
        select account, version from subscription where coalesce(held_plan, plan) = ${from}
          and (${isOther} = 1 or version is null or version <> ${target})
          and (${version ?? 0} = 0 or version = ${version ?? 0})) as held
        group by account limit ${BATCH}`;
      for (const { account, version: had } of rows) {
        if (isOther === 1) {
          await run`
            delete from account_plan where account = ${account} and plan = ${from}
              and exists (select 1 from account_plan as other where other.account = ${account} and other.plan = ${to})`;
        }
        await run`
          update account_plan set plan = ${to}, version = ${target} where account = ${account} and plan = ${from}`;
        await run`
          update subscription set held_plan = ${to}, version = ${target}
          where account = ${account} and coalesce(held_plan, plan) = ${from}`;
        const detail = { from, ...(had === null ? {} : { fromVersion: had }), to, toVersion: target };
        await audit.record(by, { action: "plan.moved", account, detail }, run);
      }
      return rows.length;
    });
  }
}
