import type { Database, Row } from "../store/database.ts";
import type { AccountSummary } from "./account-views.ts";
import { LAST_ID, pageOf } from "./keyset-page.ts";
import { suspensionOf } from "./suspension.ts";

/** The orders of accounts. */
export const accountSorts = ["newest", "oldest", "email"] as const;
export type AccountSort = (typeof accountSorts)[number];

export interface AccountSearch {
  /** The beginning of an email address, or the ID of an account or of a key; empty for every account. */
  readonly text: string;
  readonly isSuspended: boolean;
  /** The order without a text; with one, accounts are sorted by email address. Default: newest. */
  readonly sort?: AccountSort | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** One page of accounts. */
export interface AccountsFound {
  readonly accounts: readonly AccountSummary[];
  /** The `after` of the next page; null on the last. */
  readonly next: string | null;
}

/** The place of a page among the accounts of a search. */
export interface AccountsPlace {
  readonly count: number;
  /** The accounts before the page; undefined further back than those. */
  readonly before: number | undefined;
  /** The `after` of the page before; undefined where that is the first page, or unknown. */
  readonly previous: string | undefined;
}

/** Accounts that are counted, and among which the page before is known. */
export const COUNTED = 1_000;

interface AccountRow extends Row {
  readonly id: string;
  readonly email: string;
  readonly created_at: string;
  readonly suspended_at: string | null;
  readonly suspension_reason: string | null;
}

/** Comes after every address that begins in the same way. */
const LAST = "\u{10ffff}";
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Finds accounts for operators. Every page is read by an index: it takes as long among a million accounts. */
export class AccountDirectory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async search(search: AccountSearch): Promise<AccountsFound> {
    const { rows, keyOf } = await this.#find({ ...search, limit: search.limit + 1 });
    const page = pageOf(rows, search.limit, keyOf);
    return { accounts: await Promise.all(page.rows.map((row) => this.#summary(row))), next: page.next };
  }

  async place(search: AccountSearch): Promise<AccountsPlace> {
    const { rows, keyOf } = await this.#find({ ...search, after: undefined, limit: COUNTED + 1 });
    const keys = rows.map(keyOf);
    const before = search.after === undefined ? 0 : keys.indexOf(search.after) + 1 || undefined;
    return { count: keys.length, before, previous: keys[(before ?? 0) - search.limit - 1] };
  }

  async #find(search: AccountSearch) {
    const text = search.text.trim().toLowerCase();
    const sort = text === "" ? search.sort : "email";
    const rows = await this.#rowsOf({ ...search, sort, text });
    return { rows, keyOf: ({ id, email }: AccountRow) => (sort === "email" ? email : id) };
  }

  async byId(id: string): Promise<AccountSummary | undefined> {
    if (!ID.test(id)) return undefined;
    const [row] = await this.#read("id = $1", [id]);
    return row === undefined ? undefined : this.#summary(row);
  }

  async #summary(row: AccountRow): Promise<AccountSummary> {
    const [used] = await this.#database.query<{ keys: number; last: string | null }>`
      select cast(coalesce(sum(case when revoked_at is null then 1 else 0 end), 0) as integer) as keys,
        max(last_used_on) as last
      from api_key where account = ${row.id}`;
    return {
      id: row.id,
      email: row.email,
      createdAt: row.created_at,
      suspension: suspensionOf(row) ?? null,
      keys: used?.keys ?? 0,
      lastUsedOn: used?.last ?? null,
    };
  }

  #rowsOf({ text, isSuspended, sort, after, limit }: AccountSearch): Promise<AccountRow[]> {
    if (ID.test(text))
      return this.#read("(id = $1 or id = (select account from api_key where id = $1))", [text]);
    const only = isSuspended ? "suspended_at is not null and " : "";
    if (sort === "oldest") return this.#read(`${only}id > $1`, [after ?? "", limit], "order by id limit $2");
    if (sort !== "email") {
      return this.#read(`${only}id < $1`, [after ?? LAST_ID, limit], "order by id desc limit $2");
    }
    // Few are suspended: they are read by their own index, and the one of addresses is kept out of it.
    const [first, email] = isSuspended ? [`${only}id > '' and `, "(email || '')"] : ["", "email"];
    // Each engine compares bytes under another name; an index on PostgreSQL has that order.
    const key = this.#database.engine === "sqlite" ? email : `${email} collate "C"`;
    const where = `${first}${key} >= $1 and ${key} < $2 and ${key} > $3`;
    return this.#read(where, [text, text + LAST, after ?? "", limit], `order by ${key} limit $4`);
  }

  async #read(where: string, values: (string | number)[], page = ""): Promise<AccountRow[]> {
    // An account that is being deleted has no address any more: it is not listed.
    const rows = await this.#database.script(
      `select id, email, created_at, suspended_at, suspension_reason from account
      where ${where} and email like '%@%' ${page}`,
      values,
    );
    // The columns are those of the statement.
    return rows as AccountRow[];
  }
}
