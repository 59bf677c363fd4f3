import { afterAll, beforeAll, expect, test } from "bun:test";
import { emptyFile, sampleFile } from "../../src/apis/images/sample.ts";
import { type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

let server: Running;
let key = "";

beforeAll(async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  const made = spawnQuintet(environment, ["keys", "create", "cutter@example.com"]);
  key = JSON.parse(await new Response(made.stdout).text()).key;
  server = await startQuintet(environment);
});
afterAll(() => server[Symbol.asyncDispose]());

function remove(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  query = "",
): Promise<Response> {
  return fetch(`${server.url}/images/remove-bg${query}`, {
    method: "POST",
    body,
    headers: { "X-API-Key": key, "Content-Type": "image/png", ...headers },
  });
}

async function used(): Promise<number> {
  const answer = await fetch(`${server.url}/usage`, { headers: { "X-API-Key": key } });
  const { apis }: { apis: { api: string; quotas: { used: number }[] }[] } = JSON.parse(await answer.text());
  return apis.find(({ api }) => api === "images")?.quotas[0]?.used ?? Number.NaN;
}

test("a call without a key is refused", async () => {
  expect((await remove(sampleFile.make(), { "X-API-Key": "" })).status).toBe(401);
});

test("a picture costs one unit, and the answer says so beside what it says of the picture", async () => {
  const before = await used();
  const { status, headers } = await remove(sampleFile.make());
  expect(status).toBe(200);
  expect(headers.get("quintet-cost")).toStartWith('1;unit="images"');
  const exposed = headers.get("access-control-expose-headers") ?? "";
  for (const name of ["Quintet-Engine", "Quintet-Foreground-Box", "Quintet-Cost"])
    expect(exposed).toContain(name);
  expect(await used()).toBe(before + 1);
});

test("the same request with an Idempotency-Key is answered again, headers and all, and charged once", async () => {
  const before = await used();
  const once = { "Idempotency-Key": crypto.randomUUID() };
  const [first, second] = [await remove(sampleFile.make(), once), await remove(sampleFile.make(), once)];
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(second.headers.get("quintet-foreground-box")).toBe(first.headers.get("quintet-foreground-box"));
  expect(await second.bytes()).toEqual(await first.bytes());
  expect(await used()).toBe(before + 1);
});

test.each([
  ["no subject", () => remove(emptyFile.make()), 422],
  ["what is no picture", () => remove("plain text"), 415],
  ["a picture cut short", () => remove(sampleFile.make().slice(0, 900)), 422],
  ["an option that is not known", () => remove(sampleFile.make(), {}, "?colour=red"), 400],
  ["a format that cannot be", () => remove(sampleFile.make(), {}, "?format=jpg"), 400],
  [
    "an address that is not public",
    () => remove('{"url":"http://127.0.0.1/a.png"}', { "Content-Type": "application/json" }),
    400,
  ],
] as const)("%s costs nothing", async (_name, call, status) => {
  const before = await used();
  const answer = await call();
  expect([answer.status, await answer.json()]).toMatchObject([status, { charged: 0 }]);
  expect(await used()).toBe(before);
});
