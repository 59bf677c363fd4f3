import { createHmac } from "node:crypto";
import type { Database } from "../store/database.ts";
import { readServerSecret } from "../store/server-secret.ts";
import { canonicalAddress } from "./email-address.ts";

/**
 * Returns the keyed hash of an address's mailbox: HMAC-SHA-256 of its canonical form, in hexadecimal. The
 * secret is created by the first process that needs it and stored in the database, so all replicas agree.
 * Without the secret, a leaked hash does not reveal the address.
 */
export type MailboxHash = (address: string) => Promise<string>;

/** Makes the function; the secret is read once and remembered. */
export function createMailboxHash(database: Pick<Database, "query">): MailboxHash {
  let secret: string | undefined;
  return async (address) => {
    secret ??= await readServerSecret(database, "mailbox-hash");
    return createHmac("sha256", secret).update(canonicalAddress(address)).digest("hex");
  };
}
