import { expect, test } from "bun:test";
import { readReport, storeReport } from "./shared-report.ts";
import type { State } from "./state.ts";

/** A state in memory, with a clock. */
function openState() {
  const kept = new Map<string, { value: unknown; until: number }>();
  const clock = { now: 0 };
  const state: State = {
    async get(name) {
      const found = kept.get(name);
      return found !== undefined && found.until > clock.now ? found.value : undefined;
    },
    async set(name, value, ttlMs) {
      kept.set(name, { value, until: clock.now + ttlMs });
    },
    async delete(name) {
      kept.delete(name);
    },
    claim: () => Promise.resolve(undefined),
  };
  return { state, kept, clock };
}

test("a link opens its report until it expires, and no other text opens one", async () => {
  const { state, kept, clock } = openState();
  const shared = await storeReport(state, "<p>é</p>", 0);
  const token = shared?.path.slice("/reports/".length) ?? "";
  expect(await readReport(state, token)).toBe("<p>é</p>");
  for (const wrong of [
    "",
    "x",
    token.slice(1),
    `${token}x`,
    token.toLowerCase(),
    "../state",
    "\0".repeat(32),
  ]) {
    expect(await readReport(state, wrong)).toBeUndefined();
  }
  // What is kept does not open it.
  expect([...kept.keys()].join()).not.toContain(token);
  expect(shared?.expiresAt).toBe("1970-01-08T00:00:00.000Z");
  clock.now = 7 * 86_400_000 - 1;
  expect(await readReport(state, token)).toBeDefined();
  clock.now += 1;
  expect(await readReport(state, token)).toBeUndefined();
});

test("a report that is too large is not stored", async () => {
  const { state, kept } = openState();
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
    .toString("hex")
    .repeat(1);
  const large = Array.from({ length: 12 }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64"),
  ).join(noise);
  expect(await storeReport(state, large, 0)).toBeUndefined();
  expect(kept.size).toBe(0);
});
