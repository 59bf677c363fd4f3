import { describe, expect, test } from "bun:test";
import type { Catalogue } from "../../accounts/catalogue.ts";
import { defaultCatalogue } from "../../accounts/default-catalogue.ts";
import { apis } from "../../apis/default-apis.ts";
import { estimate, usageOf } from "./estimate.ts";

const catalogue = defaultCatalogue(apis);
const none = new Set<string>();
const idsOf = (usage: Record<string, number>, from: Catalogue = catalogue, off: ReadonlySet<string> = none) =>
  estimate(from, off, usage).cheapest?.plans.map(({ id }) => id);

describe("the plans for a usage", () => {
  test.each([
    [{ seo: 100, pdf: 100 }, []],
    [{ seo: 101 }, ["seo"]],
    // The free quota is used in addition.
    [{ seo: 5_100 }, ["seo"]],
    [{ seo: 5_000, pdf: 2_000 }, ["seo", "pdf"]],
    [{ seo: 20_000 }, ["bundle"]],
    // Too much for all plans together.
    [{ images: 1_000_000 }, undefined],
  ])("%j", (usage, plans) => {
    expect(idsOf(usage)).toEqual(plans);
  });

  test("are those that the operator sells, and none of APIs that are off", () => {
    const grant = { meter: "seo", limit: 10, window: "day" as const };
    const own: Catalogue = {
      meters: catalogue.meters,
      plans: [
        {
          id: "daily",
          listing: "landing",
          title: "Daily",
          price: { amount: "4.50", currency: "EUR" },
          grants: [grant],
        },
      ],
    };
    expect(idsOf({ seo: 300 }, own)).toEqual(["daily"]);
    expect(estimate(own, none, { seo: 300 }).cheapest).toMatchObject({ price: 4.5, currency: "EUR" });
    expect(idsOf({ seo: 301 }, own)).toBeUndefined();
    expect(idsOf({ seo: 300 }, own, new Set(["seo"]))).toBeUndefined();
    expect(idsOf({}, { ...own, plans: [] })).toEqual([]);
  });

  test("are found quickly among many plans, also where no choice covers the usage", () => {
    const meters = Object.keys(catalogue.meters);
    const plans = Array.from({ length: 30 }, (_, i) => ({
      id: `plan-${i}`,
      listing: "landing" as const,
      title: `Plan ${i}`,
      price: { amount: `${5 + i}.00`, currency: "USD" },
      grants: [{ meter: meters[i % meters.length] ?? "", limit: 1_000 * (i + 1), window: "month" as const }],
    }));
    const many = { ...catalogue, plans };
    const began = process.cpuUsage().user;
    expect(
      idsOf({ ...Object.fromEntries(meters.map((meter) => [meter, 100_000_000])) }, many),
    ).toBeUndefined();
    expect(idsOf({ seo: 26_000 }, many)).toEqual(["plan-25"]);
    expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(300);
  });

  test("name the bundle beside cheaper plans, and the usage in credits", () => {
    const { credits, withCredits } = estimate(catalogue, none, { seo: 200, images: 10 });
    expect(credits).toBe(200 * 2 + 10 * 36);
    expect(withCredits?.plans.map(({ id }) => id)).toEqual(["bundle"]);
  });
});

test("free quotas are apart from those of the plans: free calls of PDFs are not pages", () => {
  const { quotas, free } = estimate(catalogue, none, { seo: 1_000, pdf: 1_000 });
  expect([quotas?.get("pdf"), free.get("pdf")]).toEqual([2_000, 100]);
  expect([quotas?.get("seo"), free.get("seo")]).toEqual([5_000, 100]);
});

test("a query has whole numbers; anything else counts as 0", () => {
  const query = new URLSearchParams("seo=12.9&pdf=-3&images=x&profiles=1e20&other=5");
  expect(usageOf(query, ["seo", "pdf", "images", "profiles", "products"])).toEqual({
    ...{ seo: 12, pdf: 0, images: 0, profiles: 100_000_000, products: 0 },
  });
});
