import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { accountContracts } from "../../src/app/account-contracts.ts";
import type { Contract } from "../../src/kit/contract.ts";
import { openApi } from "../../src/openapi/document.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";
import { type Document, expectToFit, responseOf } from "../helpers/openapi-document.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const contracts = accountContracts(Object.keys(catalogue.meters));
const document = JSON.parse(
  JSON.stringify(
    await openApi({
      title: "Accounts",
      version: "1.0.0",
      apis: [],
      baseUrl: "http://quintet.test",
      contracts: Object.values(contracts),
    }),
  ),
) as Document;

let app: TestApp;
let mailed: string[] = [];
beforeAll(async () => {
  app = await openTestApp({
    address: `sqlite:${join(temporaryFolder(), "quintet.db")}`,
    send: async ({ text }) => void mailed.push(/\/confirm\/([\w-]+)/.exec(text)?.[1] ?? ""),
  });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Call {
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an address as its contract says, and holds the answer against the document. */
async function call(contract: Contract, { id = "", query = "", body, headers = {} }: Call = {}) {
  const { method, path } = contract;
  const answer = await fetch(app.url + path.replace(/\{\w+\}/, id) + query, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    redirect: "manual",
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "";
  const described = responseOf(document, document.paths[path]?.[method.toLowerCase()], answer.status);
  expect([path, answer.status, described !== undefined]).toEqual([path, answer.status, true]);
  expectToFit(document, described?.content?.[type], JSON.parse(text));
  if (answer.status >= 400) {
    const code = expectProblem(
      { status: answer.status, contentType: type, body: text },
      "http://quintet.test",
    );
    expect(described?.description).toMatch(new RegExp(`\`${code}\`|Any other error`));
  } else {
    expect(answer.status).toBe(contract.status);
  }
  return {
    status: answer.status,
    headers: answer.headers,
    value: JSON.parse(text) as Record<string, unknown>,
  };
}

const admin = { Authorization: `Bearer ${ADMIN_TOKEN}` };

test("from an address to a key, by JSON alone: each answer is as the document says", async () => {
  mailed = [];
  expect((await call(contracts.signUp, { body: { email: " New@Example.com" } })).status).toBe(202);
  await until("the link is emailed", () => mailed.length > 0);
  const [token = ""] = mailed;
  const { headers, value } = await call(contracts.confirm, { id: token });
  expect(value.email).toBe("new@example.com");
  const session = { Cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
  app.secrets.add(session.Cookie.split("=")[1] ?? "").add(String(value.key));
  expect((await call(contracts.confirm, { id: token })).value.code).toBe("link-invalid");
  // With the cookie of a session, a used link is as used.
  expect((await call(contracts.confirm, { id: token, headers: session })).value.code).toBe("link-invalid");

  const usage = await call(contracts.usage, { headers: { "X-API-Key": String(value.key) } });
  expect(usage.status).toBe(200);
  expect((await call(contracts.account, { headers: session })).value).toMatchObject({
    email: "new@example.com",
    plans: [],
    keys: [{ id: value.id, name: "default" }],
  });
  const made = await call(contracts.createKey, { body: { name: "ci", apis: "seo, pdf" }, headers: session });
  expect(made.value).toMatchObject({ name: "ci", apis: ["seo", "pdf"] });
  const rolled = await call(contracts.rollKey, {
    id: String(made.value.id),
    body: { grace: "1h" },
    headers: session,
  });
  expect(rolled.value).toMatchObject({ name: "ci", apis: ["seo", "pdf"], expiresAt: null });
  const again = await call(contracts.rollKey, { id: String(made.value.id), headers: session });
  expect(again.value.code).toBe("conflict");
  const id = String(rolled.value.id);
  expect((await call(contracts.revokeKey, { id, headers: session })).value).toEqual({ revoked: true });
  expect((await call(contracts.revokeKey, { id, headers: session })).value.code).toBe("conflict");
  const foreign = { ...session, Origin: "https://evil.test" };
  expect((await call(contracts.createKey, { body: {}, headers: foreign })).value.code).toBe("forbidden");
  const kept = await call(contracts.exportAccount, { headers: session });
  expect(kept.value).toMatchObject({ email: "new@example.com", counters: [], mails: [{ kind: "sign-up" }] });
  const unsure = await call(contracts.deleteAccount, {
    body: { email: "other@example.com" },
    headers: session,
  });
  expect(unsure.value.code).toBe("invalid-body");
  const { account } = await app.accounts.accountStore.ensure("new@example.com");
  const others = await Promise.all([1, 2].map(() => app.accounts.sessions.begin(account.id)));
  for (const other of others) app.secrets.add(other);
  const { value: seen } = await call(contracts.account, { headers: session });
  expect(seen.sessions).toHaveLength(3);
  const id2 = (seen.sessions as { id: string; isCurrent: boolean }[]).find((one) => !one.isCurrent)?.id ?? "";
  expect((await call(contracts.revokeSession, { id: id2, headers: session })).value).toEqual({
    revoked: true,
  });
  for (const gone of [id2, "x", "%00", "0".repeat(16)]) {
    expect((await call(contracts.revokeSession, { id: gone, headers: session })).value.code).toBe("conflict");
  }
  const out = await call(contracts.signOut, { headers: session });
  expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
  expect((await call(contracts.account, { headers: session })).value.code).toBe("unauthorized");
  const last = await app.accounts.sessions.begin(account.id);
  app.secrets.add(last);
  const elsewhere = { Cookie: `quintet_session=${last}` };
  const everywhere = await call(contracts.signOutEverywhere, { headers: elsewhere });
  expect(everywhere.headers.get("set-cookie")).toContain("Max-Age=0");
  expect(await app.accounts.sessions.list(account.id, "")).toEqual([]);
});

test("whole numbers of operators are integers in the document, as they are read", () => {
  const { schemas } = document.components as unknown as { schemas: Record<string, { properties: object }> };
  expect(schemas.AdminGrantCreditsBody?.properties).toMatchObject({
    amount: { type: "integer", minimum: 1 },
    days: { type: "integer", maximum: 3_650 },
  });
});

test("an account is deleted by its owner, and gone", async () => {
  const { account } = await app.accounts.accountStore.ensure("gone@example.com");
  const token = await app.accounts.sessions.begin(account.id);
  app.secrets.add(token);
  const session = { Cookie: `quintet_session=${token}` };
  const done = await call(contracts.deleteAccount, {
    body: { email: " Gone@example.com" },
    headers: session,
  });
  expect(done.value).toEqual({ deleted: true });
  expect((await call(contracts.account, { headers: session })).value.code).toBe("unauthorized");
});

test("what the operator does over HTTP is as the document says", async () => {
  const email = "op@example.com";
  const made = await call(contracts.adminCreateKey, { body: { email, name: "a b" }, headers: admin });
  const id = String(made.value.id);
  const rolled = await call(contracts.adminRollKey, { id, body: { email, grace: "0" }, headers: admin });
  expect(rolled.status).toBe(201);
  const next = String(rolled.value.id);
  expect((await call(contracts.adminRevokeKey, { id: next, body: { email }, headers: admin })).status).toBe(
    200,
  );
  const query = `?email=${encodeURIComponent(email)}`;
  expect((await call(contracts.adminKeys, { query, headers: admin })).value.keys).toHaveLength(2);
  const set = await call(contracts.adminSetPlans, {
    body: { email, plan: "bundle,hobbyist" },
    headers: admin,
  });
  expect(set.value.plans).toMatchObject([{ plan: "bundle" }]);
  expect((await call(contracts.adminPlans, { query, headers: admin })).value).toEqual(set.value);
  expect((await call(contracts.adminUsage, { query, headers: admin })).status).toBe(200);
});

test("GET /plans is as the document says", async () => {
  expect((await call(contracts.plans)).value.plans).toHaveLength(5);
});

test("GET /usage rejects a parameter that it does not have", async () => {
  const headers = { "X-API-Key": await app.key("parameters@example.com") };
  expect((await call(contracts.usage, { query: "?n=1", headers })).value.code).toBe("invalid-parameter");
});

describe("each refusal is one that the document names", () => {
  const long = { name: "x".repeat(20_000) };
  test.each<[keyof typeof contracts, string, Call]>([
    ["plans", "invalid-parameter", { query: "?n=1" }],
    ["usage", "key-missing", {}],
    ["usage", "key-missing", { headers: { Authorization: "Basic YTpi" } }],
    ["usage", "key-invalid", { headers: { "X-API-Key": "nonsense" } }],
    ["usage", "key-in-query", { query: "?api_key=nonsense" }],
    ["signUp", "invalid-body", {}],
    ["signUp", "invalid-body", { body: "{" }],
    ["signUp", "invalid-body", { body: [] }],
    ["signUp", "invalid-parameter", { body: { email: 7 } }],
    ["signUp", "invalid-body", { body: { email: "a@example.com", plan: "pro" } }],
    ["signUp", "invalid-body", { body: "a@example.com", headers: { "Content-Type": "text/plain" } }],
    ["signUp", "invalid-parameter", { body: { email: "a@example" } }],
    ["signUp", "payload-too-large", { body: { email: long.name } }],
    ["signUp", "forbidden", { body: { email: "a@example.com" }, headers: { Origin: "https://evil.test" } }],
    ["confirm", "link-invalid", { id: "nonsense" }],
    ["confirm", "forbidden", { id: "nonsense", headers: { Origin: "https://evil.test" } }],
    ["account", "unauthorized", {}],
    ["account", "unauthorized", { headers: { Cookie: "quintet_session=nonsense" } }],
    ["createKey", "unauthorized", { body: {} }],
    ["revokeKey", "unauthorized", { id: "x" }],
    ["signOut", "unauthorized", {}],
    ["adminKeys", "unauthorized", { query: "?email=a@example.com" }],
    ["adminKeys", "invalid-parameter", { headers: admin }],
    ["adminKeys", "invalid-parameter", { query: "?email=a", headers: admin }],
    ["adminKeys", "invalid-parameter", { query: "?email=a@example.com&email=a@example.com", headers: admin }],
    ["adminKeys", "unknown-account", { query: "?email=nobody@example.com", headers: admin }],
    [
      "adminCreateKey",
      "invalid-parameter",
      { body: { email: "a@example.com", apis: "all" }, headers: admin },
    ],
    ["adminCreateKey", "invalid-body", { body: { name: "x" }, headers: admin }],
    ["adminRollKey", "unknown-key", { id: "x", body: { email: "refused@example.com" }, headers: admin }],
    [
      "adminRollKey",
      "invalid-parameter",
      { id: "x", body: { email: "refused@example.com", grace: "1y" }, headers: admin },
    ],
    ["adminRevokeKey", "unknown-account", { id: "x", body: { email: "nobody@example.com" }, headers: admin }],
    [
      "adminSetPlans",
      "invalid-parameter",
      { body: { email: "refused@example.com", plan: "gold" }, headers: admin },
    ],
    ["adminUsage", "invalid-parameter", { query: "?email=a@example.com&day=1", headers: admin }],
  ])("%s: %s", async (name, code, asked) => {
    await app.accounts.accountStore.ensure("refused@example.com");
    expect((await call(contracts[name], asked)).value.code).toBe(code);
  });
});

test("every address of the accounts that takes more than a page is in the document", () => {
  expect(Object.values(contracts).map(({ id }) => id)).toHaveLength(
    Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length,
  );
});
