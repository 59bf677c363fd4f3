import { Problem } from "../kit/problem.ts";
import type { Database, Row } from "../store/database.ts";
import type { Catalogue } from "./catalogue.ts";
import { isFree } from "./catalogue.ts";
import type { FormerUsage } from "./former-usage.ts";

/** A paid plan that an account holds. */
export interface HeldPlan {
  readonly plan: string;
  /** The date (UTC) on which it began: its months of billing start on that day. */
  readonly startedOn: string;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
}

/** Accounts and the plans they hold. */
export interface People {
  byEmail(email: string): Promise<Account | undefined>;
  byId(id: string): Promise<Account | undefined>;
  /**
   * The account of an address, made where there is none. A new one begins with what deleted accounts of its mailbox
   * used of the free plans in this period.
   */
  ensure(email: string): Promise<{ account: Account; isNew: boolean }>;
  /** The plans that the operator gave it and those that it pays for, each once, from its earlier start. */
  heldPlans(account: string): Promise<HeldPlan[]>;
  /**
   * Makes these the plans that the operator gives an account; free ones need not be named, since every
   * account has what is offered free. A plan that it holds already goes on, its months of billing and its
   * counter too. Plans that it pays for are its own: they stay.
   */
  setPlans(account: string, plans: readonly string[]): Promise<void>;
}

interface PeopleOptions {
  readonly database: Database;
  readonly formerUsage: FormerUsage;
  readonly catalogue: Catalogue;
  now(): number;
}

interface AccountRow extends Row {
  readonly id: string;
  readonly email: string;
  readonly created_at: string;
}

function accountOf(row: AccountRow | undefined): Account | undefined {
  return row === undefined ? undefined : { id: row.id, email: row.email, createdAt: row.created_at };
}

export function createPeople({ database, formerUsage, catalogue, now }: PeopleOptions): People {
  const { query } = database;
  const heldPlans: People["heldPlans"] = async (account) => {
    const rows = await query<{ plan: string; started_on: string }>`
      select plan, started_on from account_plan where account = ${account}
      union all
      select plan, started_on from subscription
      where account = ${account} and (held_until is null or held_until > ${new Date(now()).toISOString()})
      order by plan, started_on`;
    return rows
      .filter((row, i) => row.plan !== rows[i - 1]?.plan)
      .map((row) => ({ plan: row.plan, startedOn: row.started_on }));
  };
  const byEmail: People["byEmail"] = async (email) => {
    const [row] = await query<AccountRow>`select * from account where email = ${email}`;
    return accountOf(row);
  };
  return {
    byEmail,
    heldPlans,
    async byId(id) {
      const [row] = await query<AccountRow>`select * from account where id = ${id}`;
      return accountOf(row);
    },
    async ensure(email) {
      const known = await byEmail(email);
      if (known !== undefined) return { account: known, isNew: false };
      const made = { id: Bun.randomUUIDv7(), email, createdAt: new Date(now()).toISOString() };
      const mailbox = await formerUsage.mailboxOf(email);
      const isNew = await database.transaction(async (run) => {
        const rows = await run`
          insert into account (id, email, created_at) values (${made.id}, ${email}, ${made.createdAt})
          on conflict (email) do nothing returning id`;
        if (rows.length > 0) await formerUsage.restore(run, made.id, mailbox);
        return rows.length > 0;
      });
      if (isNew) return { account: made, isNew };
      const account = await byEmail(email);
      if (account === undefined) throw new Error("an account is neither new nor there");
      return { account, isNew };
    },
    async setPlans(account, plans) {
      for (const id of plans) {
        if (catalogue.plans.some((plan) => plan.id === id)) continue;
        const known = catalogue.plans.map((plan) => plan.id).join(", ");
        throw new Problem("invalid-parameter", `plan must be one of ${known}.`, { parameter: "plan" });
      }
      const paid = plans.filter((id) => catalogue.plans.some((plan) => plan.id === id && !isFree(plan)));
      const today = new Date(now()).toISOString().slice(0, 10);
      await database.transaction(async (run) => {
        const held = await run<{ plan: string }>`select plan from account_plan where account = ${account}`;
        for (const { plan } of held) {
          if (paid.includes(plan)) continue;
          await run`delete from account_plan where account = ${account} and plan = ${plan}`;
        }
        for (const plan of paid) {
          await run`
            insert into account_plan (account, plan, started_on) values (${account}, ${plan}, ${today})
            on conflict (account, plan) do nothing`;
        }
      });
      await database.notify(account);
    },
  };
}
