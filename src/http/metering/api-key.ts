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
  if (key !== undefined) return key;
  throw new Problem(
    "key-missing",
    `This operation needs a key. ${HOW} To get a key, sign up with POST /signup.`,
    {
      headers: challenge,
    },
  );
}
