import type { Database } from "./database.ts";
import { SKEW_MS, timeText } from "./time-text.ts";

/** A mark is valid for so long after it was renewed, in milliseconds. */
const VALID_MS = 60_000;
const RENEW_MS = 15_000;
const PREFIX = "server ";
/** The text that comes right after every text with the prefix. */
const PREFIX_END = "server!";

/** Creates the mark of this process. `now` is milliseconds since 1970. */
export function createServerMark({ query }: Pick<Database, "query">, now: () => number) {
  const name = PREFIX + crypto.randomUUID();
  let renewed: number | undefined;
  return {
    /** Writes the mark where it is about to expire; call it every second. */
    async renew(): Promise<void> {
      if (renewed !== undefined && performance.now() - renewed < RENEW_MS) return;
      await query`
        insert into claim (name, owner, expires_at) values (${name}, ${name}, ${timeText(now() + VALID_MS)})
        on conflict (name) do update set expires_at = excluded.expires_at`;
      renewed = performance.now();
    },
    async remove(): Promise<void> {
      if (renewed !== undefined) await query`delete from claim where name = ${name}`;
    },
  };
}
export type ServerMark = ReturnType<typeof createServerMark>;

/** Counts the servers that use a database, including those that were killed less than a minute ago. */
export async function serversOn({ query }: Pick<Database, "query">, now: number): Promise<number> {
  const [row] = await query<{ servers: number }>`
    select cast(count(*) as integer) as servers from claim
    where name > ${PREFIX} and name < ${PREFIX_END} and expires_at > ${timeText(now)}
      and expires_at <= ${timeText(now + VALID_MS + SKEW_MS)}`;
  return row?.servers ?? 0;
}
