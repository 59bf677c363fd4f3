import { z } from "zod";
import { cookieOf } from "../core/session-cookie.ts";

/** A sign-up request as the page after it shows it. */
const Sent = z.object({
  email: z.string().max(320),
  /** Minutes until new accounts can be created from the visitor's network. */
  waitMinutes: z.int().min(0),
});
type Sent = z.output<typeof Sent>;

const NAME = "quintet_sent";

/** How long the page may be reloaded, in seconds. */
const SECONDS = 600;

/** Makes the `Set-Cookie` header for the page after a sign-up request, to which the browser is redirected. */
export function sentCookie(sent: Sent, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  const value = Buffer.from(JSON.stringify(sent)).toString("base64url");
  return `${NAME}=${value}; Path=/signup; HttpOnly; SameSite=Lax; Max-Age=${SECONDS}${secure}`;
}

/** Reads the sign-up request that the browser has sent; undefined without one. */
export function sentOf(request: Request): Sent | undefined {
  try {
    return Sent.parse(JSON.parse(Buffer.from(cookieOf(request, NAME) ?? "", "base64url").toString("utf8")));
  } catch {
    // It is not ours, or it has expired.
    return undefined;
  }
}
