import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Database } from "../store/database.ts";
import { readServerSecret } from "../store/server-secret.ts";

const PREFIX = "whsec_";
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base 64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/**
 * The `webhook-signature` header of a message by the Standard Webhooks specification: a signature for each secret, separated
 * by spaces. `timestamp` is in seconds since 1970.
 */
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

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Makes the box, with AES-256-GCM. Its key is in the table `server_secret` of the same database: a table or a column that leaks
 * alone reveals no secret; a copy of the whole database does.
 */
export function createSecretBox(database: Pick<Database, "query">) {
  let key: Buffer | undefined;
  const keyOf = async () => {
    key ??= Buffer.from(await readServerSecret(database, "webhook-secrets"), "hex");
    return key;
  };
  return {
    /** `context` is the ID of the endpoint: the text opens for no other. */
    async seal(secret: string, context: string): Promise<string> {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, await keyOf(), nonce).setAAD(Buffer.from(context));
      const sealed = [nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString("hex");
    },
    /** Throws where the text was changed or sealed for another context. */
    async open(sealed: string, context: string): Promise<string> {
      const bytes = Buffer.from(sealed, "hex");
      const end = bytes.byteLength - TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, await keyOf(), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(end));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]).toString(
        "utf8",
      );
    },
  };
}
export type SecretBox = ReturnType<typeof createSecretBox>;
