import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { createState } from "./state.ts";

describe.each(engines)("shared state on $name", (engine) => {
  test("a value is kept until it expires, and no longer", async () => {
    await using database = await newDatabase(engine);
    let now = 1_000;
    const state = createState(database, { now: () => now });
    await state.set("a", { list: [1, "é", null] }, 500);
    expect(await state.get("a")).toEqual({ list: [1, "é", null] });
    await state.set("a", 2, 500);
    expect(await state.get("a")).toBe(2);
    now = 1_500;
    expect(await state.get("a")).toBeUndefined();
    await state.set("b", 1, 1);
    await state.delete("b");
    expect(await state.get("b")).toBeUndefined();
  });

  test("of many callers one gets the claim; it comes free by release or by time", async () => {
    await using database = await newDatabase(engine);
    let now = 0;
    const state = createState(database, { now: () => now });
    const won = (await Promise.all(Array.from({ length: 40 }, () => state.claim("c", 100)))).filter(Boolean);
    expect(won).toHaveLength(1);
    expect([await state.isClaimed("c"), await state.isClaimed("d")]).toEqual([true, false]);
    now = 100;
    expect(await state.isClaimed("c")).toBe(false);
    const second = await state.claim("c", 100);
    expect(second).toBeDefined();
    await won[0]?.release();
    expect(await state.claim("c", 100)).toBeUndefined();
    await second?.release();
    expect(await state.claim("c", 100)).toBeDefined();
    // Whoever names a holder may claim for a short time what another holds for long.
    expect(await state.claim("paid", 24 * 3_600_000, "one")).toBeDefined();
    expect(await state.claim("paid", 1_000, "another")).toBeUndefined();
    // One from before the clock went back holds no longer than others.
    now = 10 ** 12;
    expect(await state.claim("c", 100)).toBeDefined();
    now -= 3_600_000;
    expect(await state.claim("c", 100)).toBeDefined();
  });
});
