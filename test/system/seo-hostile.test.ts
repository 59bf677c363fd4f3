import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { examineMeta } from "../../src/apis/seo/report/head.ts";
import { Audit } from "../../src/apis/seo/report/schema/audit.ts";
import { fetched, report } from "../fixtures/seo/clean-page.ts";
import { MEGABYTE, monsters, mutate } from "../fixtures/seo/mutants.ts";
import { casesOf, isNightly } from "../helpers/nightly.ts";
import { type Running, startQuintet } from "../helpers/running.ts";

const MUTANTS = isNightly ? 5_000 : 250;
const OVER_HTTP = Number(process.env.MUTANTS ?? (isNightly ? 200 : 20));
const PATIENCE_MS = 2_000;

/** CPU time of this process in milliseconds: a busy machine makes no page slow. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

test(`${MUTANTS} mutated pages: no exception, no slow one, every report sound`, () => {
  const types = [
    "text/html; charset=utf-8",
    "text/html",
    "text/html; charset=shift_jis",
    "text/html; charset=nonsense",
  ];
  let slowest = 0;
  for (let seed = 1; seed <= MUTANTS; seed++) {
    const started = cpuMs();
    const audit = report(
      fetched({ body: mutate(seed), headers: new Map([["content-type", [types[seed % 4] ?? ""]]]) }),
    );
    slowest = Math.max(slowest, cpuMs() - started);
    const lost = audit.findings.reduce((sum, { points }) => sum + points, 0);
    if (lost !== 100 - audit.score.value) throw new Error(`seed ${seed}: the points do not add up`);
    // The whole schema takes longer to check than a page to audit, so it is checked on every tenth.
    if (seed % 10 === 0 && !Audit.safeParse(audit).success)
      throw new Error(`seed ${seed}: the report breaks its schema`);
  }
  expect(slowest).toBeLessThan(PATIENCE_MS);
});

describe("pages made to be slow", () => {
  test.each(monsters.map(([name], i) => [name, i] as const))("%s", (_name, i) => {
    const bytes = new TextEncoder().encode(monsters[i]?.[1]()).subarray(0, 2 * MEGABYTE);
    const started = cpuMs();
    const audit = report(fetched({ body: bytes }));
    expect(cpuMs() - started).toBeLessThan(PATIENCE_MS);
    expect(JSON.stringify(audit).length).toBeLessThan(8 * MEGABYTE);
    expect(examineMeta(fetched({ body: bytes })).url).toBe("https://shop.example/repairs");
  });
});

test("a robots.txt that is made to be slow", () => {
  const lines = `User-agent: *\n${"Disallow: /*a*a*a*a*a*a*a*a*b$\n".repeat(15_000)}`;
  const started = cpuMs();
  report(
    fetched({
      finalUrl: `https://shop.example/${"a".repeat(2000)}`,
      robots: {
        state: "received",
        url: "https://shop.example/robots.txt",
        status: 200,
        body: new TextEncoder().encode(lines),
      },
    }),
  );
  expect(cpuMs() - started).toBeLessThan(PATIENCE_MS);
});

test("headers that are made to be slow", () => {
  const started = cpuMs();
  const headers = new Map([
    ["content-type", [`text/html; ${"charset=".repeat(2000)}`]],
    ["link", [`<${"<a>;rel=".repeat(2000)}`, `<a>${";a=b".repeat(4000)}`]],
    ["x-robots-tag", ["a:".repeat(8000), "unavailable_after: 1,".repeat(800)]],
  ]);
  report(fetched({ headers }));
  expect(cpuMs() - started).toBeLessThan(PATIENCE_MS);
});

describe("the same over HTTP", () => {
  let upstream: ReturnType<typeof Bun.serve>;
  let server: Running;
  /** `/m/{seed}` is a mutant, `/b/{index}` a page made to be slow. */
  const pageOf = (path: string): Uint8Array<ArrayBuffer> => {
    const [, kind, number] = path.split("/");
    if (kind === "m") return Uint8Array.from(mutate(Number(number)));
    return new TextEncoder().encode(monsters[Number(number)]?.[1]() ?? "");
  };
  beforeAll(async () => {
    upstream = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) =>
        new Response(pageOf(new URL(request.url).pathname), { headers: { "Content-Type": "text/html" } }),
    });
    server = await startQuintet({ EGRESS_ALLOW: `127.0.0.1:${upstream.port}`, METERING: "off" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await upstream.stop(true);
  });
  const ask = (path: string) =>
    fetch(`${server.url}/audit?url=${encodeURIComponent(new URL(path, upstream.url).href)}`);

  test(`${OVER_HTTP} mutants are answered with 200`, async () => {
    const seeds = Array.from({ length: OVER_HTTP }, (_, i) => i + 1);
    const worker = async () => {
      for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
        const answer = await ask(`/m/${seed}`);
        if (answer.status !== 200) throw new Error(`seed ${seed}: ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(seeds).toEqual([]);
  });

  test("pages made to be slow are answered with 200, and the server goes on", async () => {
    for (const [i, name] of casesOf([...monsters.entries()], 7).map(([i, [name]]) => [i, name] as const)) {
      const answer = await ask(`/b/${i}`);
      expect([name, answer.status]).toEqual([name, 200]);
      await answer.arrayBuffer();
    }
    expect((await fetch(`${server.url}/v4`)).status).toBe(200);
  });
});
