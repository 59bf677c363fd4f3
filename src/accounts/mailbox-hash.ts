import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "../store/database.ts";
import { canonicalAddress } from "./email-address.ts";

/**
 * Returns the keyed hash of an address's mailbox: HMAC-SHA-256 of its canonical form, in hexadecimal. The
 * secret is created by the first process that needs it and stored in the database, so all replicas agree.
 * Without the secret, a leaked hash does not reveal the address.
 */
export type MailboxHash = (address: string) => Promise<string>;

const SECRET_NAME = "mailbox-hash";

/** Makes the function; the secret is read once and remembered. */
export function createMailboxHash({ query }: Pick<Database, "query">): MailboxHash {
  let secret: string | undefined;
  const readSecret = async (): Promise<string> => {
    const find = () => query<{ value: string }>`select value from server_secret where name = ${SECRET_NAME}`;
    const [found] = await find();
    if (found !== undefined) return found.value;
    await query`
      insert into server_secret (name, value) values (${SECRET_NAME}, ${randomBytes(32).toString("hex")})
      on conflict (name) do nothing`;
    // Another process may have been first.
    const [kept] = await find();
    if (kept === undefined) throw new Error("the secret of mailbox hashes was not stored");
    return kept.value;
  };
  return async (address) => {
    secret ??= await readSecret();
    return createHmac("sha256", secret).update(canonicalAddress(address)).digest("hex");
  };
}
