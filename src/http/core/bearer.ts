import { Problem } from "../../kit/problem.ts";
import { secretsEqual } from "./constant-time.ts";

/** The token of an `Authorization: Bearer` header (RFC 6750), if there is one. */
export function bearerToken(headers: Headers): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** The header that asks for a Bearer token. `realm`: letters only. */
export function bearerChallenge(realm: string): { readonly "WWW-Authenticate": string } {
  return { "WWW-Authenticate": `Bearer realm="${realm}"` };
}

/** A secret of the operator that requests must send, and what they are told who do not. */
export interface RequiredToken {
  readonly token: string;
  readonly realm: string;
  readonly detail: string;
}

/** Throws `unauthorized` unless a request sends this token. */
export function requireBearer({ headers }: Request, { token, realm, detail }: RequiredToken): void {
  const given = bearerToken(headers);
  if (given !== undefined && secretsEqual(given, token)) return;
  throw new Problem("unauthorized", detail, { headers: bearerChallenge(realm) });
}
