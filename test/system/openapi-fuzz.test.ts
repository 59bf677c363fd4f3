import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { isNightly } from "../helpers/nightly.ts";
import { compileSchema, type Document, responseOf } from "../helpers/openapi-document.ts";
import { seeded } from "../helpers/random.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "../helpers/test-app.ts";

const REQUESTS = isNightly ? 60 : 8;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_127);

// biome-ignore lint/suspicious/noExplicitAny: schemas and values of any form
type Json = any;

/** Headers of HTTP, of browsers and of proxies, which no document describes. */
const STANDARD =
  /^(?:access-control-.*|allow|cache-control|connection|content-(?:encoding|length|security-policy|type)|date|etag|referrer-policy|retry-after|server-timing|set-cookie|transfer-encoding|vary|www-authenticate|x-accel-buffering|x-content-type-options)$/;

const TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "null",
  "a",
  "a,b",
  "[]",
  "%",
  "😀",
  "\u0000",
  "__proto__",
  "a".repeat(5_000),
];
const VALUES = [null, true, 0, -1, 1.5, 1e21, "", "a", "😀", "\ud800", [], {}, [null], { a: 1 }, ["a", "a"]];

function generator(document: Document, random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const resolved = (schema: Json): Json => {
    if (schema?.$ref === undefined) return schema ?? {};
    return resolved(
      schema.$ref
        .split("/")
        .slice(1)
        .reduce((at: Json, key: string) => at[key], document),
    );
  };
  const value = (given: Json): Json => {
    const schema = resolved(given);
    if (schema.example !== undefined) return schema.example;
    if (schema.enum !== undefined) return pick(schema.enum);
    if (schema.anyOf !== undefined) return value(pick(schema.anyOf));
    if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(value));
    const { type, properties = {}, required = [], minimum = 0, maximum = 100 } = schema;
    if (type === "integer" || type === "number") return pick([minimum, maximum]);
    if (type === "boolean") return below(2) === 1;
    if (type === "array") return [value(schema.items)];
    if (type === "null") return null;
    if (type !== "object") return pick(["https://example.com/", "a@example.com", "2027-01-31", ...TEXTS]);
    const members = Object.entries(properties).filter(([name]) => required.includes(name) || below(3) === 0);
    return Object.fromEntries(members.map(([name, member]) => [name, value(member)]));
  };
  const body = (type: string, schema: Json) => {
    const made = value(schema);
    if (type.includes("json")) {
      const names = Object.keys(made ?? {});
      if (below(2) === 0) return JSON.stringify(made);
      return JSON.stringify(
        below(4) === 0 ? pick(VALUES) : { ...made, [pick([...names, "other"])]: pick(VALUES) },
      );
    }
    const pairs = Object.entries(made ?? {}).map(([name, one]): [string, string] => [name, String(one)]);
    return type.includes("urlencoded") ? new URLSearchParams(pairs).toString() : pick(TEXTS);
  };
  return { below, pick, resolved, value, body };
}

/** The members of a value that its schema does not name. */
function unnamed(
  document: Document,
  given: Json,
  value: Json,
  resolved: (schema: Json) => Json,
  at = "",
): string[] {
  const partsOf = (one: Json): Json[] => {
    const schema = resolved(one);
    const chosen = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((part: Json) =>
      compileSchema(part, document)(value),
    );
    return [schema, ...[...(schema.allOf ?? []), ...chosen].flatMap(partsOf)];
  };
  const parts = partsOf(given);
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items;
    return items === undefined
      ? []
      : value.flatMap((one) => unnamed(document, items, one, resolved, `${at}[]`));
  }
  const isOpen =
    parts.some((part) => part.additionalProperties) || parts.every((part) => part.properties === undefined);
  if (typeof value !== "object" || value === null || isOpen) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const allOf = parts.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? [properties[name]] : [],
    );
    return allOf.length === 0
      ? [`${at}.${name}`]
      : unnamed(document, { allOf }, member, resolved, `${at}.${name}`);
  });
}

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ address: `sqlite:${join(temporaryFolder(), "quintet.db")}`, everyApi: true });
});
afterAll(() => app[Symbol.asyncDispose]());

