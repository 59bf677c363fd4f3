import type { Problem } from "../kit/problem.ts";
import type { Database, Row, Script, Value } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";
import { type KeysetPage, pageOf } from "./keyset-page.ts";

/** The characters of an ID: PostgreSQL rejects some others. */
const ID = /^[\w.-]{1,64}$/;

interface AccountRowsShape {
  readonly table: string;
  readonly columns: string;
  readonly listed?: string;
  unknown(): Problem;
}

/** Rows of accounts that expire, such as jobs. The same request adds one row, however often it is sent. */
export class AccountRows<Found extends Row & { readonly id: string }> {
  readonly #script: Script;
  readonly #shape: AccountRowsShape;
  readonly #now: () => number;

  constructor({ script }: Pick<Database, "script">, shape: AccountRowsShape, now: () => number) {
    this.#script = script;
    this.#shape = shape;
    this.#now = now;
  }

  async seek(account: string, id: string, script: Script = this.#script): Promise<Found | undefined> {
    if (!ID.test(id)) return undefined;
    const { table, columns } = this.#shape;
    const [row] = await script(
      `select ${columns} from ${table} where id = $1 and account = $2 and expires_at > $3`,
      [id, account, timeText(this.#now())],
    );
    // The columns are those of the shape, here and below.
    return row as Found | undefined;
  }

  async find(account: string, id: string, script?: Script): Promise<Found> {
    const row = await this.seek(account, id, script);
    if (row === undefined) throw this.#shape.unknown();
    return row;
  }

  /** The account of a row, for who has a link to it. Throws the error of unknown ones. */
  async ownerOf(id: string): Promise<string> {
    const { table, unknown } = this.#shape;
    const [owner] = ID.test(id)
      ? await this.#script(
          `select account from ${table} where id = $1
           and not exists (select 1 from account_deletion as deletion where deletion.account = ${table}.account)`,
          [id],
        )
      : [];
    if (owner === undefined) throw unknown();
    return String(owner.account);
  }

  /** The newest first, from the one after `after`: those with these values in columns, and with an SQL condition. */
  async list(
    account: string,
    after: string | undefined,
    limit: number,
    having: Readonly<Record<string, Value | undefined>> = {},
    where = "true",
  ): Promise<KeysetPage<Found>> {
    const { table, columns, listed = columns } = this.#shape;
    const conditions: [before: string, value: Value | undefined][] = [
      ...Object.entries({ account, ...having }).map(([name, value]): [string, Value | undefined] => [
        `${name} =`,
        value,
      ]),
      ["id <", after],
      ["expires_at >", timeText(this.#now())],
    ];
    const bound = conditions.flatMap(([before, value]) => (value === undefined ? [] : [{ before, value }]));
    const rows = await this.#script(
      `select ${listed} from ${table} where ${bound.map(({ before }, i) => `${before} $${i + 1} and`).join(" ")} ${where}
       order by id desc limit $${bound.length + 1}`,
      [...bound.map(({ value }) => value), limit + 1],
    );
    return pageOf(rows as Found[], limit, ({ id }) => id);
  }

  async repeated(account: string, idempotencyHash: string | undefined, script: Script = this.#script) {
    if (idempotencyHash === undefined) return undefined;
    const [same] = await script(
      `select id from ${this.#shape.table} where repeats = $1 and account = $2 and expires_at > $3`,
      [idempotencyHash, account, timeText(this.#now())],
    );
    return same && String(same.id);
  }

  /** Lets a request add a row again once its own has expired, which is not found any more and may not be deleted yet. */
  async forget(idempotencyHash: string | undefined, script: Script): Promise<void> {
    if (idempotencyHash === undefined) return;
    const statement = `update ${this.#shape.table} set repeats = null where repeats = $1 and expires_at <= $2`;
    await script(statement, [idempotencyHash, timeText(this.#now())]);
  }
}
