import { expect, test } from "bun:test";
import { date, formatMinute, longDate, longMinute, longSecond, second } from "./dates.ts";

test("times are written in one form for people, in UTC", () => {
  const time = "2026-11-05T04:03:02.100Z";
  expect([date, longDate, formatMinute, longMinute, second, longSecond].map((write) => write(time))).toEqual([
    "Nov 5",
    "Nov 5, 2026",
    "Nov 5, 04:03",
    "Nov 5, 2026, 04:03",
    "Nov 5, 04:03:02",
    "Nov 5, 2026, 04:03:02",
  ]);
  expect([date, longDate].map((write) => write("2027-01-31"))).toEqual(["Jan 31", "Jan 31, 2027"]);
});
