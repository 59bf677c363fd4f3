import type { Catalogue } from "./catalogue.ts";

/**
 * What the suite sells, by both of its price lists. One credit is worth $0.0005: the weights are the unit
 * prices of the single plans, so the bundle's 118,000 credits are those five plans together (10,000 +
 * 10,000 + 18,000 + 50,000 + 30,000), freely mixed.
 */

const usd = (dollars: number) => ({ amount: dollars.toFixed(2), currency: "USD" });
const everyApi = ["seo", "pdf", "images", "profiles", "products"] as const;

/** A call of the free plan is a call, not a library: our decision. */
const FREE_PDF_PAGES = 25;

export const listing = {
  meters: {
    seo: { unit: "calls", credits: 2 },
    pdf: { unit: "pages", credits: 5 },
    images: { unit: "images", credits: 36 },
    profiles: { unit: "profiles", credits: 50 },
    products: { unit: "lookups", credits: 6 },
  },
  plans: [
    {
      id: "hobbyist",
      listing: "landing",
      title: "Hobbyist",
      price: usd(0),
      note: `A PDF call takes at most ${FREE_PDF_PAGES} pages: our decision, so that one call is not a library.`,
      grants: everyApi.map((meter) => ({
        meter,
        limit: 100,
        window: "month",
        counts: "calls",
        ...(meter === "pdf" ? { maxUnits: FREE_PDF_PAGES } : {}),
      })),
    },
    {
      id: "seo",
      listing: "landing",
      title: "SEO audit",
      price: usd(5),
      grants: [{ meter: "seo", limit: 5_000, window: "month" }],
    },
    {
      id: "pdf",
      listing: "landing",
      title: "PDF extract",
      price: usd(5),
      grants: [{ meter: "pdf", limit: 2_000, window: "month" }],
    },
    {
      id: "images",
      listing: "landing",
      title: "Background removal",
      price: usd(9),
      grants: [{ meter: "images", limit: 500, window: "month" }],
    },
    {
      id: "profiles",
      listing: "landing",
      title: "Profile scraper",
      price: usd(25),
      grants: [{ meter: "profiles", limit: 1_000, window: "month" }],
    },
    {
      id: "products",
      listing: "landing",
      title: "Product data",
      price: usd(15),
      grants: [{ meter: "products", limit: 5_000, window: "month" }],
    },
    {
      id: "bundle",
      listing: "landing",
      title: "Bundle",
      price: usd(39),
      note: "One quota across all 5 APIs. Its size, 118,000 credits, and what a unit of each API costs in credits are our decision: the five single plans together, freely mixed.",
      grants: [{ meter: "credits", limit: 118_000, window: "month" }],
    },
    {
      id: "profiles-free",
      listing: "descriptor",
      title: "Profile scraper, free",
      price: usd(0),
      grants: [{ meter: "profiles", limit: 20, window: "day" }],
    },
    {
      id: "profiles-starter",
      listing: "descriptor",
      title: "Profile scraper, Starter",
      price: usd(19),
      grants: [{ meter: "profiles", limit: 1_000, window: "month" }],
    },
    {
      id: "profiles-pro",
      listing: "descriptor",
      title: "Profile scraper, Pro",
      price: usd(59),
      grants: [{ meter: "profiles", limit: 10_000, window: "month" }],
    },
    {
      id: "seo-free",
      listing: "descriptor",
      title: "SEO audit, free",
      price: usd(0),
      grants: [{ meter: "seo", limit: 50, window: "day" }],
    },
    {
      id: "seo-starter",
      listing: "descriptor",
      title: "SEO audit, Starter",
      price: usd(9),
      grants: [{ meter: "seo", limit: 5_000, window: "month" }],
    },
    {
      id: "seo-pro",
      listing: "descriptor",
      title: "SEO audit, Pro",
      price: usd(29),
      grants: [{ meter: "seo", limit: 50_000, window: "month" }],
    },
  ],
} satisfies Catalogue;
