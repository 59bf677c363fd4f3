import { expect, test } from "bun:test";
import { z } from "zod";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";
import { type Api, operation } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { ConcurrencyLimit } from "../core/concurrency-limit.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { Uploads } from "../core/upload.ts";
import type { Services } from "./context.ts";
import { TRIALS_PER_HOUR, type TrialDeps, trialEndpoints } from "./trial.ts";

const never = () => {
  throw new TypeError("not in this test");
};
const limits = {
  maxBytes: 1_000,
  patienceMs: 1_000,
  deadlineMs: 1_000,
  folders: [temporaryFolder()],
  keepFreeBytes: 0,
  inMemory: 1,
};

/** An API whose call says as whom it works, and charges as many units as it is asked to. */
const tides: Api = {
  name: "tides",
  title: "Tides",
  version: "1.0.0",
  summary: "Tides.",
  promises: [],
  access: "key",
  document: "/tides/openapi.json",
  operations: {
    next: operation({
      method: "GET",
      path: "/tides",
      summary: "The next tide",
      input: z.object({ units: z.string(), fixed: z.string().optional(), secret: z.string().optional() }),
      output: z.object({ fixed: z.string().optional() }),
      errors: [],
      cost: "measured",
      examples: [{ title: "One", input: { units: "1" } }],
      async run({ units, fixed }, context) {
        if (units === "image") throw new Problem("unsupported-media-type", "An image is no tide.");
        await context.charge(Number(units));
        for await (const _ of context.run({ name: "job" } as never, undefined));
        return { fixed };
      },
    }),
  },
};

function open(options: Partial<TrialDeps> = {}) {
  const claims = new Set<string>();
  const tenants: string[] = [];
  const services = {
    fetch: never,
    pipe: never,
    async *run(_job: unknown, _input: unknown, _client: unknown, { tenant }: { tenant: string }) {
      yield tenants.push(tenant);
    },
    uploads: new Uploads(limits),
    concurrency: new ConcurrencyLimit({ places: 1, queue: 1 }),
    metering: undefined,
    state: undefined,
    jobs: { submit: never },
  } as unknown as Services;
  const [endpoint, left] = trialEndpoints({
    apis: [tides],
    trials: [
      {
        ...{
          path: "/trial/tides",
          api: "tides",
          operation: "next",
          names: ["units"],
          fixed: { fixed: "yes" },
        },
        page: async (response) => new Response(`<p>${await response.text()}`),
      },
      { path: "/trial/none", api: "none", operation: "next", names: [], fixed: {} },
    ],
    services,
    state: {
      get: never,
      set: never,
      delete: never,
      async claim(name) {
        if (claims.has(name)) return undefined;
        claims.add(name);
        const release = async () => void claims.delete(name);
        return { release, [Symbol.asyncDispose]: release };
      },
      isClaimed: async (name) => claims.has(name),
    },
    metering: true,
    source: (request) => request.headers.get("x-address") ?? undefined,
    ...options,
  });
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost/trial/tides?${query}`, { headers });
    const routed: RoutedRequest = Object.assign(request, { params: {} });
    try {
      const response = await endpoint?.handle(routed, "id");
      return [response?.status, await response?.json()];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return [error.status, error.code];
    }
  };
  const send = async (path: string, handler = endpoint, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost${path}`, { headers });
    return (await handler?.handle(Object.assign(request, { params: {} }), "id"))?.text();
  };
  return { ask, send, left, tenants, claims };
}

test("another site's page, and parameters beside those of the box, are rejected and count nothing", async () => {
  const { ask, claims } = open();
  expect(await ask("units=1", { "Sec-Fetch-Site": "cross-site" })).toEqual([403, "forbidden"]);
  expect(await ask("units=1&secret=x")).toEqual([400, "invalid-parameter"]);
  expect(claims.size).toBe(0);
});

test("a visitor's call runs now, whatever it prefers", async () => {
  const { ask } = open();
  expect(await ask("units=1", { Prefer: "respond-async" })).toEqual([200, { fixed: "yes" }]);
});

test("what is rejected for its size or type is not counted, as often as it may be sent", async () => {
  const { ask, claims } = open();
  for (let i = 0; i < 10; i++) expect(await ask("units=image")).toEqual([415, "unsupported-media-type"]);
  expect(claims.size).toBe(0);
  expect(await ask("units=image")).toEqual([429, "rate-limited"]);
});

test("a visitor has some calls an hour, others of the same network more, and an address is not stored", async () => {
  const { ask, claims } = open();
  const from = (last: number) => ({ "X-Address": `192.0.2.${last}` });
  for (let i = 0; i < TRIALS_PER_HOUR; i++) expect((await ask("units=1", from(1)))[0]).toBe(200);
  expect(await ask("units=1", from(1))).toEqual([429, "rate-limited"]);
  expect((await ask("units=1", from(2)))[0]).toBe(200);
  let served = 1;
  for (let host = 3; host < 40; host++) if ((await ask("units=1", from(host)))[0] === 200) served++;
  // The rejected call of the first visitor took none of the network's, and those that it rejected took none of their own.
  expect(served).toBe(20 - TRIALS_PER_HOUR);
  expect(claims.size).toBe(2 * 20);
  expect([...claims].join()).not.toContain("192.0.2");
});

test("a visitor is told how many calls are left, of the own and of the network's", async () => {
  const { ask, send, left } = open();
  const leftOf = async (last: number) =>
    JSON.parse((await send("/trial", left, { "X-Address": `192.0.2.${last}` })) ?? "");
  expect(await leftOf(1)).toEqual({ limit: TRIALS_PER_HOUR, left: TRIALS_PER_HOUR });
  await ask("units=1", { "X-Address": "192.0.2.1" });
  expect((await leftOf(1)).left).toBe(TRIALS_PER_HOUR - 1);
  for (let host = 2; host < 20; host++) await ask("units=1", { "X-Address": `192.0.2.${host}` });
  // Twenty calls of the network, of which nineteen are used up.
  expect((await leftOf(99)).left).toBe(1);
});

test("a browser without scripts gets a page, a script the response", async () => {
  const { send } = open();
  const accept = (type: string) => send("/trial/tides?units=1", undefined, { Accept: type });
  expect(await accept("text/html,*/*;q=0.8")).toBe('<p>{"fixed":"yes"}');
  expect(await accept("*/*")).toBe('{"fixed":"yes"}');
});

test("a flood is rejected before the database is asked", async () => {
  const { ask, claims } = open();
  for (let i = 0; i < 50; i++) await ask("units=1", { "X-Address": "192.0.2.1" });
  expect(claims.size).toBeLessThan(30);
});

test("work is bounded, and done for the tenant that comes last in every queue", async () => {
  const { ask, tenants } = open();
  expect(await ask("units=10")).toEqual([200, { fixed: "yes" }]);
  expect(tenants).toEqual(["trial"]);
  expect((await ask("units=11"))[1]).toBe("plan-limit");
  expect(tenants).toEqual(["trial"]);
});
