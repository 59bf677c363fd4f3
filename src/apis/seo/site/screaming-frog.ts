import { STATUS_CODES } from "node:http";
import type { Cell } from "../../../kit/csv.ts";
import { DESCRIPTION_FONT, pixelWidth, TITLE_FONT } from "../analysis/html/pixels.ts";
import type { AnalyzedSite } from "./analyze-site.ts";
import type { HtmlPage, Node } from "./site-graph.ts";
import type { Table } from "./site-tables.ts";

/** A URL of the site, as its row sees it. */
interface Row {
  readonly site: AnalyzedSite;
  readonly number: number;
  readonly url: string;
  /** Undefined for a URL that robots.txt blocks. */
  readonly node: Node | undefined;
  readonly html: HtmlPage | undefined;
  /** Unique links of the page to URLs of the site, and to others. */
  readonly outlinks: readonly [internal: number, external: number];
  /** HTML pages of the site that were read. */
  readonly pages: number;
}

const BLOCKED = "Blocked by robots.txt";

/** The target of a page's meta refresh; undefined where it leads to itself. */
const refreshOf = ({ html, number }: Row) => (html?.refresh === number ? undefined : html?.refresh);

/** The reasons why a URL is not indexable, in Screaming Frog's words; none where it is. */
function barriers(row: Row): string[] {
  const { site, number, node, html } = row;
  if (node === undefined) return [BLOCKED];
  const { status } = node;
  if (status === null) return ["No Response"];
  if (status >= 500) return ["Server Error"];
  if (status >= 400) return ["Client Error"];
  if (status >= 300 || refreshOf(row) !== undefined) return ["Redirected"];
  return [
    ...(site.graph.canonicalOf(number) === undefined ? [] : ["Canonicalised"]),
    ...(html?.noindex === true ? ["noindex"] : []),
  ];
}

function statusText({ node }: Row): string {
  if (node === undefined) return BLOCKED;
  if (node.status !== null) return STATUS_CODES[node.status] ?? "";
  return node.error === "upstream-timeout" ? "Connection Timeout" : "No Response";
}

function redirectUrl(row: Row): Cell {
  const target = row.node?.location ?? refreshOf(row);
  return target === undefined ? null : row.site.graph.urlOf(target);
}

function redirectType(row: Row): Cell {
  if (row.node?.location !== undefined) return "HTTP Redirect";
  return refreshOf(row) === undefined ? null : "Meta Refresh";
}

const thousandths = (value: number) => Math.round(value * 1_000) / 1_000;
const lengthOf = (text: string | null | undefined) => text?.length ?? 0;
const widthOf = (text: string | null | undefined, font: number) => pixelWidth(text ?? "", font);
const linksIn = ({ site, number }: Row) => site.issues.inLinks.countOf(number);
/** `2026-11-25 20:30:00`, in UTC. */
const timestamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** The columns of the export "Internal: All" of Screaming Frog SEO Spider 22, in its order. */
const COLUMNS =
  `Address, Content Type, Status Code, Status, Indexability, Indexability Status, Title 1, Title 1 Length, Title 1 Pixel Width, Meta Description 1, Meta Description 1 Length, Meta Description 1 Pixel Width, Meta Keywords 1, Meta Keywords 1 Length, H1-1, H1-1 Length, H2-1, H2-1 Length, H2-2, H2-2 Length, Meta Robots 1, X-Robots-Tag 1, Meta Refresh 1, Canonical Link Element 1, rel="next" 1, rel="prev" 1, HTTP rel="next" 1, HTTP rel="prev" 1, amphtml Link Element, Size (bytes), Transferred (bytes), Total Transferred (bytes), CO2 (mg), Carbon Rating, Word Count, Sentence Count, Average Words Per Sentence, Flesch Reading Ease Score, Readability, Text Ratio, Crawl Depth, Folder Depth, Link Score, Inlinks, Unique Inlinks, Unique JS Inlinks, % of Total, Outlinks, Unique Outlinks, Unique JS Outlinks, External Outlinks, Unique External Outlinks, Unique External JS Outlinks, Closest Near Duplicate Match, No. Near Duplicates, Spelling Errors, Grammar Errors, Hash, Response Time, Last Modified, Redirect URL, Redirect Type, Cookies, Language, HTTP Version, Mobile Alternate Link, Closest Semantically Similar Address, Semantic Similarity Score, No. Semantically Similar, Semantic Relevance Score, URL Encoded Address, Crawl Timestamp`.split(
    ", ",
  );

