// The IDs of one account, tried on every endpoint of the server by another account, and by keys of another mode or scope.
import { describe, expect, test } from "bun:test";
import type { Method } from "../../src/http/core/endpoint.ts";
import { endless } from "../helpers/endless.ts";
import { nightlyEngines } from "../helpers/engines.ts";
import { dump } from "../helpers/secrets.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

/** Paths whose parts in braces are not IDs of an account's objects, as they begin. */
const OPEN = [
  // Names of what everybody sees.
  ...["/validate/", "/decode/", "/problems/", "/assets/", "/examples/", "/answers/", "/tools/", "/clients/"],
  "/docs/",
  // Secrets.
  ...["/confirm/", "/reports/{token}"],
  // The operator's.
  "/admin/",
];
/** Where an ID alone leads to nothing for anybody: signed links, and what compares two audits. */
const MORE = [
  ...["GET /jobs/{id}/events/link", "GET /jobs/{id}/download", "GET /batches/{id}/events/link"],
  ...[
    "GET /batches/{id}/download",
    "GET /seo/site-audits/{id}/compare",
    "GET /seo/site-audits/{id}/events/link",
  ],
];
/** How long the server may take to say something about a stream, in milliseconds. */
const SILENT_MS = 20_000;

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface Request {
  readonly method: Method;
  readonly template: string;
  readonly path: string;
}
/** A caller, IDs that are not for them, and the paths on which they are, as these begin. */
interface Stranger {
  readonly caller: Caller;
  readonly ids: readonly string[];
  readonly own?: string;
}

/** An app whose hooks are received, with what sends requests to it. */
async function open(address: string) {
  const receiver = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("thanks") });
  const host = `127.0.0.1:${receiver.port}`;
  const app = await openTestApp({
    ...{ address, catalogue: endless, siteAudits: { crawler: fakeCrawler() }, allow: host },
  });
  const send = async (method: Method, path: string, caller: Caller, body?: unknown, more = {}) => {
    const hasBody = body !== undefined && (method === "POST" || method === "PATCH");
    const response = await fetch(app.url + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(SILENT_MS),
      headers: { ...caller.headers, ...more, ...(hasBody ? { "Content-Type": "application/json" } : {}) },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
    });
    const { status, headers } = response;
    const [, secret] = /"(?:secret|key)":"([^"]+)"/.exec(headers.get("set-cookie") ?? "") ?? [];
    if (secret !== undefined) app.secrets.add(secret);
    return { status, text: `${headers.get("location") ?? ""}\n${await response.text()}` };
  };
  const { paths } = (await (await app.get("/accounts/openapi.json")).json()) as Document;
  const described = (method: Method, template: string) => paths[template]?.[method.toLowerCase()] ?? {};
  return {
    ...{ app, send, described, receiver: `http://${host}/` },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await receiver.stop(true);
    },
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
        readonly parameters?: readonly {
          readonly name: string;
          readonly in: string;
          readonly required?: boolean;
          readonly schema?: { readonly type?: string; readonly enum?: unknown };
        }[];
      }
    >
  >;
}

/** Someone with a key of each kind and a session. */
async function person({ app }: Opened, email: string) {
  const { id } = (await app.accounts.accountStore.ensure(email)).account;
  const byKey = async (name: string, apis: string[] | null, mode: "live" | "test" = "live") => ({
    name,
    headers: { "X-API-Key": (await app.accounts.keys.create(id, email, apis, { mode })).key },
  });
  // The newer one is listed first.
  const [token, spare] = [await app.accounts.sessions.begin(id), await app.accounts.sessions.begin(id)];
  app.secrets.add(token).add(spare);
  const session = { Cookie: `quintet_session=${token}`, Origin: "http://quintet.test" };
  return {
    id,
    live: await byKey("live key", null),
    test: await byKey("test key", null, "test"),
    webhooks: await byKey("key of webhooks", ["webhooks"]),
    keys: await byKey("key of keys", ["keys"]),
    session: { name: "session", headers: session },
    browser: { name: "browser", headers: { ...session, Accept: "text/html" } },
  };
}
type Person = Awaited<ReturnType<typeof person>>;

