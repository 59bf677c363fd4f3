import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { createLog } from "../ops/log.ts";
import { EmailQueue } from "./email-queue.ts";

describe.each(engines)("emails on $name", (engine) => {
  test("those that were sent before the clock went back take nothing of this hour", async () => {
    await using database = await newDatabase(engine);
    let now = Date.parse("2026-11-20T12:00:00Z");
    const sent: string[] = [];
    const queue = new EmailQueue({
      database,
      log: createLog("silent"),
      send: async ({ to }) => void sent.push(to),
      compose: async (_kind, to) => ({ to, subject: "", text: "" }),
      perHour: 1,
      now: () => now,
    });
    for (const to of ["a@example.com", "b@example.com"]) {
      await queue.enqueue("quota", to, {});
      await queue.drain();
      now -= 24 * 3_600_000;
    }
    expect(sent).toEqual(["a@example.com", "b@example.com"]);
  });
});
