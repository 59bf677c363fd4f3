import { expect, test } from "bun:test";
import { run } from "../cli/pack-clients.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import { Problem } from "../kit/problem.ts";
import { VERSION } from "../kit/version.ts";
import type { ClientPackage } from "./client-package.ts";
import { packageEndpoints } from "./package-endpoints.ts";

const baseUrl = "https://api.example.com";

/** The endpoints over packages that `pack` makes, with a clock, and the number of times that they were packed. */
function serve(pack: () => AsyncIterable<ClientPackage>) {
  const state = { now: 0, packed: 0, failures: 0 };
  const [list, archive] = packageEndpoints({
    baseUrl,
    // The job of packages is the only one.
    run: <Message>() => {
      state.packed++;
      return pack() as AsyncIterable<Message>;
    },
    now: () => state.now,
    onFailure: () => void state.failures++,
  });
  const ask = async (file?: string) => {
    const params: Record<string, string> = file === undefined ? {} : { file };
    const request: RoutedRequest = Object.assign(new Request(`${baseUrl}/clients`), { params });
    return (file === undefined ? list : archive)?.handle(request, "id") ?? Promise.reject(new TypeError());
  };
  return { state, ask };
}

const one: ClientPackage = {
  name: "quintet-client",
  version: "1.0.0",
  file: "quintet-client-1.0.0.tgz",
  installer: "npm",
  bytes: new Uint8Array([1, 2, 3]),
  integrity: "sha512-x",
  sha256: "ab",
};

async function* packed() {
  yield one;
}

const problemOf = (response: Promise<Response>) =>
  response.then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error : undefined),
  );

test("a flood of requests packs once, whatever they name", async () => {
  const { state, ask } = serve(packed);
  const names = [one.file, "quintet-client-9.9.9.tgz", "..", "%2e%2e/package.json", "__proto__", ""];
  const asked = Array.from({ length: 600 }, (_, i) => ask(names[i % names.length]).catch(() => undefined));
  const responses = await Promise.all(asked);
  expect(state.packed).toBe(1);
  expect(responses.filter((response) => response !== undefined).length).toBe(100);
});

test("an archive is cached for good, and another name gets the URLs of this version", async () => {
  const { ask } = serve(packed);
  const response = await ask(one.file);
  expect(await response.bytes()).toEqual(one.bytes);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const problem = await problemOf(ask("quintet-client-0.9.0.tgz"));
  expect(problem?.code).toBe("not-found");
  expect(problem?.message).toContain(`${baseUrl}/clients/${one.file}`);
  expect(problem?.message).not.toContain("0.9.0");
});

test("a failure is 503 with Retry-After, is logged once, and is tried again after 10 s", async () => {
  let works = false;
  const { state, ask } = serve(async function* () {
    if (!works) throw new Error("no memory");
    yield* packed();
  });
  for (const file of [undefined, one.file, undefined]) {
    const problem = await problemOf(ask(file));
    expect([problem?.code, problem?.options.headers]).toEqual(["busy", { "Retry-After": "10" }]);
  }
  expect(state).toMatchObject({ packed: 1, failures: 1 });
  works = true;
  state.now = 9_999;
  expect((await problemOf(ask()))?.code).toBe("busy");
  state.now = 10_000;
  expect((await ask()).status).toBe(200);
  expect(state.packed).toBe(2);
});

test("the real packages: the same bytes twice, with the hashes that the list names", async () => {
  const packages = await Array.fromAsync(run(undefined));
  const again = await Array.fromAsync(run(undefined));
  expect(again.map(({ sha256 }) => sha256)).toEqual(packages.map(({ sha256 }) => sha256));
  const { ask } = serve(async function* () {
    yield* packages;
  });
  const list = (await (await ask()).json()) as { packages: Record<string, string>[] };
  const files = packages.map(({ file }) => file);
  expect(files).toEqual([
    `quintet-client-${VERSION}.tgz`,
    `quintet-cli-${VERSION}.tgz`,
    `quintet_client-${VERSION}-py3-none-any.whl`,
  ]);
  for (const [i, file] of files.entries()) {
    const bytes = await (await ask(file)).bytes();
    const hash = (kind: "sha256" | "sha512") => new Bun.CryptoHasher(kind).update(bytes);
    expect(list.packages[i]).toMatchObject({
      url: `${baseUrl}/clients/${file}`,
      bytes: bytes.length,
      integrity: `sha512-${hash("sha512").digest("base64")}`,
      sha256: hash("sha256").digest("hex"),
    });
  }
  expect(list.packages[2]?.install).toEndWith(`.whl#sha256=${packages[2]?.sha256}"`);
});
