// The way of a newcomer, in a terminal and in a browser: to the first UUID, to the first audit without a key, to a key and
// to the first metered call. Prints the actions and seconds that each took.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { freePort, type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { fileAt } from "../recorders/generated.ts";
import { confirmEmail, hasBrowser, newEmail, openBrowser, visitor } from "./site/visitor.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

/** Counts the actions of a person, and prints how many they took to each goal, and how many seconds. */
function startWalk(place: string) {
  const began = performance.now();
  let actions = 0;
  return {
    /** Takes an action, or `count` of them. */
    async act<T>(action: () => T | Promise<T>, count = 1): Promise<T> {
      actions += count;
      return action();
    },
    reached(goal: string, most: number): void {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      process.stdout.write(`${place}: ${goal} after ${actions} actions, ${seconds} s\n`);
      expect(actions).toBeLessThanOrEqual(most);
    },
  };
}

test("in a terminal: clone, install, start, and four calls", async () => {
  const folder = join(temporaryFolder(), "quintet");
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(folder, "data") },
    ...{
      PORT: String(port),
      HOST: "127.0.0.1",
      BASE_URL: url,
      DRAIN_MS: "0",
      EGRESS_ALLOW: `127.0.0.1:${port}`,
    },
  };
  const run = async (...words: string[]) => {
    const child = Bun.spawn(words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, out, err };
  };
  const { act, reached } = startWalk("terminal");
  const from = Bun.fileURLToPath(fileAt(""));
  expect(await act(() => Bun.spawn(["git", "clone", "--quiet", from, folder]).exited)).toBe(0);
  // Offline, because tests reach loopback only: npm has kept the packages of its last installation.
  const installed = await act(() =>
    run("npm", "install", "--omit=dev", "--offline", "--no-audit", "--no-fund"),
  );
  if (installed.code !== 0) {
    process.stderr.write("\n*** SKIPPED: npm has not kept the packages: run npm ci here first ***\n\n");
    return;
  }
  const server = await act(() =>
    Bun.spawn(["npm", "start"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] }),
  );
  try {
    await until("it listens", () =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    expect(await act(async () => (await fetch(`${url}/v7`)).text())).toMatch(UUID);
    reached("first UUID", 4);

    const audit = await act(() => run("npx", "quintet", "seo", "audit", `${url}/docs`));
    expect([audit.code, audit.out]).toEqual([0, expect.stringContaining('"score"')]);
    reached("first audit without a key", 5);

    const made = await act(() => run("npx", "quintet", "keys", "create", "you@example.com"));
    const [key = "no key"] = /qt_live_\w{33}/.exec(made.out) ?? [];
    const answer = await act(() =>
      fetch(`${url}/seo/audit?url=${encodeURIComponent(`${url}/docs`)}`, {
        headers: { Authorization: `Bearer ${key}` },
      }),
    );
    expect([answer.status, answer.headers.get("quintet-cost")]).toEqual([
      200,
      expect.stringMatching(/^[1-9]/),
    ]);
    reached("first metered call", 7);

    // A server goes on from its bundle while `npx quintet` installs the clone, and while a change is built.
    const page = async (path: string) =>
      (await fetch(url + path, { headers: { Accept: "text/html" } })).status;
    expect(await page("/status")).toBe(200);
    const source = Bun.file(join(folder, "src/web/page.tsx"));
    await Bun.write(source, `${await source.text()}\nglobalThis.name = "changed";\n`);
    expect((await run("npm", "run", "build")).out).toContain("chunks");
    expect([await page("/tools/uuid"), await page("/signup")]).toEqual([200, 200]);
  } finally {
    server.kill("SIGTERM");
    await server.exited;
  }
});

describe.skipIf(!hasBrowser)("in a browser", () => {
  let server: Running;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startQuintet({ EGRESS_ALLOW: "127.0.0.0/8" }), openBrowser()]);
  });
  afterAll(() => Promise.all([browser?.close(), server?.[Symbol.asyncDispose]()]));

  test("the landing page leads to a UUID, an audit, a key and a metered call", async () => {
    await using person = await visitor(browser, server.url);
    const { page } = person;
    const { act, reached } = startWalk("browser");
    await act(() => page.goto("/"));
    await act(() => page.click("main a[href='/tools/uuid']"));
    await page.waitForURL("**/tools/uuid*");
    expect(await page.inputValue("main textarea")).toMatch(UUID);
    reached("first UUID", 2);

    await act(() => page.goto("/tools/seo"));
    await act(() => page.fill("#tool-url", `${server.url}/docs`));
    await act(() => page.press("#tool-url", "Enter"));
    await page.locator("#tool-outcome >> text=/\\d+/").first().waitFor();
    reached("first audit without a key", 5);

    await act(() => page.goto("/signup"));
    // The address, the button, the link of the email, and its confirmation.
    await act(() => confirmEmail(page, server, newEmail()), 4);
    expect(await page.textContent("#the-key")).toMatch(/^qt_live_\w{33}$/);
    reached("a key", 10);

    await act(() => page.goto("/docs/seo"));
    const form = page.locator('[data-console][data-api="seo"][data-operation="audit"]');
    await act(() => form.locator('[name="url"]').fill(`${server.url}/docs`));
    await act(() => form.getByRole("button", { name: "Send request" }).click());
    await form.locator("text=/200/").first().waitFor();
    reached("first metered call", 13);
    await page.goto("/account");
    await page.locator("text=1 of 100 calls used").waitFor();
    expect(person.complaints).toEqual([]);
  });
});
