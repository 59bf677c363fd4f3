import { isWellFormed } from "../../accounts/key-format.ts";
import { Problem } from "../../kit/problem.ts";
import { bearerChallenge, bearerToken } from "../core/bearer.ts";

/** Names that other services use for keys in URLs. */
const KEY_NAMES = /^(?:x[-_])?(?:api[-_]?)?(?:key|token)$|^(?:access|auth)[-_]?token$|^authorization$/i;

const challenge = bearerChallenge("quintet");
const HOW = "Send it as Authorization: Bearer KEY, or as X-API-Key: KEY.";

/** Throws `key-in-query` for a query that holds a key. `parameters` are the operation's own, which may have such a name. */
export function rejectKeyInQuery(query: string, parameters: Readonly<Record<string, unknown>>): void {
  if (query === "") return;
  for (const pair of query.split("&")) {
    const [name = "", value = ""] = pair.split("=", 2);
    if (isWellFormed(value) || (KEY_NAMES.test(name) && !Object.hasOwn(parameters, name))) {
      throw new Problem("key-in-query", `Do not send the key in the query string. ${HOW}`);
    }
  }
}

/** Why a request without a Bearer token has no key. The header itself may be a key: only a scheme is repeated. */
function whyMissing(headers: Headers): string {
  const [scheme = "", ...rest] = (headers.get("authorization") ?? "").trim().split(/ +/);
  if (scheme === "") return "This operation needs a key.";
  if (/^bearer$/i.test(scheme)) {
    return rest.length === 0
      ? "The Authorization header has no key after Bearer."
      : "The key in the Authorization header has spaces in it.";
  }
  if (rest.length === 0)
    return "The Authorization header has a key without a scheme. Write Bearer before it.";
  const named = /^[a-z][a-z-]{0,15}$/i.test(scheme) ? ` the scheme ${scheme}` : " another scheme";
  return `The Authorization header has${named}, which is not accepted.`;
}

/** The key of a request, from `Authorization: Bearer` or `X-API-Key`; not yet checked. Throws `key-missing` and `key-invalid`. */
export function readKey(headers: Headers): string {
  const bearer = bearerToken(headers);
  const own = headers.get("x-api-key")?.trim();
  if (bearer !== undefined && own !== undefined && own !== "" && bearer !== own) {
    throw new Problem("key-invalid", "The request has two different keys. Send only one.", {
      headers: challenge,
    });
  }
  const key = own === undefined || own === "" ? bearer : own;
  if (key !== undefined && /^bearer /i.test(key)) {
    const detail = "X-API-Key has the key alone. Send it without Bearer.";
    throw new Problem("key-invalid", detail, { headers: challenge });
  }
  if (key !== undefined) return key;
  throw new Problem("key-missing", `${whyMissing(headers)} ${HOW} To get a key, sign up at /signup.`, {
    headers: challenge,
  });
}
