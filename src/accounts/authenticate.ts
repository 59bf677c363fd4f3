import { Problem } from "../kit/problem.ts";
import { type ConsoleTokens, consoleKeyId, isConsoleToken } from "./console-tokens.ts";
import type { HeldGrant } from "./grants.ts";
import { hashSecret, isWellFormed, KEY_PREFIXES } from "./key-format.ts";
import type { KeyHolder, KeyMode, Keys } from "./keys.ts";
import { suspended } from "./suspension.ts";

/** The caller: the account behind a key, with its permissions. */
export interface Caller {
  readonly keyId: string;
  readonly account: string;
  readonly mode: KeyMode;
  /** The scope of the key: APIs, and `MANAGEMENT_SCOPES`; null for all APIs. */
  readonly apis: readonly string[] | null;
  readonly grants: readonly HeldGrant[];
}

interface AuthenticatorOptions {
  readonly keys: Keys;
  readonly consoleTokens: ConsoleTokens;
  grants(account: string): Promise<HeldGrant[]>;
  now(): number;
}

/** How long a holder is remembered, in milliseconds: with the time of a lookup, under the promised five seconds. */
const REMEMBER_MS = 4_000;
const REMEMBERED = 20_000;

interface CachedCaller {
  readonly until: number;
  readonly holder: KeyHolder | undefined;
  readonly grants: readonly HeldGrant[];
}

/** An invalid key gets 401, and the response names the authentication scheme (RFC 6750 section 3). */
const challenge = { "WWW-Authenticate": 'Bearer realm="quintet", error="invalid_token"' };

/** The error text of a key that was not copied whole, or is no key of this server. */
function malformedKey(key: string): string {
  const [live, tested] = [KEY_PREFIXES.live, KEY_PREFIXES.test];
  if (key.startsWith(live) || key.startsWith(tested)) {
    return "Invalid API key: some of its characters are missing or wrong. Copy the full key and try again.";
  }
  return `Invalid API key: keys of this server begin with ${live} or ${tested}. Copy the full key and try again.`;
}

/** Throws the problem of a key that is over, or of an account that is suspended. */
function checkValidity({ revokedAt, expiresAt, endsAt, suspension }: KeyHolder, now: number): void {
  const headers = challenge;
  if (revokedAt !== null) {
    throw new Problem("key-revoked", "This key was revoked. Use another key.", { headers });
  }
  if (expiresAt !== null && Date.parse(expiresAt) <= now) {
    const over = "This key was rotated and no longer works. Use the new key.";
    throw new Problem("key-revoked", over, { headers });
  }
  if (endsAt !== null && Date.parse(endsAt) <= now) {
    const over = `This key expired at ${endsAt}. Create a new key, or change its expiry on the account page.`;
    throw new Problem("key-expired", over, { headers });
  }
  if (suspension !== undefined) throw suspended(suspension);
}

/** Throws the problem of a key that does not work from this IP address. */
function checkAddress({ allowList }: KeyHolder, address: ClientAddress): void {
  if (allowList === undefined) return;
  const from = address?.();
  if (allowList.has(from)) return;
  throw new Problem(
    "ip-not-allowed",
    `This key does not work from your IP address, ${from ?? "which is unknown"}. Add the address to the allow-list of the key, or call from an address on it.`,
  );
}

function callerOf(holder: KeyHolder, grants: readonly HeldGrant[], now: number): Caller {
  checkValidity(holder, now);
  const { keyId, account, mode, apis } = holder;
  return { keyId, account, mode, apis, grants };
}

type ClientAddress = (() => string | undefined) | undefined;

/** Looks up the holder of a key, and notes that the key is in use today. */
async function look(
  { keys, consoleTokens, grants, now }: AuthenticatorOptions,
  key: string,
): Promise<CachedCaller> {
  const until = performance.now() + REMEMBER_MS;
  const isConsole = isConsoleToken(key);
  const holder = await (isConsole ? consoleTokens : keys).find(key);
  if (holder === undefined) return { until, holder, grants: [] };
  const held = await grants(holder.account);
  if (isConsole) return { until, holder, grants: held };
  const today = new Date(now()).toISOString().slice(0, 10);
  if (holder.lastUsedOn !== today) await keys.markUsed(holder.keyId, today);
  return { until, holder, grants: held };
}

async function lookById(
  { keys, consoleTokens, grants }: AuthenticatorOptions,
  keyId: string,
  account: string,
): Promise<CachedCaller> {
  const until = performance.now() + REMEMBER_MS;
  const isConsole = keyId === consoleKeyId(account);
  const holder = isConsole ? await consoleTokens.holderOf(account) : await keys.findById(keyId);
  return { until, holder, grants: holder === undefined ? [] : await grants(account) };
}

/** Creates the function that finds the account of an API key. */
export function createAuthenticator(options: AuthenticatorOptions) {
  const { now } = options;
  const known = new Map<string, CachedCaller>();

  const remembered = async (name: string, find: () => Promise<CachedCaller>): Promise<CachedCaller> => {
    const before = known.get(name);
    if (before !== undefined && before.until >= performance.now()) return before;
    const entry = await find();
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, entry);
    return entry;
  };

  return {
    /** Throws `key-invalid`, `key-revoked`, `key-expired`, `ip-not-allowed` or `account-suspended`. */
    async identify(key: string, address: ClientAddress): Promise<Caller> {
      if (!isWellFormed(key)) {
        throw new Problem("key-invalid", malformedKey(key), { headers: challenge });
      }
      const { holder, grants } = await remembered(hashSecret(key), () => look(options, key));
      if (holder === undefined) {
        const detail = "Unknown API key. Copy the full key and try again, or create a new one.";
        throw new Problem("key-invalid", detail, { headers: challenge });
      }
      const caller = callerOf(holder, grants, now());
      checkAddress(holder, address);
      return caller;
    },
    /** The caller behind an earlier call with the key of this ID. Throws as `identify` does, but for IP addresses. */
    async identifyById(keyId: string, account: string): Promise<Caller> {
      const find = () => lookById(options, keyId, account);
      const { holder, grants } = await remembered(`${keyId} ${account}`, find);
      if (holder === undefined || holder.account !== account) {
        throw new Problem("key-invalid", "The key of this call no longer exists.");
      }
      return callerOf(holder, grants, now());
    },
    forgetAll: (): void => known.clear(),
    forget(account: string): void {
      for (const [hash, { holder }] of known) if (holder?.account === account) known.delete(hash);
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;
