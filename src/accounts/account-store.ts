import { readChoice } from "../kit/parameter.ts";
import type { Database, Query } from "../store/database.ts";
import type { HeldPlan } from "./account-views.ts";
import { type Actor, type Audit, SYSTEM } from "./audit.ts";
import { type Catalogue, isFree } from "./catalogue.ts";
import type { FormerUsage } from "./former-usage.ts";
import type { HeldTerms } from "./grants.ts";
import type { PlanVersions } from "./plan-versions.ts";
import { type SuspensionRow, suspended, suspensionOf } from "./suspension.ts";

export type Account = { readonly id: string; readonly email: string; readonly createdAt: string };

interface AccountStoreOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly formerUsage: FormerUsage;
  readonly catalogue: Catalogue;
  readonly planVersions: PlanVersions;
  now(): number;
}

/** Accounts and the plans they hold. */
export class AccountStore {
  readonly #options: AccountStoreOptions;
  readonly #query: Query;

  constructor(options: AccountStoreOptions) {
    this.#options = options;
    this.#query = options.database.query;
  }

  /** The plans that the operator gave it and those that it pays for, each once, from its earlier start. */
  async heldPlans(account: string): Promise<HeldPlan[]> {
    return (await this.#held(account)).map(({ plan, startedOn }) => ({ plan, startedOn }));
  }

  async heldTerms(account: string): Promise<HeldTerms[]> {
    const rows = await this.#held(account);
    return Promise.all(
      rows.map(async ({ plan, startedOn, version }) => ({
        plan,
        startedOn,
        terms: await this.#options.planVersions.termsOf(plan, version),
      })),
    );
  }

  /** The account with an ID; undefined for one that is being deleted. */
  async byId(id: string): Promise<Account | undefined> {
    const [account] = await this.#query<Account>`
      select id, email, created_at as "createdAt" from account where id = ${id} and email <> 'deleted ' || id`;
    return account;
  }

  /** Returns the account of an email address, or creates it with the former usage of its mailbox. Throws `account-suspended`. */
  async ensure(email: string, by: Actor = SYSTEM): Promise<{ account: Account; isNew: boolean }> {
    const { now, formerUsage, database, audit } = this.#options;
    const known = await this.byEmail(email);
    if (known !== undefined) return { account: known, isNew: false };
    const made = { id: Bun.randomUUIDv7(), email, createdAt: new Date(now()).toISOString() };
    const mailbox = await formerUsage.mailboxOf(email);
    const isNew = await database.transaction(async (run) => {
      const [other] = await run<SuspensionRow>`
        select suspended_at, suspension_reason from account where suspended_mailbox = ${mailbox}`;
      const suspension = suspensionOf(other);
      if (suspension !== undefined) throw suspended(suspension);
      const rows = await run`
        insert into account (id, email, created_at) values (${made.id}, ${email}, ${made.createdAt})
        on conflict (email) do nothing returning id`;
      if (rows.length > 0) {
        await formerUsage.restore(run, made.id, mailbox);
        await audit.record(by, { action: "account.created", account: made.id }, run);
      }
      return rows.length > 0;
    });
    if (isNew) return { account: made, isNew };
    const account = await this.byEmail(email);
    if (account === undefined) throw new Error("an account is neither new nor there");
    return { account, isNew };
  }

  /** Sets the plans that the operator gives an account. Those that stay keep their months and counters. */
  async setPlans(account: string, plans: readonly string[], by: Actor = SYSTEM): Promise<void> {
    const { planVersions, catalogue, now, database, audit } = this.#options;
    await planVersions.ensure();
    const before = await this.#held(account);
    for (const id of plans) {
      if (catalogue.plans.some((plan) => plan.id === id)) continue;
      if (before.some((one) => one.plan === id)) continue;
      const known = catalogue.plans.map((plan) => plan.id);
      readChoice("plan", known, id);
    }
    const paid = plans.filter((id) => !catalogue.plans.some((plan) => plan.id === id && isFree(plan)));
    const today = new Date(now()).toISOString().slice(0, 10);
    await database.transaction(async (run) => {
      const given = await run<{ plan: string }>`select plan from account_plan where account = ${account}`;
      for (const { plan } of given) {
        if (paid.includes(plan)) continue;
        await run`delete from account_plan where account = ${account} and plan = ${plan}`;
      }
      for (const plan of paid) {
        await run`
          insert into account_plan (account, plan, started_on, version)
          values (${account}, ${plan}, ${today}, ${planVersions.current(plan)})
          on conflict (account, plan) do nothing`;
      }
      const had = new Set(given.map(({ plan }) => plan));
      const added = paid.filter((plan) => !had.has(plan));
      const ended = [...had].filter((plan) => !paid.includes(plan));
      if (added.length + ended.length === 0) return;
      const detail = { added: added.join(","), ended: ended.join(",") };
      await audit.record(by, { action: "plans.changed", account, detail }, run);
    });
    await database.notify(account);
  }

  async #held(account: string): Promise<(HeldPlan & { version: number | null })[]> {
    const { now } = this.#options;
    const rows = await this.#query<HeldPlan & { version: number | null }>`
      select plan, started_on as "startedOn", version from account_plan where account = ${account}
      union all
      select coalesce(held_plan, plan) as plan, started_on, version from subscription
      where account = ${account} and (held_until is null or held_until > ${new Date(now()).toISOString()})
      order by plan, "startedOn"`;
    return rows.filter((row, i) => row.plan !== rows[i - 1]?.plan);
  }

  async byEmail(email: string): Promise<Account | undefined> {
    const [account] = await this.#query<Account>`
      select id, email, created_at as "createdAt" from account where email = ${email}`;
    return account;
  }
}
