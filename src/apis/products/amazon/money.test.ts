import { describe, expect, test } from "bun:test";
import { dayIn } from "./dates.ts";
import { findMarketplace, marketplaces, placesOf } from "./marketplaces.ts";
import { amountOf, machineMoney, moneyIn, moniesIn } from "./money.ts";

const AMOUNTS = [
  "0.05",
  "0.99",
  "1.00",
  "9.90",
  "12.48",
  "100.00",
  "162.98",
  "506.14",
  "999.99",
  "1234.56",
  "1649.00",
  "10000.10",
  "123456.78",
  "130999.00",
  "1234567.89",
  "98765432.10",
];

/** Other languages than its own that pages of a marketplace come in. */
const MORE = [
  "en-US",
  "de-DE",
  "fr-FR",
  "pt-PT",
  "es-ES",
  "ar-EG",
  "ar-AE",
  "hi-IN",
  "ja-JP",
  "sv-SE",
  "pl-PL",
  "tr-TR",
  "nl-NL",
];

describe.each(marketplaces.map((one) => [one.name, one] as const))(
  "amounts on %s",
  (_name, { currency, languages }) => {
    test.each([...new Set([...languages, ...MORE])])("as %s writes them", (language) => {
      const places = placesOf(currency);
      for (const currencyDisplay of ["symbol", "narrowSymbol", "code"] as const) {
        const format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay });
        for (const exact of AMOUNTS) {
          const amount = places === 0 ? String(Math.round(Number(exact))) : exact;
          const text = format.format(Number(amount));
          expect({ text, read: moneyIn(text, currency) }).toEqual({ text, read: { amount, currency } });
        }
      }
    });
  },
);

test.each([
  ["$12.99 - $24.99", "USD", ["12.99", "24.99"]],
  ["52,41 € con un ahorro del 21 %", "EUR", ["52.41"]],
  ["-21 % 52,41 €", "EUR", ["52.41"]],
  ["You save: -$5.00", "USD", []],
  ["", "USD", []],
  ["Price unavailable", "USD", []],
  ["$.50", "USD", ["0.50"]],
  ["£ .99 - £1.49", "GBP", ["0.99", "1.49"]],
  ["Rs.50", "INR", ["50.00"]],
  ["$0.5", "USD", []],
  ["$12.5 - $20.00", "USD", []],
  ["￥12.5", "JPY", []],
  ["12.05.2024", "EUR", []],
  ["1.2345", "EUR", []],
  ["12'99", "EUR", []],
  ["₩12,000", "USD", []],
  ["₪99.00", "USD", []],
  ["₽1 299", "EUR", []],
])("the amounts of %p", (text, currency, amounts) => {
  expect(moniesIn(text, currency).map(({ amount }) => amount)).toEqual(amounts);
});

test("a sign that others share is the marketplace's, and no other's", () => {
  expect(moneyIn("$5.00", "CAD")).toEqual({ amount: "5.00", currency: "CAD" });
  expect(moneyIn("US$5.00", "CAD")).toEqual({ amount: "5.00", currency: "USD" });
  expect(moneyIn("$5.00", "EUR")).toBeUndefined();
  expect(moneyIn("5,00 kr", "SEK")).toEqual({ amount: "5.00", currency: "SEK" });
});

test("what machines wrote is taken exactly or not at all", () => {
  expect(machineMoney("358.0", "INR")).toEqual({ amount: "358.00", currency: "INR" });
  expect(machineMoney(32970, "JPY")).toEqual({ amount: "32970", currency: "JPY" });
  expect(machineMoney("32970.0", "JPY")).toEqual({ amount: "32970", currency: "JPY" });
  for (const odd of ["1.499,99", "", "1e3", "-5", "0", "1.999", "NaN", undefined])
    expect(machineMoney(odd, "BRL")).toBeUndefined();
  expect(machineMoney("5.00", "???")).toBeUndefined();
});

test("any text gives an amount of the right form or none", () => {
  const alphabet = "0123456789.,   -€$%/()٠٥aR'’";
  for (let i = 0; i < 1_000; i++) {
    const text = Array.from(
      { length: i % 14 },
      (_, k) => alphabet[(i * 7919 + k * 104_729 + i * k) % alphabet.length],
    ).join("");
    for (const { amount } of moniesIn(text, "EUR")) expect(amount).toMatch(/^\d+\.\d\d$/);
    expect(amountOf(text, 2) ?? "0.00").toMatch(/^\d+\.\d\d$/);
  }
});

test("a marketplace is found by name, host and id", () => {
  for (const one of marketplaces) {
    for (const text of [one.name, one.host, `amazon.${one.name}`, one.id, one.host.toUpperCase()])
      expect(findMarketplace(text)).toBe(one);
  }
  for (const text of ["", "amazon", "xx", "amazon.example", "evil.com", "www.amazon.de.evil.com"])
    expect(findMarketplace(text)).toBeUndefined();
  expect(marketplaces).toHaveLength(23);
});

describe("dates", () => {
  const languages = [
    "en-US",
    "en-GB",
    "en-IN",
    "de",
    "fr",
    "es",
    "pt-BR",
    "pt-PT",
    "it",
    "nl",
    "sv",
    "pl",
    "tr",
    "ja",
    "ar-AE",
    "hi",
  ];
  test.each(languages)("every day of a year as %s writes it", (language) => {
    for (const dateStyle of ["long", "medium"] as const) {
      // A numeric month is ambiguous, and no page writes it.
      const format = new Intl.DateTimeFormat(language, { dateStyle, timeZone: "UTC", calendar: "gregory" });
      for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2025, 0, 1); at += 86_400_000) {
        const text = format.format(at);
        if (!/\p{L}{2}/u.test(text) && !text.includes("年")) continue;
        const value = new Date(at).toISOString().slice(0, 10);
        expect({ text, read: dayIn(`xx ${text} yy`).value }).toEqual({ text, read: value });
      }
    }
  });

  test.each([
    ["Reviewed in the United States on March 22, 2026", "2026-03-22"],
    ["Avaliado no Brasil em 6 de abril de 2020", "2020-04-06"],
    ["Reseñado en España el 7 de febrero de 2024", "2024-02-07"],
    ["Avis laissé en France le 10 février 2023", "2023-02-10"],
    ["am 9. November 2016", "2016-11-09"],
    ["on June 17, 2016", "2016-06-17"],
    ["Reviewed in India on 24 July 2025", "2025-07-24"],
    ["2026年1月5日に日本でレビュー済み", "2026-01-05"],
    ["३ फरवरी २०२४ को भारत में समीक्षा की गई", "2024-02-03"],
    ["3 \u095eरवरी 2024", "2024-02-03"],
    ["تمت المراجعة في مصر في ٣ أغسطس ٢٠٢٤", "2024-08-03"],
    ["Türkiye'de 3 AĞUSTOS 2024 tarihinde değerlendirildi", "2024-08-03"],
    ["on 31 February 2020", null],
    ["Bewertet vor langer Zeit", null],
    ["", null],
  ])("%s", (sentence, value) => {
    expect(dayIn(sentence)).toEqual({ value, precision: "day" });
  });
});
