import type { State } from "../kit/state.ts";
import type { Database } from "../store/database.ts";
import { hashSecret, isWellFormed, makeKey } from "./key-format.ts";
import type { KeyHolder } from "./keys.ts";
import { type SuspensionRow, suspensionOf } from "./suspension.ts";

const PREFIX = "qt_console_";

/** How long a token works, in milliseconds. */
const TOKEN_MS = 10 * 60_000;

interface StoredToken {
  readonly account: string;
  readonly session: string;
  readonly api: string;
  readonly expiresAt: string;
}

/** The key ID of what an account does without a key: calls of the consoles, and its scheduled site audits. */
export function consoleKeyId(account: string): string {
  return `console-${account}`;
}

/** Reports whether a key is in fact a console token. */
export function isConsoleToken(key: string): boolean {
  return key.startsWith(PREFIX) && isWellFormed(key);
}

function holder(
  account: string,
  apis: readonly string[] | null,
  expiresAt: string | null,
  row: SuspensionRow,
): KeyHolder {
  return {
    keyId: consoleKeyId(account),
    account,
    mode: "live",
    apis,
    allowList: undefined,
    endsAt: null,
    expiresAt,
    revokedAt: null,
    lastUsedOn: null,
    suspension: suspensionOf(row),
  };
}

/** Console tokens in the state that all replicas share, as hashes. */
export function createConsoleTokens(database: Database, state: State, now: () => number) {
  return {
    /** A token with which the consoles of the docs call one API for a person who is signed in. */
    async create(account: string, session: string, api: string) {
      const token = makeKey(PREFIX);
      const expiresAt = new Date(now() + TOKEN_MS).toISOString();
      const stored: StoredToken = { account, session: hashSecret(session), api, expiresAt };
      await state.set(`console ${hashSecret(token)}`, stored, TOKEN_MS);
      return { token, expiresAt };
    },
    /** The account behind a token, as that of a key; undefined where it is unknown or expired, or its session ended. */
    async find(token: string): Promise<KeyHolder | undefined> {
      // What is read was written above.
      const stored = (await state.get(`console ${hashSecret(token)}`)) as StoredToken | undefined;
      if (stored === undefined) return undefined;
      const { account, session, api, expiresAt } = stored;
      const [row] = await database.query<SuspensionRow>`
        select suspended_at, suspension_reason from account join session on session.account = account.id
        where session.hash = ${session} and account.id = ${account}
          and session.expires_at > ${new Date(now()).toISOString()}`;
      return row && holder(account, [api], expiresAt, row);
    },
    async holderOf(account: string): Promise<KeyHolder | undefined> {
      const [row] = await database.query<SuspensionRow>`
        select suspended_at, suspension_reason from account
        where id = ${account} and email <> 'deleted ' || id`;
      return row && holder(account, null, null, row);
    },
  };
}
export type ConsoleTokens = ReturnType<typeof createConsoleTokens>;
