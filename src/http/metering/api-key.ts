import { isWellFormed } from "../../accounts/key-format.ts";
import { Problem } from "../../kit/problem.ts";

/** Names under which keys are put into addresses elsewhere. */
const KEY_NAMES = /^(?:x[-_])?(?:api[-_]?)?(?:key|token)$|^(?:access|auth)[-_]?token$|^authorization$/i;

const challenge = { "WWW-Authenticate": 'Bearer realm="quintet"' };
const HOW = "Send it as Authorization: Bearer KEY, or as X-API-Key: KEY.";

/** Refuses an address that holds a key. `parameters` are the operation's own, which may have such a name. */
export function refuseKeyInQuery(query: string, parameters: Readonly<Record<string, unknown>>): void {
  if (query === "") return;
  for (const pair of query.split("&")) {
    const [name = "", value = ""] = pair.split("=", 2);
    if (isWellFormed(value) || (KEY_NAMES.test(name) && !Object.hasOwn(parameters, name))) {
      throw new Problem("key-in-query", `A key does not belong in the query string. ${HOW}`);
    }
  }
}

/** The key of a request, from `Authorization: Bearer` or `X-API-Key`; not yet looked at. */
export function readKey(headers: Headers): string {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
  const own = headers.get("x-api-key")?.trim();
  if (bearer !== undefined && own !== undefined && own !== "" && bearer !== own) {
    throw new Problem("key-invalid", "The request carries two different keys: send one of them.", {
      headers: challenge,
    });
  }
  const key = own === undefined || own === "" ? bearer : own;
  if (key !== undefined) return key;
  throw new Problem("key-missing", `This operation needs a key. ${HOW} POST /signup gives one by e-mail.`, {
    headers: challenge,
  });
}
