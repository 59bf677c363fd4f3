import type { Accounts } from "../accounts/open.ts";
import type { Account } from "../accounts/people.ts";
import { Problem } from "../kit/problem.ts";
import { rawQuery } from "../kit/query.ts";
import type { Endpoint, RoutedRequest } from "./endpoint.ts";
import { readEmail, readFields, readGrace, readName, readScope, required } from "./fields.ts";
import { jsonAnswer } from "./plans.ts";
import { sameSecret } from "./secret.ts";

/** Lets the operator in; without ADMIN_TOKEN these addresses answer nobody. */
function admit(request: Request, token: string | undefined): void {
  if (token === undefined) {
    throw new Problem("forbidden", "The admin addresses are closed, because ADMIN_TOKEN is not set.");
  }
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given !== undefined && sameSecret(given, token)) return;
  throw new Problem(
    "unauthorized",
    "Send the ADMIN_TOKEN of this installation: Authorization: Bearer TOKEN.",
    {
      headers: { "WWW-Authenticate": 'Bearer realm="admin"' },
    },
  );
}

/** An address for the holder of ADMIN_TOKEN; what it answers is sent as JSON. */
export function adminEndpoint(
  token: string | undefined,
  path: `/${string}`,
  operation: string,
  methods: Endpoint["methods"],
  answer: (request: RoutedRequest) => Promise<readonly [status: number, value: unknown]>,
): Endpoint {
  return {
    path,
    labels: ["admin", operation],
    methods,
    shared: false,
    async answer(request, requestId) {
      admit(request, token);
      const [status, value] = await answer(request);
      return jsonAnswer(value, requestId, { status });
    },
  };
}

/** What the commands `quintet keys`, `plan` and `usage` do, over HTTP for the operator. */
export function adminEndpoints(accounts: Accounts, token: string | undefined): Endpoint[] {
  const { keys, people, catalogue } = accounts;
  const find = async (email: string): Promise<Account> => {
    const account = await people.byEmail(readEmail(email));
    if (account !== undefined) return account;
    throw new Problem("unknown-account", "No account has this address.", { parameter: "email" });
  };
  const inQuery = (request: Request): string =>
    required({ email: new URLSearchParams(rawQuery(request.url)).get("email") ?? "" }, "email");
  const endpoint = (
    path: `/${string}`,
    operation: string,
    methods: Endpoint["methods"],
    answer: (request: RoutedRequest) => Promise<readonly [status: number, value: unknown]>,
  ): Endpoint => adminEndpoint(token, path, operation, methods, answer);
  const missing = () => new Problem("unknown-key", "The account has no such live key.", { parameter: "id" });

  return [
    endpoint("/admin/keys", "keys", ["GET", "POST"], async (request) => {
      if (request.method !== "POST")
        return [200, { keys: await keys.list((await find(inQuery(request))).id) }];
      const fields = await readFields(request, ["email", "name", "apis"]);
      const scope = readScope(fields.apis, Object.keys(catalogue.meters));
      const name = readName(fields.name);
      const { account } = await people.ensure(readEmail(required(fields, "email")));
      return [201, await keys.create(account.id, name, scope)];
    }),
    endpoint("/admin/keys/{id}/roll", "rollKey", ["POST"], async (request) => {
      const fields = await readFields(request, ["email", "grace"]);
      const { id } = await find(required(fields, "email"));
      const made = await keys.roll(id, request.params.id ?? "", readGrace(fields.grace));
      if (made === undefined) throw missing();
      return [201, made];
    }),
    endpoint("/admin/keys/{id}/revoke", "revokeKey", ["POST"], async (request) => {
      const { id } = await find(required(await readFields(request, ["email"]), "email"));
      if (!(await keys.revoke(id, request.params.id ?? ""))) throw missing();
      return [200, { revoked: true }];
    }),
    endpoint("/admin/plans", "plans", ["GET", "POST"], async (request) => {
      if (request.method !== "POST") {
        return [200, { plans: await people.heldPlans((await find(inQuery(request))).id) }];
      }
      const fields = await readFields(request, ["email", "plan"]);
      const { id } = await find(required(fields, "email"));
      await people.setPlans(id, required(fields, "plan").split(","));
      return [200, { plans: await people.heldPlans(id) }];
    }),
    endpoint("/admin/usage", "usage", ["GET"], async (request) => [
      200,
      await accounts.usage((await find(inQuery(request))).id),
    ]),
  ];
}