/** One of everything that an account can have, with `mark` in its texts; resolves with the IDs that lead to it. */
async function fill({ app, send, receiver }: Opened, owner: Person, mark: string) {
  const json = async (method: Method, path: string, caller: Caller, body?: unknown, more = {}) =>
    JSON.parse((await send(method, path, caller, body, more)).text.split("\n").slice(1).join("\n"));
  const finished = async (path: string, caller: Caller): Promise<string> => {
    await until(`${path} has ended`, async () => (await json("GET", path, caller)).finishedAt !== null);
    return path.replace(/.*\//, "");
  };
  const { id: hook, secret } = await json("POST", "/webhooks", owner.webhooks, { url: receiver + mark });
  app.secrets.add(secret);
  const started = async (caller: Caller) => {
    const later = { Prefer: "respond-async" };
    const call = `/invented/batch?units=1&item=${mark}`;
    const job = await json("POST", call, caller, undefined, later);
    const items = [{ units: 1, item: mark }];
    const batch = await json("POST", "/batches?operation=pdf.batch", caller, items);
    await finished(`/jobs/${job.id}`, caller);
    return [job.id, batch.id, `${await finished(`/batches/${batch.id}`, caller)}.00000`];
  };
  const live = await started(owner.live);
  const asked = { url: `https://${mark}.example/`, maxPages: 2, every: "daily" };
  const audit = `/seo/site-audits/${(await json("POST", "/seo/site-audits", owner.live, asked)).id}`;
  live.push(await finished(audit, owner.live), (await json("GET", audit, owner.live)).schedule);
  const { url } = await json("POST", `${audit}/share`, owner.live);
  app.secrets.add(url.replace(/.*reports\//, ""));
  live.push((await json("GET", "/seo/reports", owner.live)).reports[0].id);
  const test = await started(owner.test);
  const log = `/webhooks/${hook}/deliveries`;
  const deliveries = async () => (await json("GET", log, owner.webhooks)).deliveries as { state: string }[];
  await until("all is delivered", async () => {
    const all = await deliveries();
    return all.length > 2 && all.every(({ state }) => state === "delivered");
  });
  await app.accounts.requestLog.flush();
  const [{ event }] = (await json("GET", log, owner.webhooks)).deliveries;
  const { sessions } = await json("GET", "/account", owner.session);
  const { keys } = await json("GET", "/keys", owner.keys);
  const { requests } = await json("GET", "/account/requests", owner.session);
  const managed = [hook, event, keys.at(-1).id, sessions[0].id, requests[0].id] as string[];
  for (const id of [...live, ...test, ...managed]) expect(id).toBeString();
  return { live, test, managed, all: [...live, ...test, ...managed] as string[] };
}

/** The requests of every endpoint, with these IDs for the part in braces, and with pairs of `pairs` for two. */
async function requestsOf({ app }: Opened, ids: readonly string[], pairs = ids): Promise<Request[]> {
  return (await app.endpoints()).flatMap(({ path: template, methods }) => {
    const names: string[] = template.match(/\{\w+\}/g) ?? [];
    const paths = names.reduce<string[]>(
      (all, name) =>
        all.flatMap((path) =>
          (name === "{place}" ? ["1"] : names.includes("{event}") ? pairs : ids).map((id) =>
            path.replace(name, id),
          ),
        ),
      [template],
    );
    // Without an ID, only what reads: a POST would make or end what is the caller's.
    const allowed = names.length > 0 ? methods : methods.filter((method) => method === "GET");
    return allowed.flatMap((method) => paths.map((path) => ({ method, template, path })));
  });
}

/** How many of the IDs are those of webhooks, deliveries, keys, sessions and requests; they are last. */
const MANAGED = 5;

const isOpen = ({ template }: Request) =>
  !template.includes("{") || OPEN.some((path) => template.startsWith(path));

/** Every row that names one of these and not the other account. */
async function rowsWith({ app }: Opened, names: readonly string[], other: string): Promise<string[]> {
  const rows = (JSON.parse(await dump(app.accounts.database)) as unknown[][]).flat();
  const texts = rows.map((row) => JSON.stringify(row));
  return texts.filter((row) => names.some((name) => row.includes(name)) && !row.includes(other)).sort();
}

const bodyOf = ({ described }: Opened, { method, template }: Request) =>
  // The forms of pages have no examples of their own.
  [template, template.replace(/^\/account/, "")]
    .map((path) => described(method, path).requestBody?.content["application/json"]?.example)
    .find((example) => example !== undefined) ?? {};

/** The requests of strangers that were answered as those of the owner are, or with something of theirs. */
async function leaks(opened: Opened, strangers: readonly Stranger[], mark: string): Promise<string[]> {
  const found: string[] = [];
  const attempt = async ({ caller, ids, own }: Stranger) => {
    for (const request of await requestsOf(opened, ids, ids.slice(-MANAGED))) {
      const { method, template, path } = request;
      if (own !== undefined && (isOpen(request) || new RegExp(own).test(template))) continue;
      const { status, text } = await opened.send(method, path, caller, bodyOf(opened, request));
      // Signed-out browsers are led to the form. This app has no sandbox to pack clients in.
      const isRejected = status >= 400 || (status === 303 && text.startsWith("/signup"));
      const isBroken = status >= 500 && !template.startsWith("/clients");
      if ((!isOpen(request) && !isRejected) || isBroken || (own === undefined && text.includes(mark)))
        found.push(`${caller.name}: ${method} ${path} ${status}`);
    }
  };
  await Promise.all(strangers.map(attempt));
  return found;
}

describe.each(nightlyEngines)("IDs of an account on $name", (engine) => {
  test("lead other accounts, and keys of another mode or scope, to nothing on any endpoint, and change nothing", async () => {
    await using opened = await open(engine.address());
    const mark = "of-ada";
    const [ada, eve] = [await person(opened, `${mark}@example.com`), await person(opened, "eve@example.com")];
    const ids = await fill(opened, ada, mark);
    const before = await rowsWith(opened, [ada.id, ...ids.all], eve.id);
    const others = [eve.live, eve.test, eve.webhooks, eve.keys, eve.session, eve.browser];
    const strangers: Stranger[] = [
      ...[...others, { name: "nobody", headers: {} }].map((caller) => ({ caller, ids: ids.all })),
      { caller: ada.test, ids: [...ids.live, ...ids.managed], own: "^$" },
      { caller: ada.live, ids: [...ids.test, ...ids.managed], own: "^$" },
      { caller: ada.webhooks, ids: ids.all, own: "^/webhooks/" },
      { caller: ada.keys, ids: ids.all, own: "^/keys/" },
    ];
    expect(await leaks(opened, strangers, mark)).toEqual([]);
    expect(await rowsWith(opened, [ada.id, ...ids.all], eve.id)).toEqual(before);
  });

  test("lead other accounts to nothing in a query either", async () => {
    await using opened = await open(engine.address());
    const mark = "of-ada";
    const [ada, eve] = [await person(opened, `${mark}@example.com`), await person(opened, "eve@example.com")];
    const [ids, own] = [await fill(opened, ada, mark), await fill(opened, eve, "of-eve")];
    const found: string[] = [];
    const tried = new Set<string>();
    for (const request of (await requestsOf(opened, own.all)).filter(({ method }) => method === "GET")) {
      const { parameters = [] } = opened.described("GET", request.template);
      const texts = parameters.filter(
        ({ in: place, schema }) =>
          place === "query" && schema?.type === "string" && schema.enum === undefined,
      );
      const [, feature = ""] = request.template.split("/");
      const caller = { webhooks: eve.webhooks, keys: eve.keys, account: eve.session }[feature] ?? eve.live;
      for (const { name, required = false } of texts) {
        for (const id of ids.all) {
          const path = `${request.path}?${name}=${id}`;
          const { status, text } = await opened.send("GET", path, caller);
          tried.add(`${request.template}?${name}`);
          const others = ids.all.filter((other) => other !== id);
          const isRejected = status >= 400 || !required;
          if (!isRejected || [mark, ...others].some((one) => text.includes(one)))
            found.push(`${path} ${status}`);
        }
      }
    }
    expect(found).toEqual([]);
    expect([...tried]).toContain("/seo/site-audits/{id}/compare?with");
    expect(tried.size).toBeGreaterThan(10);
  });

  test("lead pages of other sites to nothing, although the browser sends the session of their owner", async () => {
    await using opened = await open(engine.address());
    const mark = "of-ada";
    const ada = await person(opened, `${mark}@example.com`);
    const ids = await fill(opened, ada, mark);
    const before = await rowsWith(opened, [ada.id, ...ids.all], "nobody else");
    const found = new Map<string, number>();
    const own = new Set<string>(
      (await opened.app.endpoints()).filter(({ shared }) => !shared).map(({ path }) => path),
    );
    // Those that no session opens.
    for (const path of ["/webhooks/stripe", "/mcp", "/docs/code/{api}/{operation}"]) own.delete(path);
    const requests = (await opened.app.endpoints()).flatMap(({ path: template, methods }) =>
      methods
        .filter((method) => method !== "GET" && own.has(template))
        .flatMap((method) =>
          ids.all.map((id) => ({ method, template, path: template.replaceAll(/\{\w+\}/g, id) })),
        ),
    );
    for (const site of [
      { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
      { Origin: "http://quintet.test.evil.example" },
      { Origin: "https://quintet.test", "Sec-Fetch-Site": "same-site" },
    ]) {
      for (const request of requests) {
        const { method, path } = request;
        const { status } = await opened.send(method, path, ada.session, bodyOf(opened, request), site);
        found.set(request.template, Math.max(found.get(request.template) ?? 0, status < 400 ? 999 : status));
      }
    }
    const wrong = [...found].filter(([path, status]) => status !== 403 && !path.startsWith("/admin/"));
    expect(wrong).toEqual([]);
    expect([...found].filter(([, status]) => status === 999)).toEqual([]);
    expect(found.size).toBeGreaterThan(25);
    expect(await rowsWith(opened, [ada.id, ...ids.all], "nobody else")).toEqual(before);
  });

  test("lead their owner to something on each endpoint that takes one", async () => {
    await using opened = await open(engine.address());
    const missed = new Set<string>();
    const nameOf = ({ method, template }: Request) => `${method} ${template}`;
    const reached = new Set<string>();
    let left: Request[] = [];
    do {
      // What a request ended is made again for the others.
      const ada = await person(opened, `${crypto.randomUUID()}@example.com`);
      const { all, managed } = await fill(opened, ada, "of-ada");
      left = (await requestsOf(opened, all, managed)).filter(
        (one) => !isOpen(one) && !reached.has(nameOf(one)),
      );
      missed.clear();
      for (const request of left) {
        for (const caller of [ada.live, ada.test, ada.webhooks, ada.keys, ada.session]) {
          if (reached.has(nameOf(request))) continue;
          const { status } = await opened.send(request.method, request.path, caller, bodyOf(opened, request));
          // A conflict is one with the state of the object.
          if (status < 400 || status === 409) reached.add(nameOf(request));
          else missed.add(nameOf(request));
        }
      }
      for (const name of reached) missed.delete(name);
    } while (
      [...missed].some((name) => !MORE.includes(name)) &&
      left.some((one) => reached.has(nameOf(one)))
    );
    expect([...missed].sort()).toEqual(MORE.toSorted());
  });
});