/** The values of columns. The others are always empty: the crawl does not know them. */
const VALUES = new Map<string, (row: Row) => Cell>([
  ["Address", ({ url }) => url],
  ["Content Type", ({ node }) => node?.contentType ?? null],
  ["Status Code", ({ node }) => node?.status ?? 0],
  ["Status", statusText],
  ["Indexability", (row) => (barriers(row).length === 0 ? "Indexable" : "Non-Indexable")],
  ["Indexability Status", (row) => barriers(row).join(",")],
  ["Title 1", ({ html }) => html?.title ?? null],
  ["Title 1 Length", ({ html }) => lengthOf(html?.title)],
  ["Title 1 Pixel Width", ({ html }) => widthOf(html?.title, TITLE_FONT)],
  ["Meta Description 1", ({ html }) => html?.description ?? null],
  ["Meta Description 1 Length", ({ html }) => lengthOf(html?.description)],
  ["Meta Description 1 Pixel Width", ({ html }) => widthOf(html?.description, DESCRIPTION_FONT)],
  ["H1-1", ({ html }) => html?.h1 ?? null],
  ["H1-1 Length", ({ html }) => lengthOf(html?.h1)],
  [
    "Canonical Link Element 1",
    ({ site, html }) => (html?.canonical === undefined ? null : site.graph.urlOf(html.canonical)),
  ],
  ["Size (bytes)", ({ node }) => node?.bytes ?? 0],
  ["Word Count", ({ html }) => html?.words ?? 0],
  ["Crawl Depth", ({ site, number }) => site.issues.depthOf(number)],
  ["Folder Depth", ({ url }) => new URL(url).pathname.split("/").length - 2],
  ["Inlinks", linksIn],
  ["Unique Inlinks", linksIn],
  ["% of Total", (row) => (row.pages === 0 ? 0 : thousandths((100 * linksIn(row)) / row.pages))],
  ["Outlinks", ({ outlinks: [internal] }) => internal],
  ["Unique Outlinks", ({ outlinks: [internal] }) => internal],
  ["External Outlinks", ({ outlinks: [, external] }) => external],
  ["Unique External Outlinks", ({ outlinks: [, external] }) => external],
  ["Hash", ({ html }) => html?.textHash ?? null],
  ["Response Time", ({ node }) => (node === undefined ? null : thousandths(node.totalMs / 1_000))],
  ["Redirect URL", redirectUrl],
  ["Redirect Type", redirectType],
  ["Language", ({ html }) => html?.lang ?? null],
  ["URL Encoded Address", ({ url }) => url],
  ["Crawl Timestamp", ({ site }) => timestamp(site.graph.start?.at ?? 0)],
]);

function outlinksOf({ graph }: AnalyzedSite, html: HtmlPage | undefined): readonly [number, number] {
  const all = html?.links ?? new Int32Array();
  const internal = all.filter((link) => graph.isOwn(link < 0 ? -1 - link : link)).length;
  return [internal, all.length - internal];
}

/**
 * The pages of a crawl, and the URLs of the site that robots.txt blocks, with the columns of Screaming Frog's export
 * "Internal: All".
 */
export function screamingFrogTable(site: AnalyzedSite): Table {
  const { graph } = site;
  return {
    name: "internal_all",
    head: COLUMNS,
    *rows() {
      const pages = [...graph.htmlPages()].length;
      for (const number of graph.urls.keys()) {
        const node = graph.nodes[number];
        const isBlocked = node === undefined && graph.skipped[number] === "robots" && graph.isOwn(number);
        if (node?.as !== "page" && !isBlocked) continue;
        const html = graph.htmlOf(number);
        const outlinks = outlinksOf(site, html);
        const row: Row = { site, number, url: graph.urlOf(number), node, html, outlinks, pages };
        yield COLUMNS.map((name) => VALUES.get(name)?.(row) ?? null);
      }
    },
  };
}
