import { html, raw } from "hono/html";
import { counted, whole } from "../../../kit/numbers.ts";
import { type FoundKind, placesToFix, severityOf, stopTexts } from "../../../kit/site-overview.ts";
import { dial, minuteOf, STYLE } from "../report/print/style.ts";
import type { SiteReport } from "./report-schema.ts";
import { foundKinds } from "./site-overview.ts";

type Markup = ReturnType<typeof html>;
type Issue = SiteReport["issues"][number];

/** Metadata of the audit that is printed with its report. */
export interface PrintedAudit {
  readonly url: string;
  /** Why the audit ended early; null if it read every page. */
  readonly stopReason: string | null;
}

/** Places of an issue that are shown open; the rest are folded. */
const ITEMS_SHOWN = 5;

/** URLs that a ranking shows. */
const RANKED_SHOWN = 5;
/** A page is slow whose first byte took longer, in milliseconds: https://web.dev/articles/ttfb. Scores below the other are not green. */
const [SLOW_MS, GOOD_SCORE] = [800, 90];

const SITE_STYLE = `
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));gap:.6rem;list-style:none;padding:0}
.facts li{border:1px solid var(--line);border-radius:8px;padding:.6rem .8rem}.facts b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}
figure{margin:1rem 0 1.5rem}figcaption{font-weight:600;margin-bottom:.5rem}
.bars{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr max-content;gap:.35rem .8rem;align-items:center;list-style:none;margin:0;padding:0}
.bars li{display:contents}.bars svg{display:block;width:100%;height:14px}.bars rect{fill:var(--tone,var(--link))}.bars .track{fill:var(--wash)}
.bars.long{grid-template-columns:minmax(8rem,45%) 1fr max-content}.bars span{min-width:0}.bars b{font-variant-numeric:tabular-nums;text-align:right}
.items{list-style:none;padding:0;margin:.6rem 0}.items>li{border-top:1px solid var(--line);padding:.4rem 0}.items ul{margin:.2rem 0}
td .small{min-height:1.5rem;margin:.15rem 0}td a{display:inline-block;min-height:1.5rem}
details>summary{cursor:pointer;padding:.35rem 0}.number{text-align:right;font-variant-numeric:tabular-nums;width:7rem}
nav ul{columns:16rem;margin:0}.wide{overflow-x:auto}
@media(max-width:34rem){.bars.long{grid-template-columns:1fr max-content}.bars.long svg{display:none}.number{text-align:left;width:auto}
.wide thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.wide tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}
.wide td{border:0;padding:.1rem 0}.wide td:not([data-head=""])::before{content:attr(data-head) ": ";color:var(--soft);font-size:.875rem}}
@media print{details::details-content{content-visibility:visible!important;display:block!important}}`;

interface Bar {
  readonly label: Markup | string;
  readonly value: number;
  readonly text?: string;
  readonly tone?: string;
}

/** A chart of horizontal bars; each has its value as text, so that it needs no other description. */
function bars(caption: string, all: readonly Bar[], isLong = false): Markup | "" {
  if (all.length === 0) return "";
  const most = Math.max(1, ...all.map(({ value }) => value));
  const rows = all.map(({ label, value, text = whole(value), tone = "" }) => {
    const width = ((100 * value) / most).toFixed(1);
    return html`<li class="${tone}"><span>${label}</span><svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="14" rx="1"></rect><rect width="${width}" height="14" rx="1"></rect></svg><b>${text}</b></li>`;
  });
  return html`<figure><figcaption>${caption}</figcaption><ul class="bars${isLong ? " long" : ""}">${rows}</ul></figure>`;
}

function statusTone(status: number | null): string {
  if (status === null || status >= 500) return "bad";
  return status >= 400 ? "bad" : status >= 300 ? "fair" : "good";
}

/** A URL of the audited site; only web addresses become links. */
function link(url: string): Markup {
  return /^https?:\/\//.test(url)
    ? html`<a href="${url}" rel="noreferrer nofollow">${url}</a>`
    : html`${url}`;
}

function item({ url, detail, related, relatedCount }: Issue["items"][number]): Markup {
  const more = relatedCount - related.length;
  const places =
    related.length === 0
      ? ""
      : html`<details><summary class="small soft">${counted(relatedCount, "related URL")}</summary><ul class="small">${related.map((one) => html`<li>${link(one)}</li>`)}${more > 0 ? html`<li class="soft">And ${whole(more)} more.</li>` : ""}</ul></details>`;
  return html`<li>${link(url)}${detail === "" ? "" : html`<div class="soft small">${detail}</div>`}${places}</li>`;
}

