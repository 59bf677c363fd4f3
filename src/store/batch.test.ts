import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/engines.ts";

describe.each(engines)("counting statements that come together on $name", (engine) => {
  test("each is answered with its own rows, in order, and one that fails fails alone", async () => {
    await using database = await newDatabase(engine);
    const { count } = database;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        i % 10 === 7
          ? count`insert into account (id, email, created_at) values (${`id${i}`}, ${null}, '')`
          : count`insert into state (name, value, expires_at) values (${`n${i}`}, '', '') returning name`,
      ),
    );
    for (const [i, outcome] of outcomes.entries()) {
      if (i % 10 === 7) expect([i, outcome.status]).toEqual([i, "rejected"]);
      else expect(outcome.status === "fulfilled" && [...outcome.value]).toEqual([{ name: `n${i}` }]);
    }
    expect(await database.query`select name from state`).toHaveLength(180);
  });
});
