import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { createSiteAuditSchedules } from "./site-audit-schedules.ts";

describe.each(engines)("schedules of site audits on $name", (engine) => {
  test("one from before the clock went back goes on at its time of day", async () => {
    await using database = await newDatabase(engine);
    const clock = { now: Date.parse("2027-11-20T10:00:00Z") };
    const started: (string | undefined)[] = [];
    const schedules = createSiteAuditSchedules({
      database,
      now: () => clock.now,
      start: async ({ idempotencyHash }) => void started.push(idempotencyHash),
      failed() {},
    });
    const of = {
      account: "",
      url: "https://site.example/",
      options: "{}",
      idempotencyHash: undefined,
    } as const;
    const { id } = await schedules.create({ ...of, every: "daily" });
    clock.now = Date.parse("2026-11-20T11:00:00Z");
    await schedules.startDue();
    expect([started, (await schedules.list(""))[0]?.due_at]).toEqual([[], "2026-11-21T10:00:00.000Z"]);
    clock.now = Date.parse("2026-11-21T10:00:00Z");
    await schedules.startDue();
    expect(started).toEqual([`${id} 2026-11-21T10:00:00.000Z`]);
  });
});
