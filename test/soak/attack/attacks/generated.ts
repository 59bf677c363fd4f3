import type { Attack, Caller, SiteContent } from "../attack.ts";
import { type Parser, parsers } from "../grammars.ts";
import { shotOf } from "../request.ts";
import { type HostileText, hostileTexts } from "../texts.ts";
import { utf8 } from "./bytes.ts";
import { audit } from "./pages.ts";

const HTML = "text/html; charset=utf-8";
const REPORT_MAX = 5_000_000;
const plain = utf8('<!doctype html><html lang="en"><title>A page</title><p>Text.</html>');

/** How texts reach their parser. */
type Delivery = Pick<Attack, "sites" | "upstreamPages" | "shot" | "responseMax">;

function bySite(parser: Parser, contentOf: (text: HostileText) => SiteContent, query = ""): Delivery {
  return {
    responseMax: REPORT_MAX,
    sites: (seed) => hostileTexts(parser, seed).map(contentOf),
    shot: (caller, i) => audit(caller, i, query),
  };
}

function byBody(parser: Parser, path: string, headers: Readonly<Record<string, string>>): Delivery {
  return {
    shot(caller, i) {
      const texts = hostileTexts(parser, caller.seed);
      const text = texts[(i + caller.index) % texts.length];
      if (text === undefined) throw new TypeError("there are texts");
      const key = { "X-API-Key": caller.keys[0] ?? "" };
      return shotOf(
        "POST",
        path,
        { ...headers, ...key },
        caller.cached(text.name, () => text.bytes()),
      );
    },
  };
}

function byUpstream(parser: Parser, pathOf: (number: string) => string): Delivery {
  return {
    responseMax: REPORT_MAX,
    upstreamPages: (seed) => hostileTexts(parser, seed).map((text) => text.bytes()),
    shot(caller: Caller, i) {
      const number = String((i + 3 * caller.index) % hostileTexts(parser, caller.seed).length);
      return shotOf("GET", pathOf(number), { "X-API-Key": caller.keys[0] ?? "" });
    },
  };
}

const asPage = (text: HostileText): SiteContent => ({ page: text.bytes(), type: HTML });

const deliveries: Readonly<Record<Exclude<Parser, "catalogue">, Delivery>> = {
  robots: bySite("robots", (text) => ({ page: plain, type: HTML, robots: text.bytes() })),
  sitemap: bySite("sitemap", (text) => ({ page: plain, type: HTML, sitemap: text.bytes() }), "&links=check"),
  html: bySite("html", asPage),
  "json-ld": bySite("json-ld", asPage),
  microdata: bySite("microdata", asPage),
  meta: bySite("meta", asPage),
  hreflang: bySite("hreflang", asPage),
  attributes: bySite("attributes", asPage),
  entities: bySite("entities", asPage),
  nesting: bySite("nesting", asPage),
  "json-body": byBody("json-body", "/images/remove-bg", { "Content-Type": "application/json" }),
  multipart: byBody("multipart", "/images/remove-bg", { "Content-Type": "multipart/form-data; boundary=b" }),
  mcp: byBody("mcp", "/mcp", {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  }),
  product: byUpstream(
    "product",
    (number) => `/amazon/product?asin=B0HOST${number.padStart(4, "0")}&marketplace=de&maxAge=0`,
  ),
  profile: byUpstream("profile", (number) => `/linkedin/profile?username=hostile-${number}&maxAge=0`),
};

/** A row for each parser: its generated texts in turn. */
export const generatedAttacks: readonly Attack[] = parsers.flatMap((parser) =>
  parser === "catalogue"
    ? []
    : [{ id: `text ${parser}`, title: `generated texts for ${parser}`, isPaid: true, ...deliveries[parser] }],
);
