import { Problem } from "../kit/problem.ts";
import type { Database } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";
import type { CreditGrant } from "./account-views.ts";
import { type Actor, type Audit, SYSTEM } from "./audit.ts";
import { CREDITS } from "./catalogue.ts";
import type { HeldGrant } from "./grants.ts";

interface CreditsOptions {
  readonly database: Database;
  readonly audit: Audit;
  now(): number;
}

/** The maximum of one grant: the counter's largest number is a little above. */
export const CREDITS_MAX = 2_000_000_000;

const PREFIX = "credits-";

/** Returns the title of a plan: that of the catalogue, or that of granted credits. */
export function planTitle(plans: readonly { id: string; title: string }[], plan: string): string {
  return plans.find(({ id }) => id === plan)?.title ?? (plan.startsWith(PREFIX) ? "Granted credits" : plan);
}

function heldGrant({
  plan,
  amount,
  createdAt,
  expiresAt,
}: Pick<CreditGrant, "plan" | "amount" | "createdAt" | "expiresAt">): HeldGrant {
  const grant = { meter: CREDITS, limit: amount, window: "once" as const };
  return {
    plan: {
      id: plan,
      listing: "landing",
      title: "Granted credits",
      price: { amount: "0.00", currency: "USD" },
      grants: [{ ...grant, window: "month" }],
    },
    grant,
    unit: CREDITS,
    startedOn: undefined,
    period: {
      // Grants are counted for their whole life under the day on which they expire.
      key: expiresAt.slice(0, 10),
      startsAt: Date.parse(createdAt),
      endsAt: Date.parse(expiresAt),
    },
  };
}

/** Creates the store of granted credits. */
export function createCredits({ database, audit, now }: CreditsOptions) {
  return {
    /** Throws `unknown-account`. `amount` is a whole number from 1; `expiresAt` in milliseconds since 1970. */
    async grant(
      account: string,
      amount: number,
      expiresAt: number,
      note?: string,
      by: Actor = SYSTEM,
    ): Promise<CreditGrant> {
      const id = Bun.randomUUIDv7("hex", now());
      const given = {
        id,
        plan: `${PREFIX}${id.slice(-12)}`,
        amount,
        used: 0,
        createdAt: timeText(now()),
        expiresAt: timeText(expiresAt),
        note: note ?? null,
      };
      await database.transaction(async (run) => {
        const rows = await run`
          insert into credit_grant (id, account, plan, amount, created_at, expires_at, note)
          select ${id}, id, ${given.plan}, cast(${amount} as integer), ${given.createdAt}, ${given.expiresAt},
            ${given.note}
          from account where id = ${account} returning id`;
        if (rows.length === 0) throw new Problem("unknown-account", "No account has this ID.");
        const detail = { amount, expiresAt: given.expiresAt };
        await audit.record(by, { action: "credits.granted", account, detail }, run);
      });
      await database.notify(account);
      return given;
    },
    async list(account: string): Promise<CreditGrant[]> {
      return database.query<CreditGrant>`
        select id, credit_grant.plan, amount, coalesce(usage.used, 0) as used, created_at as "createdAt",
          expires_at as "expiresAt", note
        from credit_grant
        left join usage on usage.account = credit_grant.account and usage.plan = credit_grant.plan
        where credit_grant.account = ${account} order by credit_grant.id desc`;
    },
    /** Those that have not expired, as the meter charges them: the ones that expire first come first. */
    async grants(account: string): Promise<HeldGrant[]> {
      const rows = await database.query<Omit<CreditGrant, "id" | "used" | "note">>`
        select plan, amount, created_at as "createdAt", expires_at as "expiresAt" from credit_grant
        where account = ${account} and expires_at > ${timeText(now())} order by credit_grant.expires_at, id`;
      return rows.map(heldGrant);
    },
  };
}
export type Credits = ReturnType<typeof createCredits>;
