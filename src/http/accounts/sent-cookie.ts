import { z } from "zod";
import { LINK_PAUSE_MS } from "../../accounts/email-limits.ts";
import { cookieOf, cookieText } from "../core/session-cookie.ts";

/** A sign-up request as the page after it shows it. */
const Sent = z.object({
  email: z.string().max(320),
  waitMinutes: z.int().min(0),
  /** When it was made, in milliseconds since 1970. */
  at: z.int().min(0),
});
type Sent = z.output<typeof Sent>;

const NAME = "quintet_sent";

/** How long the page may be reloaded, in seconds. */
const SECONDS = 3600;

/** Makes the `Set-Cookie` header for the page after a sign-up request, to which the browser is redirected. */
export function sentCookie(sent: Sent, baseUrl: string): string {
  const value = Buffer.from(JSON.stringify(sent)).toString("base64url");
  return cookieText(NAME, value, SECONDS, baseUrl, { path: "/signup" });
}

/** A request as the page shows it. One that is repeated before the mailbox gets another link is the same request. */
export function sentAgain(request: Request, sent: Sent): Sent {
  const before = sentOf(request);
  const isRepeated =
    before?.email === sent.email && before.at <= sent.at && sent.at - before.at < LINK_PAUSE_MS;
  return isRepeated ? { ...sent, at: before.at } : sent;
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
