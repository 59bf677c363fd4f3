import { createHmac } from "node:crypto";
import { type Actor, networkOf } from "../../accounts/audit.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { Problem } from "../../kit/problem.ts";
import { bearerChallenge, bearerToken } from "../core/bearer.ts";
import { secretsEqual } from "../core/constant-time.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { requireOwnOrigin } from "../core/responses.ts";
import { cookieOf, cookieText, sessionOf } from "../core/session-cookie.ts";

/** Operators of this server, and how they are identified. */
export interface AdminAccess {
  /** ADMIN_TOKEN; undefined where it is not set. */
  readonly token: string | undefined;
  /** Email addresses of operators, who sign in like the owner of any account. */
  readonly emails: readonly string[];
  readonly baseUrl: string;
  source(request: Request): string | undefined;
}

/** How long an operator who signed in with ADMIN_TOKEN stays signed in, in seconds. */
const SIGNED_IN_SECONDS = 12 * 3600;
const COOKIE = "quintet_admin";

/** Response without an operator's session: people are sent to the form, programs get the error. */
export class NotOperator extends Problem {
  constructor() {
    super(
      "unauthorized",
      "Sign in as an operator, or send the ADMIN_TOKEN of this server: Authorization: Bearer TOKEN.",
      { headers: bearerChallenge("admin") },
    );
  }
}

/** Throws `forbidden` where neither ADMIN_TOKEN nor OPERATOR_EMAILS is set. */
export function requireAdminEnabled({ token, emails }: Pick<AdminAccess, "token" | "emails">): void {
  if (token !== undefined || emails.length > 0) return;
  throw new Problem(
    "forbidden",
    "The admin pages are disabled. Set ADMIN_TOKEN or OPERATOR_EMAILS to enable them.",
  );
}

function signature(token: string, expires: string): string {
  return createHmac("sha256", token).update(`quintet admin session ${expires}`).digest("hex");
}

/** The cookie of an operator who has shown ADMIN_TOKEN, which signs it: another ADMIN_TOKEN ends it. */
export function adminCookie({ token = "", baseUrl }: AdminAccess, now: number): Record<string, string> {
  const expires = String(Math.floor(now / 1000) + SIGNED_IN_SECONDS);
  return cookie(`${expires}.${signature(token, expires)}`, SIGNED_IN_SECONDS, baseUrl);
}

/** The header that takes that cookie away. */
export function endedCookie({ baseUrl }: AdminAccess): Record<string, string> {
  return cookie("", 0, baseUrl);
}

function cookie(value: string, seconds: number, baseUrl: string): Record<string, string> {
  const scope = { path: "/admin", sameSite: "Strict" } as const;
  return { "Set-Cookie": cookieText(COOKIE, value, seconds, baseUrl, scope) };
}

function hasCookie(request: Request, token: string, now: number): boolean {
  const value = cookieOf(request, COOKIE) ?? "";
  const [, expires = "", signed = ""] = /^(\d{1,12})\.([\da-f]{64})$/.exec(value) ?? [];
  return signed !== "" && Number(expires) * 1000 > now && secretsEqual(signed, signature(token, expires));
}

/** Identifies the operator who sends a request. Throws `forbidden` where nobody may be one, `unauthorized` for others. */
export async function identifyOperator(
  accounts: Accounts,
  access: AdminAccess,
  request: RoutedRequest,
): Promise<Actor> {
  const { token, emails, baseUrl, source } = access;
  requireAdminEnabled(access);
  const network = networkOf(source(request));
  const by = (name: string): Actor => ({ kind: "operator", name, network });
  // Another scheme is that of a proxy in front.
  const given = bearerToken(request.headers);
  if (given !== undefined) {
    if (token !== undefined && secretsEqual(given, token)) return by("ADMIN_TOKEN");
    throw new NotOperator();
  }
  // From here on the cookie decides, and a browser also sends that for a page of another site.
  if (request.method === "POST") requireOwnOrigin(request, baseUrl);
  if (token !== undefined && hasCookie(request, token, accounts.now())) return by("ADMIN_TOKEN");
  const session = sessionOf(request);
  const account = session === undefined ? undefined : await accounts.sessions.find(session);
  const owner = account === undefined ? undefined : await accounts.accountStore.byId(account);
  if (owner === undefined || !emails.includes(owner.email)) throw new NotOperator();
  await accounts.suspensions.check(owner.id);
  return by(owner.email);
}
