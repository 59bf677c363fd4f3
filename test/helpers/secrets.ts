import { existsSync } from "node:fs";
import { join } from "node:path";
import { isWellFormed } from "../../src/accounts/key-format.ts";
import type { Database } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations.ts";
import { openDatabase } from "../../src/store/open-database.ts";

/** Every row of every table, as one text. */
export async function dump(database: Database): Promise<string> {
  const tables = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/create table (\w+)/g)].map((match) => match[1] ?? ""),
  );
  return database.transaction(async (_query, script) => {
    if (database.engine === "postgresql") {
      // One statement: each of its own takes longer than all rows.
      const selects = tables.map((table) => `select row_to_json(${table})::text as row from ${table}`);
      const rows = (await script(selects.join(" union all "))) as { row: string }[];
      return rows.map(({ row }) => row).join("\n");
    }
    // Most tables are empty, and preparing a statement for each takes longer than reading the others.
    const [full = {}] = await script(
      `select ${tables.map((one) => `exists (select 1 from ${one}) as ${one}`)}`,
    );
    const rows: unknown[] = [];
    for (const table of tables) if (full[table] === 1) rows.push(await script(`select * from ${table}`));
    return JSON.stringify(rows);
  });
}

/** The end of every key. Looking for it first takes a fraction of the time. */
const KEY_END = /_[0-9A-Za-z]{33}/;
/** Every place in a text where the form of a key begins, also in the middle of a word. */
const KEYS = /(?=([a-z][a-z0-9]{0,11}(?:_[a-z0-9]{1,11})?_[0-9A-Za-z]{33}))/g;
/** The form of the tokens of links and sessions: 32 characters of base 64 that stand alone. */
const TOKENS = /(?<![\w-])[\w-]{32}(?![\w-])/g;

function isToken(text: string): boolean {
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9_-]/.test(text);
}

/**
 * What in a text must not be there: anything that is a key by its checksum, anything in the form of a token,
 * the secrets that are known by name, and, where `mails` is true, anything that looks like a mail address.
 */
export function secretsIn(text: string, known: Iterable<string>, mails: boolean): string[] {
  const keys = KEY_END.test(text)
    ? [...text.matchAll(KEYS)].map((match) => match[1] ?? "").filter(isWellFormed)
    : [];
  // Kept answers of callers, and the files and results of jobs, are base 64, which may look like anything.
  const kept = /\\"body\\":\\"[^"\\]*|"data":"[^"\\]*/g;
  const tokens = (text.replaceAll(kept, "").match(TOKENS) ?? []).filter(isToken);
  const named = [...known].filter((secret) => text.includes(secret));
  const addresses = mails ? (text.match(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g) ?? []) : [];
  return [...keys, ...tokens, ...named, ...addresses];
}

/** Fails where what a process wrote, or the SQLite file that it kept, holds a secret. */
export async function searchProcess(
  written: string,
  dataDir: string,
  known: Iterable<string> = [],
): Promise<void> {
  const path = join(dataDir, "quintet.db");
  let stored = "";
  if (existsSync(path)) {
    const database = openDatabase(`sqlite:${path}`);
    await migrate(database);
    stored = await dump(database);
    await database.close();
  }
  const found = [...secretsIn(written, known, true), ...secretsIn(stored, known, false)];
  if (found.length > 0) throw new Error(`secrets in the log or the database: ${found.join(", ")}`);
}