/** A new account: what each kind of security takes, and IDs by path. Paid operations get a test key: nothing runs. */
async function newAccount() {
  const { accountStore, keys, sessions, catalogue } = app.accounts;
  const { account } = await accountStore.ensure(`${crypto.randomUUID()}@example.com`);
  const { key } = await keys.create(account.id, "test", null, { mode: "test" });
  const managing = ["keys", "webhooks", ...Object.keys(catalogue.meters)];
  const { key: manage, id } = await keys.create(account.id, "manage", managing);
  const session = await sessions.begin(account.id);
  for (const secret of [key, manage, session]) app.secrets.add(secret);
  const known: Readonly<Record<string, Record<string, string>>> = {
    key: { "X-API-Key": key },
    manage: { "X-API-Key": manage },
    session: { Cookie: `quintet_session=${session}` },
    admin: { Authorization: `Bearer ${ADMIN_TOKEN}` },
  };
  const ids: Readonly<Record<string, string>> = {
    "/keys": id,
    "/account/keys": id,
    "/admin/accounts": account.id,
  };
  return { known, ids };
}

test.each(
  ["", "/seo", "/pdf", "/images", "/linkedin", "/amazon", "/accounts", "/compatible", "/suite"].map(
    (path) => `${path}/openapi.json`,
  ),
)(`%s describes every response to requests made from its schemas (seed ${SEED})`, async (path) => {
  const document = (await (await fetch(app.url + path)).json()) as Document & { readonly security?: Json };
  const { below, pick, resolved, value, body } = generator(document, seeded(SEED));
  const isBrief = path.startsWith("/suite");
  const wrong: string[] = [];
  for (const [template, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const { known, ids } = await newAccount();
      const [security] = (operation.security ?? document.security ?? []).flatMap(Object.keys);
      const isManaged = security === "key" && /^\/(?:keys|webhooks)/.test(template);
      for (let i = 0; i < REQUESTS; i++) {
        const parameters = (operation.parameters ?? [])
          .map(resolved)
          .filter((one: Json) => one.in === "query");
        const query = parameters.flatMap(({ name, schema, required }: Json) =>
          required || below(2) === 0
            ? [[name, String(i % 2 === 0 ? value(schema) : pick(TEXTS)).toWellFormed()]]
            : [],
        );
        const types = Object.entries<Json>(operation.requestBody?.content ?? {});
        const [type, media] = types.length === 0 ? ["", undefined] : pick(types);
        const headers = {
          ...(below(6) === 0 ? {} : known[isManaged ? "manage" : security]),
          ...(type === "" || type.startsWith("multipart") ? {} : { "Content-Type": type }),
        };
        const url = `${template.replaceAll(/\{\w+\}/g, ids[template.split("/{", 1)[0] ?? ""] ?? crypto.randomUUID())}?${new URLSearchParams(query)}`;
        const init = { method: method.toUpperCase(), headers, redirect: "manual" } as const;
        const sent =
          media === undefined
            ? {}
            : { body: type.startsWith("multipart") ? new FormData() : body(type, media.schema) };
        const answer = await fetch(app.url + url, { ...init, ...sent });
        const text = await answer.text();
        const { status } = answer;
        const say = (what: string) =>
          wrong.push(
            `${operation.operationId} ${status}: ${what} (${url.slice(0, 200)} ${text.slice(0, 200)})`,
          );
        const described =
          status < 400 && operation.responses[status] === undefined
            ? undefined
            : responseOf(document, operation, status);
        if (status === 500 || described === undefined) say("not described");
        const contentType = answer.headers.get("content-type")?.split(";")[0] ?? "";
        const { schema } = described?.content?.[contentType] ?? described?.content?.["*/*"] ?? {};
        if (text !== "" && schema === undefined) say(`${contentType} is not described`);
        for (const name of answer.headers.keys()) {
          const names = Object.keys((described as Json)?.headers ?? {}).map((one) => one.toLowerCase());
          if (!isBrief && !STANDARD.test(name) && !names.includes(name))
            say(`the header ${name} is not described`);
        }
        if (!contentType.endsWith("json") || schema === undefined) continue;
        const json: Json = JSON.parse(text);
        const validate = compileSchema(schema, document);
        if (!validate(json)) say(JSON.stringify(validate.errors));
        const more = unnamed(document, schema, json, resolved);
        if (more.length > 0) say(`${more} are not described`);
        const codes = /Codes: (.*?)\./.exec(described?.description ?? "")?.[1];
        if (!isBrief && codes !== undefined && !codes.includes(`\`${json.code}\``))
          say(`${json.code} is not listed`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