/** The places that a report has of an issue, or of a check of its pages. */
function itemsOf({ issues, checks }: SiteReport, id: string): Issue["items"] {
  const examples = checks.find(({ check }) => check === id)?.examples ?? [];
  const ofPages = () => examples.map((url) => ({ url, detail: "", related: [], relatedCount: 0 }));
  return issues.find((one) => one.id === id)?.items ?? ofPages();
}

function issue(found: FoundKind, items: Issue["items"]): Markup {
  const { title, tone } = severityOf(found.severity);
  const shown = items.slice(0, ITEMS_SHOWN);
  const folded = items.slice(ITEMS_SHOWN);
  const left = found.count - items.length;
  return html`<article class="finding ${tone}" id="${found.id}"><header><h3>${found.title}</h3><span class="points">${counted(found.count, "place")}</span></header>
<p class="small soft">${title}. ID: <code>${found.id}</code></p><p>${found.remedy}</p><ul class="items">${shown.map(item)}</ul>${
    folded.length === 0
      ? ""
      : html`<details><summary>${counted(folded.length, "more place")}</summary><ul class="items">${folded.map(item)}</ul></details>`
  }${left > 0 ? html`<p class="soft small">And ${whole(left)} more.</p>` : ""}</article>`;
}

function issueIndex(issues: readonly FoundKind[]): Markup | "" {
  if (issues.length === 0) return "";
  const rows = issues.map(
    (one) =>
      html`<li><a href="#${one.id}">${one.title}</a> <b class="tone ${severityOf(one.severity).tone}">${whole(one.count)}</b></li>`,
  );
  return html`<nav aria-label="Issues"><ul>${rows}</ul></nav>`;
}

interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

function table(columns: readonly Column[], rows: readonly (readonly (Markup | string | number)[])[]): Markup {
  const heads = columns.map(
    ({ title, isNumber }) => html`<th scope="col" class="${isNumber ? "number" : ""}">${title}</th>`,
  );
  const cells = (row: (typeof rows)[number]) =>
    row.map((cell, i) => {
      const { title = "", isNumber = false } = columns[i] ?? {};
      return html`<td class="${isNumber ? "number" : ""}" data-head="${i === 0 ? "" : title}">${cell}</td>`;
    });
  return html`<div class="wide" role="region" aria-label="${columns[0]?.title ?? ""}" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`;
}

/** A section with a heading; nothing where it has no content. */
function section(title: string, content: Markup | "", note = ""): Markup | "" {
  if (content === "") return "";
  return html`<h2>${title}</h2>${note === "" ? "" : html`<p class="soft">${note}</p>`}${content}`;
}

function totals({ totals: of }: SiteReport): Markup {
  const facts: readonly (readonly [string, string])[] = [
    [whole(of.pages), "pages"],
    [whole(of.indexable), "indexable"],
    [whole(of.redirects), "redirects"],
    [whole(of.broken), "broken URLs of this site"],
    [whole(of.external), "URLs of other sites"],
  ];
  return html`<ul class="facts">${facts.map(([value, name]) => html`<li><b>${value}</b> <span class="soft small">${name}</span></li>`)}</ul>`;
}

function charts(report: SiteReport): Markup {
  const statuses = report.statuses.map(({ status, count: value }) => ({
    label: status === null ? "No response" : `HTTP ${status}`,
    value,
    tone: statusTone(status),
  }));
  const depths = report.depths.map(({ depth, count: value }) => ({
    label: depth === null ? "Not linked" : depth === 0 ? "Start page" : counted(depth, "click"),
    value,
  }));
  return html`${bars("URLs by status", statuses)}${bars("Pages by clicks from the start page", depths)}`;
}

/** URLs by a value, the first ones: exports have them all. */
function ranked(
  caption: string,
  all: SiteReport["slowest"],
  text: (value: number) => string = whole,
): Markup | "" {
  const shown = all.slice(0, RANKED_SHOWN);
  return bars(
    caption,
    shown.map(({ url, value }) => ({ label: link(url), value, text: text(value) })),
    true,
  );
}

function templateTable({ templates }: SiteReport, kinds: readonly FoundKind[]): Markup | "" {
  const titles = new Map(kinds.map(({ id, title }) => [id, title]));
  const shared = templates.filter(
    ({ pages, issues }) => pages > 1 && issues.some(({ id }) => titles.has(id)),
  );
  if (shared.length === 0) return "";
  return table(
    [{ title: "URLs" }, { title: "Pages", isNumber: true }, { title: "Issues" }],
    shared.map(({ pattern, pages, issues }) => {
      const shown = issues.filter(({ id }) => titles.has(id)).slice(0, 6);
      const rows = shown.map(
        ({ id, count: places }) => html`<div class="small">${titles.get(id)}: ${whole(places)}</div>`,
      );
      return [html`<code>${pattern}</code>`, whole(pages), html`${rows}`];
    }),
  );
}

