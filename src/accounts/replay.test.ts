import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/engines.ts";
import { createReplays, type Replays, type Turn } from "./replay.ts";

const DAY_MS = 24 * 3_600_000;

/** Begins a request that is new. */
async function begin(replays: Replays, account: string, key: string): Promise<Turn> {
  const begun = await replays.begin(account, key, ["pdf.extract", key]);
  if ("body" in begun) throw new TypeError(`${key} is not new`);
  return begun;
}

const answer = (size: number) => ({ status: 200, headers: [], body: "x".repeat(size) });

/** What a repetition of a request gets: the size of the answer, or the code of the problem. */
async function repeat(replays: Replays, account: string, key: string): Promise<number | string> {
  try {
    const begun = await replays.begin(account, key, ["pdf.extract", key]);
    return "body" in begun ? begun.body.length : "runs again";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe.each(engines)("stored answers on $name", (engine) => {
  test("take up their limit at most: then only the fact is kept, and nothing runs again", async () => {
    await using database = await newDatabase(engine);
    const replays = createReplays(database, Date.now, 10_000);
    for (const key of ["1", "2", "3"]) await (await begin(replays, "a", key)).keep(answer(4_000));
    await (await begin(replays, "b", "1")).keep(answer(4_000));
    const all = await Promise.all(["1", "2", "3"].map((key) => repeat(replays, "a", key)));
    expect(all).toEqual([4_000, 4_000, "response-not-stored"]);
    expect(await repeat(replays, "b", "1")).toBe(4_000);
    // A small one still fits.
    await (await begin(replays, "a", "4")).keep(answer(1_000));
    expect(await repeat(replays, "a", "4")).toBe(1_000);
  });

  test("one that is too large is not kept, by whatever is left of the limit", async () => {
    await using database = await newDatabase(engine);
    const replays = createReplays(database, Date.now);
    await (await begin(replays, "a", "1")).keep(undefined);
    expect(await repeat(replays, "a", "1")).toBe("response-not-stored");
    expect(replays.begin("a", "1", ["pdf.extract", "another"])).rejects.toMatchObject({
      code: "idempotency-mismatch",
    });
  });

  test("free their room after 24 hours, and the key may be used again", async () => {
    await using database = await newDatabase(engine);
    let now = Date.parse("2026-11-20T10:00:00Z");
    const replays = createReplays(database, () => now, 5_000);
    await (await begin(replays, "a", "1")).keep(answer(4_000));
    await (await begin(replays, "a", "2")).keep(answer(4_000));
    expect(await repeat(replays, "a", "2")).toBe("response-not-stored");
    now += DAY_MS;
    await (await begin(replays, "a", "3")).keep(answer(4_000));
    expect(await repeat(replays, "a", "3")).toBe(4_000);
    expect(await repeat(replays, "a", "2")).toBe("runs again");
  });
});
