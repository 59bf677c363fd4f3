import { describe, expect, test } from "bun:test";
import { dateFromParts, languageOf, machineDate, pageLanguages, readDate } from "./dates.ts";

const months = Array.from({ length: 12 }, (_, month) => month + 1);
const two = (n: number) => String(n).padStart(2, "0");

const styles: readonly [name: string, options: Intl.DateTimeFormatOptions, precision: "month" | "day"][] = [
  ["month and year, short", { year: "numeric", month: "short" }, "month"],
  ["month and year, long", { year: "numeric", month: "long" }, "month"],
  ["day, short", { year: "numeric", month: "short", day: "numeric" }, "day"],
  ["day, long", { year: "numeric", month: "long", day: "numeric" }, "day"],
];

describe.each([...pageLanguages])("dates as Intl writes them in %s", (language) => {
  test.each(styles)("%s", (_name, options, precision) => {
    const format = new Intl.DateTimeFormat(language, { ...options, calendar: "gregory", timeZone: "UTC" });
    for (const month of months) {
      for (const [year, day] of [
        [1998, 3],
        [2024, 28],
      ] as const) {
        const value = precision === "month" ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`;
        const text = format.format(Date.UTC(year, month - 1, day));
        expect({ text, read: readDate(text, language) }).toEqual({ text, read: { value, precision } });
      }
    }
  });

  test("with the language's own calendar: right, or null, and never wrong", () => {
    const format = new Intl.DateTimeFormat(language, { year: "numeric", month: "long", timeZone: "UTC" });
    for (const month of months) {
      const read = readDate(format.format(Date.UTC(2021, month - 1, 5)), language);
      if (read !== null) expect(read.value).toBe(`2021-${two(month)}`);
    }
  });

  test("a year alone stays a year", () => {
    expect(readDate("2007", language)).toEqual({ value: "2007", precision: "year" });
  });
});

describe("dates that are written by people", () => {
  test.each([
    ["Mar 2021", "en", "2021-03"],
    ["Sept 2019", "en-GB", "2019-09"],
    ["Aug. 2020", "de", "2020-08"],
    ["janv. 2020", "fr", "2020-01"],
    ["ene. de 2020", "es", "2020-01"],
    ["out de 2011", "pt", "2011-10"],
    ["2020年3月", "ja", "2020-03"],
    ["2020年", "zh-CN", "2020"],
    ["2020년 12월", "ko", "2020-12"],
    ["tháng 12 năm 2021", "vi", "2021-12"],
    ["thg 1 2021", "vi", "2021-01"],
    ["listopad 2019", "pl", "2019-11"],
    ["03/2021", "pt", "2021-03"],
    ["2021-03", "en", "2021-03"],
    ["28/04/2020", "fr", "2020-04-28"],
    ["04/28/2020", "en", "2020-04-28"],
    ["Apr 28, 2020", "en", "2020-04-28"],
    ["Issued Jun 2018", "en", "2018-06"],
    ["März 2021", "en", "2021-03"],
    ["มีนาคม 2564", "th", "2021-03"],
    ["مارس ٢٠٢١", "ar", "2021-03"],
  ])("%s (%s) is %s", (text, language, value) => {
    expect(readDate(text, language)?.value).toBe(value);
  });

  test.each([
    ["04/05/2020", "en", "2020"],
    ["Maybe 2020", "en", "2020"],
  ])("%s: what cannot be told apart is left out", (text, language, value) => {
    expect(readDate(text, language)).toEqual({ value, precision: "year" });
  });

  test.each([
    ["", "en"],
    ["Present", "en"],
    ["5 years 8 months", "en"],
    ["2007 - 2010", "en"],
    ["Jan 2020 Mar", "en"],
    ["31 Feb 2020", "en"],
    ["13/2020", "pt"],
    ["0000", "en"],
    ["9999", "en"],
    ["120215", "en"],
  ])("%s is no date", (text, language) => {
    expect(readDate(text, language)).toBeNull();
  });

  test("any text is read without an error", () => {
    const alphabet = [..."0123456789 /.-年月日JanMärzمارسมี*%\u200f\ud800", "2021", "Mar", " ", "12"];
    let seed = 7;
    const draw = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % n;
    };
    const dates: string[] = [];
    for (let i = 0; i < 500; i++) {
      const text = Array.from({ length: draw(14) }, () => alphabet[draw(alphabet.length)]).join("");
      const read = readDate(text, pageLanguages[draw(pageLanguages.length)] ?? "en");
      if (read !== null) dates.push(read.value);
    }
    expect(dates).not.toEqual([]);
    for (const date of dates) expect(date).toMatch(/^(?:19|20|21)\d\d(?:-\d\d){0,2}$/);
  });
});

describe("dates that machines wrote", () => {
  test.each([
    [2014, { value: "2014", precision: "year" }],
    ["2021-03", { value: "2021-03", precision: "month" }],
    ["2021-03-04", { value: "2021-03-04", precision: "day" }],
    ["2021-03-04T00:00:00Z", { value: "2021-03-04", precision: "day" }],
    ["2021-13", null],
    ["**** **", null],
    [null, null],
    [0, null],
  ] as const)("%p", (value, expected) => {
    expect(machineDate(value)).toEqual(expected);
  });

  test.each([
    [{ year: 2002 }, "2002"],
    [{ year: 2002, month: 4 }, "2002-04"],
    [{ year: 2002, month: 4, day: 9 }, "2002-04-09"],
    [{ year: 2002, month: 0, day: 0 }, "2002"],
    [{ month: 4 }, undefined],
    [undefined, undefined],
    [{ year: "2002" }, undefined],
  ] as const)("parts %p", (value, expected) => {
    expect(dateFromParts(value)?.value as string | undefined).toBe(expected as string | undefined);
  });
});

test.each([
  ["en_US", "en-US"],
  ["pt-BR", "pt-BR"],
  ["", "en"],
  [null, "en"],
  ["no language at all", "en"],
])("the language of %p", (tag, expected) => {
  expect(languageOf(tag)).toBe(expected);
});

test("what is counted in letters and a digit is no month, and the months of the Levant are read", () => {
  for (const text of ["Q3 2020", "H2 2020", "T3 2020", "v1 2020"])
    expect(readDate(text, "en")).toEqual({ value: "2020", precision: "year" });
  expect(readDate("آذار 2020", "ar")).toEqual({ value: "2020-03", precision: "month" });
});
