import { expect, test } from "bun:test";
import { isoDate } from "./iso-date.ts";

test.each([
  ["D:20161231120000+01'00'", "2016-12-31T11:00:00.000Z"],
  ["D:20161231120000Z", "2016-12-31T12:00:00.000Z"],
  ["D:2016", "2016-01-01T00:00:00"],
  ["20161231", "2016-12-31T00:00:00"],
  ["D:20160231", null],
  ["yesterday", null],
])("the date %s is %s", (text, expected) => expect(isoDate(text)).toBe(expected));
