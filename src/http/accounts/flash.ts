import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { cookieOf } from "../core/session-cookie.ts";

/** A secret that a form has just created, for the page of the account to which the browser is redirected. */
const Flash = z.object({
  kind: z.enum(["key", "webhook", "payment"]),
  /** The ID of the key or the endpoint; that of a payment is empty. */
  id: z.string(),
  secret: z.string(),
});
export type Flash = z.output<typeof Flash>;

const NAME = "quintet_flash";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** How long a browser may take to follow the redirect, in seconds. */
const SECONDS = 60;

function cookie(value: string, seconds: number, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=/account; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

/** The key of a session's flash. Each session has a token of 256 random bits, which is stored only as a hash. */
function keyOf(session: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", session, "", NAME, 32));
}

/**
 * Makes the `Set-Cookie` header that carries a secret over a redirect, encrypted with a key that is derived from the token
 * of the session (AES-256-GCM). Nothing is stored, any replica can read it, and a cookie of another session, which another
 * site could have set, does not open.
 */
export function flashCookie(flash: Flash, session: string, baseUrl: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(session), nonce);
  const sealed = [nonce, cipher.update(JSON.stringify(flash), "utf8"), cipher.final(), cipher.getAuthTag()];
  return cookie(Buffer.concat(sealed).toString("base64url"), SECONDS, baseUrl);
}

/** Makes the `Set-Cookie` header that removes the flash, so that a reload does not show it again. */
export function endedFlash(baseUrl: string): string {
  return cookie("", 0, baseUrl);
}

/** Reports whether a request has a flash, also one that does not open. */
export function hasFlash(request: Request): boolean {
  return cookieOf(request, NAME) !== undefined;
}

/** Reads the flash of a request; undefined without one, and for one that was changed or is another session's. */
export function flashOf(request: Request, session: string): Flash | undefined {
  const bytes = Buffer.from(cookieOf(request, NAME) ?? "", "base64url");
  const end = bytes.byteLength - TAG_BYTES;
  if (end <= NONCE_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(session), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(bytes.subarray(end));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]);
    return Flash.parse(JSON.parse(text.toString("utf8")));
  } catch {
    // A cookie of any other origin is as good as none.
    return undefined;
  }
}
