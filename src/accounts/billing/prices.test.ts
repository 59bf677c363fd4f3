import { expect, test } from "bun:test";
import { catalogue } from "../../../test/fixtures/suite-catalogue.ts";
import { checkPrices, inMinorUnits, paidPlans } from "./prices.ts";

test.each([
  ["9.00", "USD", 900],
  ["0.05", "EUR", 5],
  ["1234567.89", "USD", 123_456_789],
  ["900.00", "JPY", 900],
  ["900.50", "JPY", Number.NaN],
  ["1.50", "KWD", 1500],
  // Stripe counts these two in hundredths, for the sake of those who always did.
  ["5.00", "UGX", 500],
  ["5.00", "ISK", 500],
])("%s %s is %p of the smallest unit", (amount, currency, expected) => {
  expect(inMinorUnits({ amount, currency })).toBe(expected);
});

test("many plans are looked up ten at a time", async () => {
  const [plan] = paidPlans(catalogue);
  if (plan === undefined) throw new Error("the catalogue sells something");
  const plans = Array.from({ length: 23 }, (_, i) => ({ ...plan, id: `plan-${i}` }));
  const asked: number[] = [];
  const checks = await checkPrices(
    {
      async call(answer, work) {
        const prices = {
          list: async ({ lookup_keys }: { lookup_keys: string[] }) => {
            asked.push(lookup_keys.length);
            return { data: [] };
          },
        };
        return answer.parse(await Reflect.apply(work, undefined, [{ prices }]));
      },
      event: () => Promise.reject(new Error("no event")),
    },
    plans,
  );
  expect(asked).toEqual([10, 10, 3]);
  expect(checks.map(({ plan: id, price }) => [id, price])).toEqual(plans.map(({ id }) => [id, null]));
  expect(checks[22]?.wrong).toContain("plan-22");
});
