import type { Database, Query } from "../../store/database.ts";
import { timeText } from "../../store/time-text.ts";
import { type Audit, SYSTEM } from "../audit.ts";
import type { PlanVersions } from "../plan-versions.ts";

/** A place in the order in which the state of a customer was asked for. */
export interface Ticket {
  readonly account: string;
  readonly customer: string;
  readonly number: number;
}

/** The subscription of an account at Stripe. */
export type HeldSubscription = {
  /** Stripe's ids of the subscription and of its item for the plan. */
  readonly id: string;
  readonly item: string;
  /** The plan that it gives: the one that was bought, or what an operator moved it to. */
  readonly plan: string;
  readonly status: string;
  readonly startedOn: string;
  readonly periodEnd: string;
  readonly endsAt: string | null;
  readonly heldUntil: string | null;
};

/** How long after the end of a month Stripe may take to tell of the next; in milliseconds. */
const RENEWAL_MS = 2 * 3_600_000;

type VersionRow = { id: string; plan: string; version: number | null; held_plan: string | null };

interface BillingStoreOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly planVersions: Pick<PlanVersions, "current">;
  now(): number;
}

/** Stored payments: customers, subscriptions, and processed events. */
export class BillingStore {
  readonly #options: BillingStoreOptions;
  readonly #query: Query;

  constructor(options: BillingStoreOptions) {
    this.#options = options;
    this.#query = options.database.query;
  }

  /** Makes this the customer of an account without one. Returns the account's customer, undefined without such an account. */
  async linkCustomer(account: string, customer: string): Promise<string | undefined> {
    await this.#query`
      insert into billing_customer (account, customer, asked, applied)
      select id, ${customer}, 0, 0 from account where id = ${account} and email <> 'deleted ' || id
      on conflict do nothing`;
    return this.customerOf(account);
  }

  /** Forgets a customer whom Stripe does not know any more. */
  async unlinkCustomer(account: string, customer: string): Promise<void> {
    const { database } = this.#options;
    await database.transaction(async (run) => {
      const gone = await run`
        delete from billing_customer where account = ${account} and customer = ${customer} returning account`;
      if (gone.length > 0) await run`delete from subscription where account = ${account}`;
    });
    await database.notify(account);
  }

  /** Draws a ticket, to be drawn before the state is asked for; undefined where no account has the customer. */
  async takeTicket(customer: string): Promise<Ticket | undefined> {
    const [row] = await this.#query<{ account: string; asked: number }>`
      update billing_customer set asked = asked + 1 where customer = ${customer} returning account, asked`;
    return row === undefined ? undefined : { account: row.account, customer, number: row.asked };
  }

  /** Writes the state of a customer that was asked for after its ticket was drawn, unless a later ticket has written. */
  async write(
    { account, customer, number }: Ticket,
    subscriptions: readonly HeldSubscription[],
  ): Promise<void> {
    const { database, planVersions, audit } = this.#options;
    await database.transaction(async (run) => {
      const first = await run`
        update billing_customer set applied = ${number}
        where customer = ${customer} and applied < ${number} returning account`;
      if (first.length === 0) return;
      const before = await run<VersionRow>`
        select id, plan, version, held_plan from subscription where account = ${account}`;
      await run`delete from subscription where account = ${account}`;
      for (const one of subscriptions) {
        // Who bought a plan keeps its terms, and what an operator moved it to.
        const had = before.find(({ id, plan }) => id === one.id && plan === one.plan);
        const version = had === undefined ? planVersions.current(one.plan) : had.version;
        await run`
          insert into subscription
            (id, plan, account, item, status, started_on, period_end, ends_at, held_until, version, held_plan)
          values (${one.id}, ${one.plan}, ${account}, ${one.item}, ${one.status}, ${one.startedOn},
            ${one.periodEnd}, ${one.endsAt}, ${one.heldUntil}, ${version}, ${had?.held_plan ?? null})
          on conflict (id, plan) do nothing`;
      }
      const named = (rows: readonly { readonly plan: string }[]) =>
        [...new Set(rows.map(({ plan }) => plan))].sort().join(",");
      if (named(before) === named(subscriptions)) return;
      const detail = { subscriptions: named(subscriptions) };
      await audit.record(SYSTEM, { action: "plans.changed", account, detail }, run);
    });
    await database.notify(account);
  }

  /** Those that matter now: running, in arrears, or cancelled and paid up to a day to come. */
  async subscriptions(account: string): Promise<HeldSubscription[]> {
    return this.#query<HeldSubscription>`
      select id, item, coalesce(held_plan, plan) as plan, status, started_on as "startedOn",
        period_end as "periodEnd", ends_at as "endsAt", held_until as "heldUntil"
      from subscription where account = ${account}
        and (status <> 'canceled' or held_until > ${timeText(this.#options.now())})
      order by subscription.plan, id`;
  }

  /** Customers whose month is over and for whom no event has arrived since. At most `limit`. */
  async overdue(limit: number): Promise<string[]> {
    const rows = await this.#query<{ customer: string }>`
      select distinct customer from subscription
      join billing_customer on billing_customer.account = subscription.account
      where held_until is null and period_end < ${timeText(this.#options.now() - RENEWAL_MS)} limit ${limit}`;
    return rows.map(({ customer }) => customer);
  }

  async notePrice(price: string, plan: string): Promise<void> {
    await this.#query`insert into billing_price (price, plan) values (${price}, ${plan})
      on conflict (price) do update set plan = excluded.plan`;
  }

  async planOfPrice(price: string): Promise<string | undefined> {
    const [row] = await this.#query<{ plan: string }>`select plan from billing_price where price = ${price}`;
    return row?.plan;
  }

  async isProcessed(event: string): Promise<boolean> {
    return (await this.#query`select id from billing_event where id = ${event}`).length > 0;
  }

  async markProcessed(event: string, type: string): Promise<void> {
    const { now } = this.#options;
    await this.#query`
      insert into billing_event (id, type, received_at) values (${event}, ${type}, ${timeText(now())})
      on conflict (id) do nothing`;
  }

  async customerOf(account: string): Promise<string | undefined> {
    const [row] = await this.#query<{ customer: string }>`
      select customer from billing_customer where account = ${account}`;
    return row?.customer;
  }
}
