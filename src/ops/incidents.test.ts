import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { createState } from "../store/state.ts";
import { createIncidents } from "./incidents.ts";

describe.each(engines)("incidents on $name", (engine) => {
  test("are kept in the operator's words, the newest first, and end once", async () => {
    await using database = await newDatabase(engine);
    let clock = Date.parse("2026-11-20T12:00:00Z");
    const now = () => clock;
    const incidents = createIncidents(createState(database, { now }), now);
    expect(await incidents.list()).toEqual([]);
    const first = await incidents.open("PDF calls fail", "We are looking into it. <b>");
    clock += 60_000;
    const second = await incidents.open("Slow images", "Images take longer.");
    expect((await incidents.list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    await incidents.update(first.id, "The cause is found.");
    clock += 60_000;
    await incidents.resolve(first.id, "Fixed.");
    const kept = (await incidents.list()).find(({ id }) => id === first.id);
    expect(kept?.resolvedAt).toBe("2026-11-20T12:02:00.000Z");
    expect(kept?.updates.map(({ message }) => message)).toEqual([
      "We are looking into it. <b>",
      "The cause is found.",
      "Fixed.",
    ]);
    expect(await rejectionOf(incidents.update(first.id, "again"))).toMatchObject({ code: "conflict" });
    expect(await rejectionOf(incidents.resolve("nothing", "x"))).toMatchObject({ code: "not-found" });
    expect(await rejectionOf(incidents.open("Slow images", "again"))).toMatchObject({ code: "conflict" });
    // A resolved one may come again.
    await incidents.open("PDF calls fail", "again");
    for (let i = 0; i < 120; i++) await incidents.open(`Number ${i}`, "x");
    expect(await incidents.list()).toHaveLength(100);
  });

  test("that are opened at once are all kept, and one title once", async () => {
    await using database = await newDatabase(engine);
    const incidents = createIncidents(createState(database), Date.now);
    const titles = ["a", "b", "c", "a", "b", "d"];
    const opened = await Promise.allSettled(titles.map((title) => incidents.open(title, "x")));
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const { id } = (await incidents.list())[0] ?? expect.unreachable();
    await Promise.all(["1", "2", "3"].map((text) => incidents.update(id, text)));
    const kept = await incidents.list();
    expect(kept.map(({ title }) => title).sort()).toEqual(["a", "b", "c", "d"]);
    expect(kept.find((one) => one.id === id)?.updates).toHaveLength(4);
  });
});
