import { isFree, plansOnSale } from "../../accounts/catalogue.ts";
import { markdownBlocks, markdownTable } from "../markdown-parts.ts";
import { givesOf, metersOf, type PricesProps, priceOf } from "../prices.tsx";

/** Writes the prices as Markdown, from the catalogue that calls are charged by. */
export function pricingMarkdown(of: PricesProps, baseUrl: string): string {
  const { catalogue, off, titleOf } = of;
  const plans = plansOnSale(catalogue, off);
  const blocks = [
    "Failed calls are free. Cancel any time. No overage charges. UUIDs are always free.",
    "## Plans",
    markdownTable(
      ["Plan", "Price a month", "Quota", "Note"],
      plans.map((plan) => [
        plan.title,
        isFree(plan) ? "free" : priceOf(plan),
        givesOf(plan, catalogue).join(", "),
        plan.note ?? "",
      ]),
    ),
    "## Credits",
    markdownTable(
      ["API", "Unit", "Credits per unit"],
      metersOf(of).map(([meter, { unit, credits }]) => [titleOf.get(meter) ?? meter, unit, String(credits)]),
    ),
    `The calculator is a GET form: ${baseUrl}/pricing?${metersOf(of)
      .map(([meter]) => `${meter}=1000`)
      .join("&")}`,
  ];
  return `# Pricing\n\n${markdownBlocks(blocks)}`;
}
