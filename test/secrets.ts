import { isWellFormed } from "../src/accounts/key-format.ts";
import type { Database } from "../src/store/database.ts";
import { migrations } from "../src/store/migrations.ts";

/** Every row of every table, as one text. */
export async function dump(database: Database): Promise<string> {
  const tables = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/create table (\w+)/g)].map((match) => match[1] ?? ""),
  );
  return database.transaction(async (_query, script) => {
    const rows: unknown[] = [];
    for (const table of tables) rows.push(table, await script(`select * from ${table}`));
    return JSON.stringify(rows);
  });
}

/**
 * What in a text must not be there: anything that is a key by its checksum, the secrets that are known by
 * name, and, where `mails` is true, anything that looks like a mail address.
 */
export function secretsIn(text: string, known: Iterable<string>, mails: boolean): string[] {
  const keys = (text.match(/\w{34,}/g) ?? []).filter(isWellFormed);
  const named = [...known].filter((secret) => text.includes(secret));
  const addresses = mails ? (text.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g) ?? []) : [];
  return [...keys, ...named, ...addresses];
}
