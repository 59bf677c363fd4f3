import type { Claim, State } from "../kit/state.ts";
import type { Database } from "./database.ts";
import { SKEW_MS, timeText } from "./time-text.ts";

interface StateOptions {
  now?(): number;
}

/** Keeps shared values and claims in the database, so that every process and replica sees the same. */
export function createState(database: Database, { now = Date.now }: StateOptions = {}): State {
  return {
    async get(name) {
      const [row] = await database.query<{ value: string }>`
        select value from state where name = ${name} and expires_at > ${timeText(now())}`;
      const value: unknown = row === undefined ? undefined : JSON.parse(row.value);
      return value;
    },
    async set(name, value, ttlMs) {
      await database.query`
        insert into state (name, value, expires_at)
        values (${name}, ${JSON.stringify(value)}, ${timeText(now() + ttlMs)})
        on conflict (name) do update set value = excluded.value, expires_at = excluded.expires_at`;
    },
    async delete(name) {
      await database.query`delete from state where name = ${name}`;
    },
    async claim(name, ttlMs, given): Promise<Claim | undefined> {
      const holder = given ?? crypto.randomUUID();
      // Without a holder, all claims of a name are as long: one that ends later is from before the clock went back.
      const latest = given === undefined ? timeText(now() + ttlMs + SKEW_MS) : "9999";
      const owner = `${holder} ${crypto.randomUUID()}`;
      const rows = await database.query`
        insert into claim (name, owner, expires_at) values (${name}, ${owner}, ${timeText(now() + ttlMs)})
        on conflict (name) do update set owner = excluded.owner, expires_at = excluded.expires_at
        where claim.expires_at <= ${timeText(now())} or claim.expires_at > ${latest}
          or substr(claim.owner, 1, ${holder.length + 1}) = ${`${holder} `}
        returning owner`;
      if (rows.length === 0) return undefined;
      const release = async () => {
        // By its owner alone: an expired claim may be another's by now.
        await database.query`delete from claim where name = ${name} and owner = ${owner}`;
      };
      // One that cannot be given up expires by itself.
      return { release, [Symbol.asyncDispose]: () => release().catch(() => {}) };
    },
    async isClaimed(name) {
      const rows = await database.query`
        select name from claim where name = ${name} and expires_at > ${timeText(now())}`;
      return rows.length > 0;
    },
  };
}
