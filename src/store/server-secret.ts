import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** Reads a secret of this server: 32 random bytes in hexadecimal, which the first process that needs it stores for all. */
export async function readServerSecret(
  { query }: Pick<Database, "query">,
  name: "mailbox-hash" | "webhook-secrets" | "data-keys",
): Promise<string> {
  const find = () => query<{ value: string }>`select value from server_secret where name = ${name}`;
  const [found] = await find();
  if (found !== undefined) return found.value;
  await query`
    insert into server_secret (name, value) values (${name}, ${randomBytes(32).toString("hex")})
    on conflict (name) do nothing`;
  // Another process may have been first.
  const [kept] = await find();
  if (kept === undefined) throw new Error(`the server secret ${name} was not stored`);
  return kept.value;
}
