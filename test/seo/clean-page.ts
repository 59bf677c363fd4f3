import { compose } from "../../src/apis/seo/audit.ts";
import type { FetchedPage } from "../../src/apis/seo/fetch/fetched-page.ts";
import type { Probes } from "../../src/apis/seo/fetch/probe-results.ts";
import { examine } from "../../src/apis/seo/report/report.ts";
import type { Audit } from "../../src/apis/seo/report/schema/audit.ts";

/** Sentences without a flaw, enough of them not to be thin. */
const TEXT = Array.from(
  { length: 24 },
  (_, i) =>
    `Our workshop number ${i + 1} repairs bicycles with care, and every customer gets a fair price today.`,
).join(" ");

/** A page that no check has anything to say about. */
export const CLEAN = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Bicycle repairs in Lisbon, done in a day</title>
<meta name="description" content="We repair bicycles of every make in Lisbon, in a day, at a price that we tell you before we start the work.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="https://shop.example/repairs">
<link rel="icon" href="https://shop.example/icon.png">
<link rel="alternate" hreflang="en" href="https://shop.example/repairs">
<link rel="alternate" hreflang="pt-PT" href="https://shop.example/reparos">
<link rel="alternate" hreflang="x-default" href="https://shop.example/repairs">
<meta property="og:title" content="Bicycle repairs in Lisbon">
<meta property="og:type" content="website">
<meta property="og:image" content="https://shop.example/card.png">
<meta property="og:url" content="https://shop.example/repairs">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "LocalBusiness", "name": "Rodas", "address": "Rua 1", "geo": {"latitude": 1}, "openingHoursSpecification": [{"opens": "09:00"}], "telephone": "1", "priceRange": "€€", "url": "https://shop.example/"}</script>
</head>
<body>
<h1>Bicycle repairs</h1>
<p>${TEXT}</p>
<h2>What it costs</h2>
<p>See the <a href="/prices">price list</a> and <a href="https://other.example/">our supplier</a>.</p>
<img src="/wheel.png" alt="A wheel" width="10" height="10">
</body>
</html>`;

/** What was fetched of the clean page, with changes. */
export function fetched(changes: Partial<FetchedPage> & { readonly html?: string } = {}): FetchedPage {
  const { html = CLEAN, ...rest } = changes;
  const encode = (text: string) => new TextEncoder().encode(text);
  return {
    url: "https://shop.example/repairs",
    finalUrl: "https://shop.example/repairs",
    status: 200,
    headers: new Map([
      ["content-type", ["text/html; charset=utf-8"]],
      ["content-encoding", ["br"]],
    ]),
    body: encode(html),
    truncated: false,
    transferBytes: 1000,
    redirects: [],
    stopped: undefined,
    ttfbMs: 50,
    totalMs: 60,
    robots: {
      state: "answered",
      url: "https://shop.example/robots.txt",
      status: 200,
      body: encode("User-agent: *\nDisallow: /admin\nSitemap: https://shop.example/sitemap.xml\n"),
    },
    fetchedAt: Date.parse("2026-11-20T12:00:00Z"),
    ...rest,
  };
}

/** Further fetches that found everything in order. */
export const GOOD_PROBES: Probes = {
  internal: [{ url: "https://shop.example/prices", state: "ok", status: 200, place: {} }],
  external: [{ url: "https://other.example/", state: "ok", status: 200, place: {} }],
  images: [{ url: "https://shop.example/wheel.png", state: "ok", status: 200, place: {} }],
  favicon: { url: "https://shop.example/icon.png", state: "ok", status: 200, place: {} },
  ogImage: {
    url: "https://shop.example/card.png",
    state: "ok",
    status: 200,
    place: {},
    size: { width: 1200, height: 630 },
  },
  canonical: { url: "https://shop.example/repairs", state: "ok", status: 200, place: {}, problem: undefined },
  returns: [{ url: "https://shop.example/reparos", state: "ok", status: 200, place: {}, linksBack: true }],
  sitemap: { found: true, lists: true, url: "https://shop.example/sitemap.xml" },
  httpEnforced: true,
  wwwUnified: true,
};

/** The report about a fetched page, without any network. */
export function report(of: FetchedPage, probes?: Probes): Audit {
  return compose(examine(of), probes);
}
