import { describe, expect, test } from "bun:test";
import { periodOf } from "./period.ts";

const at = (text: string) => Date.parse(text);

test.each([
  ["day", "2026-11-20T23:59:59.999Z", undefined, "2026-11-20", "2026-11-21"],
  ["day", "2026-11-20T00:00:00.000Z", "2026-01-31", "2026-11-20", "2026-11-21"],
  ["month", "2026-12-31T23:59:59.999Z", undefined, "2026-12", "2027-01-01"],
  ["month", "2026-11-20T12:00:00Z", "2026-11-17", "2026-11-17", "2026-12-17"],
  ["month", "2026-11-16T23:59:59Z", "2026-09-17", "2026-10-17", "2026-11-17"],
  ["month", "2026-02-27T23:59:59Z", "2026-01-31", "2026-01-31", "2026-02-28"],
  ["month", "2026-02-28T00:00:00Z", "2026-01-31", "2026-02-28", "2026-03-31"],
  ["month", "2028-02-28T12:00:00Z", "2027-12-31", "2028-01-31", "2028-02-29"],
  ["month", "2028-02-29T00:00:00Z", "2024-02-29", "2028-02-29", "2028-03-29"],
  ["month", "2027-02-28T00:00:00Z", "2024-02-29", "2027-02-28", "2027-03-29"],
  ["month", "2026-04-30T00:00:00Z", "2026-01-31", "2026-04-30", "2026-05-31"],
  ["month", "2026-01-05T00:00:00Z", "2025-12-31", "2025-12-31", "2026-01-31"],
] as const)("the %s of %s of a plan begun on %p is %s until %s", (window, now, startedOn, key, until) => {
  const period = periodOf(window, at(now), startedOn);
  expect([period.key, new Date(period.endsAt).toISOString().slice(0, 10)]).toEqual([key, until]);
});

describe("for any start and any moment", () => {
  test("a period holds its moment, and the next one starts where it ends", () => {
    for (let i = 0; i < 20_000; i++) {
      const now = at("2023-01-01T00:00:00Z") + Math.floor(Math.random() * 6 * 365 * 86_400_000);
      const startedOn = new Date(at("2023-01-01T00:00:00Z") + Math.floor(Math.random() * 1_500) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      for (const window of ["day", "month"] as const) {
        const { startsAt, endsAt, key } = periodOf(window, now, startedOn);
        expect(startsAt <= now && now < endsAt).toBe(true);
        expect(periodOf(window, endsAt, startedOn).startsAt).toBe(endsAt);
        expect(periodOf(window, endsAt - 1, startedOn).key).toBe(key);
        const days = (endsAt - startsAt) / 86_400_000;
        expect(window === "day" ? days === 1 : days >= 28 && days <= 31).toBe(true);
      }
    }
  });
});