function crawlTables({ skipped, sitemaps, robotsTxt, traps }: SiteReport): Markup {
  const reasons: readonly (readonly [string, number])[] = [
    ["Blocked by robots.txt", skipped.robots],
    ["Left out by include or exclude", skipped.pattern],
    ["Beyond the maximum depth", skipped.depth],
    ["Linked only with nofollow", skipped.nofollow],
    ["Part of a set of URLs without end", skipped.trap],
    ["Beyond the limits of the audit", skipped.limit],
  ];
  const left = reasons.filter(([, value]) => value > 0).map(([label, value]) => ({ label, value }));
  return html`${bars("URLs that were not read", left)}${
    sitemaps.length === 0
      ? html`<p>No sitemap was found.</p>`
      : table(
          [{ title: "Sitemap" }, { title: "URLs", isNumber: true }, { title: "Status" }],
          sitemaps.map(({ url, status, urls, error }) => [
            link(url),
            whole(urls),
            error === "robots" ? "Blocked by robots.txt" : (error ?? String(status ?? "No response")),
          ]),
        )
  }${table(
    [{ title: "robots.txt of" }, { title: "Status", isNumber: true }, { title: "State" }],
    robotsTxt.map(({ origin, status, state, crawlDelaySeconds }) => [
      origin,
      status ?? "None",
      `${state}${crawlDelaySeconds === null ? "" : `, Crawl-delay ${crawlDelaySeconds} s`}`,
    ]),
  )}${
    traps.length === 0
      ? ""
      : table(
          [{ title: "URLs without end" }, { title: "Kind" }, { title: "Example" }],
          traps.map(({ pattern, kind, example }) => [html`<code>${pattern}</code>`, kind, link(example)]),
        )
  }`;
}

/**
 * Writes the report of a site audit as one HTML page without scripts, to print or to share. It loads nothing. All that comes
 * from the audited site is escaped.
 */
export function printSiteReport(report: SiteReport, audit: PrintedAudit): string {
  const kinds = foundKinds(report);
  const costly = kinds.filter(({ weight }) => weight > 0);
  const notices = kinds.filter(({ weight }) => weight === 0);
  const average = report.score.average && Math.round(report.score.average);
  const stopped = audit.stopReason === null ? undefined : stopTexts[audit.stopReason];
  const { mostLinked, leastLinked } = report.links;
  // The pages of a small site are in both lists.
  const isRepeated = leastLinked.every(({ url }) => mostLinked.some((one) => one.url === url));
  const slow = report.slowest.filter(({ value }) => value > SLOW_MS);
  const low = report.score.lowest.filter(({ value }) => value < GOOD_SCORE);
  const shown = (kind: FoundKind) => issue(kind, itemsOf(report, kind.id));
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Site audit of ${audit.url}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>${raw(STYLE + SITE_STYLE)}</style></head>
<body><header class="top">${average === null ? "" : dial(average)}<div><h1>Site audit</h1><p>${audit.url}</p><p class="soft small">${average === null ? "" : "Average score of "}${counted(report.totals.pages, "page")} · ${counted(costly.length, "issue")} in ${counted(placesToFix(kinds), "place")} · ${report.startedAt.slice(0, 10)}</p></div></header>
<main>${stopped === undefined ? "" : html`<div class="verdict fair"><strong>${stopped}</strong></div>`}
<h2>Overview</h2>${totals(report)}${charts(report)}
<h2>Issues to fix, most important first</h2>${issueIndex(costly)}${costly.length === 0 ? html`<p>No issues were found.</p>` : html`${costly.map(shown)}`}
${section("Notices", notices.length === 0 ? "" : html`${notices.map(shown)}`)}
${section("Issues by kind of page", templateTable(report, costly), "Pages with similar URLs often share a template.")}
${section(
  "Slow pages",
  ranked("Time to the first byte", slow, (ms) => `${whole(ms)} ms`),
)}
${section("Lowest scores", ranked("Page score of 100", low))}
<h2>Internal links</h2><p>${counted(report.links.internal, "link")} between pages of the site.</p>${ranked("Most linked pages", mostLinked)}${isRepeated ? "" : ranked("Least linked pages", leastLinked)}
<h2>Crawl</h2>${crawlTables(report)}</main>
<footer class="soft small">Site audit by Quintet, ${minuteOf(report.finishedAt ?? report.startedAt)}.</footer></body></html>`;
  return String(page);
}
