import { isFree, plansOnSale } from "../../accounts/catalogue.ts";
import { type Block, blocksMarkdown } from "../blocks.tsx";
import { givesOf, metersOf, type PricesProps, priceOf } from "../prices.tsx";

/** Writes the prices as Markdown, from the catalogue that calls are charged by. */
export function pricingMarkdown(of: PricesProps, baseUrl: string): string {
  const { catalogue, off, titleOf } = of;
  const plans = plansOnSale(catalogue, off);
  const blocks: Block[] = [
    {
      kind: "text",
      text: "Failed calls are free. Cancel any time. No overage charges. UUIDs are always free.",
    },
    { kind: "heading", id: "plans", text: "Plans" },
    {
      kind: "table",
      head: ["Plan", "Price a month", "Quota", "Note"],
      rows: plans.map((plan) => [
        plan.title,
        isFree(plan) ? "free" : priceOf(plan),
        givesOf(plan, catalogue).join(", "),
        plan.note ?? "",
      ]),
    },
    { kind: "heading", id: "credits", text: "Credits" },
    {
      kind: "table",
      head: ["API", "Unit", "Credits per unit"],
      rows: metersOf(of).map(([meter, { unit, credits }]) => [
        titleOf.get(meter) ?? meter,
        unit,
        String(credits),
      ]),
    },
    {
      kind: "text",
      text: `The calculator is a GET form: ${baseUrl}/pricing?${metersOf(of)
        .map(([meter]) => `${meter}=1000`)
        .join("&")}`,
    },
  ];
  return `# Pricing\n\n${blocksMarkdown(blocks, baseUrl)}`;
}
