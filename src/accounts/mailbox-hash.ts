import { createHmac } from "node:crypto";
import type { Database } from "../store/database.ts";
import { readServerSecret } from "../store/server-secret.ts";
import { canonicalAddress } from "./email-address.ts";

/** The keyed hash of an address's mailbox: HMAC-SHA-256 in hexadecimal, with a secret that all replicas share. */
export type MailboxHash = (address: string) => Promise<string>;

/** Makes the function; the secret is read once and remembered. */
export function createMailboxHash(database: Pick<Database, "query">): MailboxHash {
  let secret: string | undefined;
  return async (address) => {
    secret ??= await readServerSecret(database, "mailbox-hash");
    return createHmac("sha256", secret).update(canonicalAddress(address)).digest("hex");
  };
}
