import { hkdfSync } from "node:crypto";
import { z } from "zod";
import { open, seal } from "../../accounts/data-keys.ts";
import { cookieOf, cookieText } from "../core/session-cookie.ts";

/** A secret that a form has just created, for the page of the account to which the browser is redirected. */
const Flash = z.object({
  kind: z.enum(["key", "webhook", "payment"]),
  /** The ID of the key or the endpoint; that of a payment is empty. */
  id: z.string(),
  secret: z.string(),
});
export type Flash = z.output<typeof Flash>;

const NAME = "quintet_flash";
const SCOPE = { path: "/account" };

const SECONDS = 60;

/** The key of a session's flash. Each session has a token of 256 random bits, which is stored only as a hash. */
function keyOf(session: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", session, "", NAME, 32));
}

/** Makes the `Set-Cookie` header that carries a secret over a redirect, sealed with a key derived from the session's token. */
export function flashCookie(flash: Flash, session: string, baseUrl: string): string {
  const sealed = seal(keyOf(session), "", Buffer.from(JSON.stringify(flash)));
  return cookieText(NAME, sealed.toString("base64url"), SECONDS, baseUrl, SCOPE);
}

/** Makes the `Set-Cookie` header that removes the flash, so that a reload does not show it again. */
export function endedFlash(baseUrl: string): string {
  return cookieText(NAME, "", 0, baseUrl, SCOPE);
}

/** Reports whether a request has a flash, also one that does not open. */
export function hasFlash(request: Request): boolean {
  return cookieOf(request, NAME) !== undefined;
}

/** Reads the flash of a request; undefined without one, and for one that was changed or is another session's. */
export function flashOf(request: Request, session: string): Flash | undefined {
  try {
    const text = open(keyOf(session), "", Buffer.from(cookieOf(request, NAME) ?? "", "base64url"));
    return Flash.parse(JSON.parse(text.toString("utf8")));
  } catch {
    // A cookie of any other origin is as good as none.
    return undefined;
  }
}
