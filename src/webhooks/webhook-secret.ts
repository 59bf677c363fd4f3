import { createHmac, randomBytes } from "node:crypto";
import { open, seal } from "../accounts/data-keys.ts";
import type { Database } from "../store/database.ts";
import { readServerSecret } from "../store/server-secret.ts";

const PREFIX = "whsec_";
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base 64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** The `webhook-signature` header of Standard Webhooks: a signature for each secret. `timestamp` is in seconds. */
export function signatureHeader(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  payload: string,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${payload}`).digest("base64")}`;
    })
    .join(" ");
}

/** Makes the box (AES-256-GCM). Its key is in the same database: only a copy of all of it reveals secrets. */
export function createSecretBox(database: Pick<Database, "query">) {
  let key: Buffer | undefined;
  const keyOf = async () => {
    key ??= Buffer.from(await readServerSecret(database, "webhook-secrets"), "hex");
    return key;
  };
  return {
    /** `context` is the ID of the endpoint: the text opens for no other. */
    async seal(secret: string, context: string): Promise<string> {
      return seal(await keyOf(), context, Buffer.from(secret)).toString("hex");
    },
    /** Throws `SealBroken` where the text was changed or sealed for another context. */
    async open(sealed: string, context: string): Promise<string> {
      return open(await keyOf(), context, Buffer.from(sealed, "hex")).toString("utf8");
    },
  };
}
export type SecretBox = ReturnType<typeof createSecretBox>;
