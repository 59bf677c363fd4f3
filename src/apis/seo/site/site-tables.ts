import type { Cell } from "../../../kit/csv.ts";
import { type AnalyzedSite, sortedItems, templatesOf, writtenItem } from "./analyze-site.ts";
import { issueIds, issueKinds } from "./issue-catalogue.ts";

/** A table to export: its head and its rows. */
export interface Table {
  readonly name: string;
  readonly head: readonly string[];
  rows(): Iterable<readonly Cell[]>;
}

/** Rows of the table of links: each link to a URL that is broken or redirects. */
const LINK_ROWS_MAX = 200_000;

function issuesTable(site: AnalyzedSite): Table {
  return {
    name: "issues",
    head: ["issue", "severity", "title", "url", "detail", "relatedCount", "related", "remedy"],
    *rows() {
      for (const id of issueIds) {
        const { severity, title, remedy } = issueKinds[id];
        for (const found of sortedItems(site, id)) {
          const { url, detail, related, relatedCount } = writtenItem(site.graph, found);
          yield [id, severity, title, url, detail, relatedCount, related.join(" "), remedy];
        }
      }
    },
  };
}

function pagesTable({ graph, issues, templates }: AnalyzedSite): Table {
  return {
    name: "pages",
    head: "url status error contentType redirectsTo depth inSitemap indexable noindex canonical title description h1 lang words linksIn linksOut ttfbMs totalMs bytes score template".split(
      " ",
    ),
    *rows() {
      for (const [number, node] of graph.nodes.entries()) {
        if (node?.as !== "page") continue;
        const { html, location, status, error = null, contentType, ttfbMs, totalMs, bytes } = node;
        const url = graph.urlOf(number);
        const canonical = html?.canonical === undefined ? null : graph.urlOf(html.canonical);
        yield [
          url,
          status,
          error,
          contentType,
          location === undefined ? null : graph.urlOf(location),
          issues.depthOf(number),
          graph.listed.has(number),
          html === undefined ? null : issues.isIndexable(number),
          html?.noindex ?? null,
          canonical,
          html?.title ?? null,
          html?.description ?? null,
          html?.h1 ?? null,
          html?.lang ?? null,
          html?.words ?? null,
          issues.inLinks.countOf(number),
          html?.links.length ?? null,
          ttfbMs,
          totalMs,
          bytes,
          html?.score ?? null,
          html === undefined ? null : templates.templateOf(url),
        ];
      }
    },
  };
}

function linksTable({ graph }: AnalyzedSite): Table {
  return {
    name: "links",
    head: ["from", "to", "status", "finalUrl", "finalStatus", "nofollow"],
    *rows() {
      let rows = 0;
      for (const [number, { links }] of graph.htmlPages()) {
        for (const link of links) {
          const target = link < 0 ? -1 - link : link;
          const isBad =
            graph.isRedirect(target) || (graph.nodes[target] !== undefined && !graph.isOk(target));
          if (!isBad || rows >= LINK_ROWS_MAX) continue;
          rows++;
          const { end } = graph.resolve(target);
          yield [
            graph.urlOf(number),
            graph.urlOf(target),
            graph.statusOf(target),
            graph.urlOf(end),
            graph.statusOf(end),
            link < 0,
          ];
        }
      }
    },
  };
}

function templatesTable(site: AnalyzedSite): Table {
  return {
    name: "templates",
    head: ["template", "pages", "example", "issue", "count"],
    *rows() {
      for (const { pattern, pages, example, issues } of templatesOf(site)) {
        if (issues.length === 0) yield [pattern, pages, example, null, null];
        for (const { id, count } of issues) yield [pattern, pages, example, id, count];
      }
    },
  };
}

function sitemapsTable({ graph, issues }: AnalyzedSite): Table {
  return {
    name: "sitemaps",
    head: ["sitemap", "url", "status", "indexable", "linksIn"],
    *rows() {
      for (const { url, lists } of graph.sitemaps)
        for (const number of lists)
          yield [
            url,
            graph.urlOf(number),
            graph.statusOf(number),
            issues.isIndexable(number),
            issues.inLinks.countOf(number),
          ];
    },
  };
}

/** The tables of a crawl, in the order of sheets. */
export function tablesOf(site: AnalyzedSite): readonly Table[] {
  return [issuesTable(site), pagesTable(site), linksTable(site), templatesTable(site), sitemapsTable(site)];
}
