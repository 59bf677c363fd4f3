import { html } from "hono/html";
import { longDate, longMinute } from "../../../kit/dates.ts";
import { counted, whole } from "../../../kit/numbers.ts";
import {
  type FoundKind,
  isWebUrl,
  occurrencesOf,
  type PrintedAudit,
  pathIn,
  severityOf,
  siteFacts,
  skipTexts,
  splitKinds,
  stopText,
  urlLines,
} from "../../../kit/site-overview.ts";
import { printedDocument, reportHead } from "../report/print/style.ts";
import type { SiteReport } from "./report-schema.ts";
import { foundKinds, shownDetail, unreadOf } from "./site-overview.ts";

type Markup = ReturnType<typeof html>;
type Item = SiteReport["issues"][number]["items"][number];
/** Writes a URL of the audited site. */
type Link = (url: string) => Markup;

/** Occurrences of an issue that are shown open; the rest are folded. */
const ITEMS_SHOWN = 5;

const RANKED_SHOWN = 5;
/** A page is slow whose first byte took longer, in milliseconds: https://web.dev/articles/ttfb. Scores below the other are not green. */
const [SLOW_MS, GOOD_SCORE] = [800, 90];

const SITE_STYLE = `
.brand{display:flex;gap:.75rem;align-items:center;margin:0 0 1.75rem;font-weight:600}.brand img{height:2rem;max-width:12rem}
.facts{display:grid;grid-template-columns:repeat(3,1fr);align-items:end;gap:.9rem 1.5rem;list-style:none;padding:0;margin:0 0 1.5rem}
.facts b{display:block;font-size:1.35rem;line-height:1.3;font-variant-numeric:tabular-nums}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:0 2.5rem}
figure{margin:0 0 1.5rem;break-inside:avoid}figcaption{font-weight:600;margin-bottom:.5rem}
.bars{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr max-content;gap:.35rem .8rem;align-items:center;list-style:none;margin:0;padding:0}
.bars li{display:contents}.bars svg{display:block;width:100%;height:14px}.bars rect{fill:var(--tone,var(--link))}.bars .track{fill:var(--wash)}
.bars.long{grid-template-columns:minmax(8rem,45%) 1fr max-content}.bars.long span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:3}.bars span{min-width:0}.bars b{font-variant-numeric:tabular-nums;text-align:right}
.items{list-style:none;padding:0;margin:.6rem 0 0}.items>li{border-top:1px solid var(--line);padding:.35rem 0}.items>li:not(:has(ul)),.items ul>li{break-inside:avoid}.items>li:last-child{padding-bottom:0}.items ul{columns:16rem;column-gap:2rem;margin:.2rem 0}.items ul>li{margin:0 0 .3rem}
.finding{break-inside:auto;box-decoration-break:clone;-webkit-box-decoration-break:clone}.finding>:is(header,p){break-after:avoid}
.badge{margin-right:.4rem;padding:.05rem .55rem;border:1px solid;border-radius:1rem;color:var(--tone);font-weight:400;font-size:.8rem}
td .small{min-height:1.5rem;margin:.15rem 0}td a{display:inline-block;min-height:1.5rem}
details>summary{cursor:pointer;padding:.35rem 0}.number{text-align:right;font-variant-numeric:tabular-nums;width:7rem}
nav ul{columns:16rem;column-gap:2rem;margin:0;padding:0;list-style:none}nav li{display:flex;gap:.75rem;justify-content:space-between;break-inside:avoid;border-bottom:1px solid var(--line);padding:.3rem 0}.wide{overflow-x:auto;margin-bottom:1.5rem}.crawl :is(th,td){width:25%}.crawl :is(th,td):first-child{width:50%}
@media(max-width:34rem){.facts{grid-template-columns:1fr 1fr}.bars.long{grid-template-columns:1fr max-content}.bars.long svg{display:none}.number{text-align:left;width:auto}
.wide thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.wide tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}
.wide td{border:0;padding:.1rem 0}.wide td::before{content:attr(data-head) ": ";color:var(--soft);font-size:.875rem}}
@media print{details::details-content{content-visibility:visible!important;display:block!important}summary{list-style:none}h2{margin-top:1.6rem}.small{font-size:9pt}td .small,td a{min-height:0}}`;

interface Bar {
  readonly label: Markup | string;
  readonly value: number;
  readonly text?: string;
  readonly tone?: string;
}

/** A chart of horizontal bars; each has its value as text, so that it needs no other description. `end`: the value of a full bar. */
function bars(
  caption: string,
  all: readonly Bar[],
  { isLong = false, end = Math.max(1, ...all.map(({ value }) => value)) } = {},
): Markup | "" {
  const [only] = all;
  if (only === undefined) return "";
  // A bar alone compares nothing.
  if (all.length === 1)
    return html`<figure><figcaption>${caption}</figcaption>${only.label}: <b>${only.text ?? whole(only.value)}</b></figure>`;
  const rows = all.map(({ label, value, text = whole(value), tone = "" }) => {
    const width = ((100 * value) / end).toFixed(1);
    return html`<li class="${tone}"><span>${label}</span><svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="14" rx="1"></rect><rect width="${width}" height="14" rx="1"></rect></svg><b>${text}</b></li>`;
  });
  return html`<figure><figcaption>${caption}</figcaption><ul class="bars${isLong ? " long" : ""}">${rows}</ul></figure>`;
}

function statusTone(status: number | null): string {
  if (status === null || status >= 500) return "bad";
  return status >= 400 ? "bad" : status >= 300 ? "fair" : "good";
}

/** Makes what writes URLs: those of the site as paths, and only web addresses as links. */
const linkOf =
  (origin: string): Link =>
  (url) =>
    isWebUrl(url)
      ? html`<a href="${url}" rel="noreferrer nofollow">${urlLines(pathIn(origin, url)).map((part, i) => (i > 0 ? html`<wbr>${part}` : part))}</a>`
      : html`${url}`;

/** Issues whose related URLs link to the page. */
const LINKED =
  /^(?:broken-(?:link|external-link|resource)|no-access|soft-404|link-to-redirect|(?:blocked|noindex)-linked)$/;

function relatedText(id: string, count: number): string {
  if (LINKED.test(id)) return `Linked from ${counted(count, "page")}`;
  return counted(count, id.includes("duplicate") ? "other page" : "related URL");
}

function item(id: string, { url, related, relatedCount, ...found }: Item, link: Link): Markup {
  const detail = shownDetail(found.detail);
  const more = relatedCount - related.length;
  const places =
    related.length === 0
      ? ""
      : html`<details><summary class="small soft">${relatedText(id, relatedCount)}</summary><ul class="small">${related.map((one) => html`<li>${link(one)}</li>`)}${more > 0 ? html`<li class="soft">And ${whole(more)} more.</li>` : ""}</ul></details>`;
  return html`<li>${link(url)}${detail === "" ? "" : html`<div class="soft small">${detail}</div>`}${places}</li>`;
}

/** The occurrences that a report has of an issue, or of a check of its pages. */
function itemsOf({ issues, checks }: SiteReport, id: string): readonly Item[] {
  const examples = checks.find(({ check }) => check === id)?.examples ?? [];
  const ofPages = () => examples.map((url) => ({ url, detail: "", related: [], relatedCount: 0 }));
  return issues.find((one) => one.id === id)?.items ?? ofPages();
}

function issue(found: FoundKind, items: readonly Item[], link: Link): Markup {
  const { title, tone } = severityOf(found.severity);
  const shown = items.slice(0, ITEMS_SHOWN);
  const folded = items.slice(ITEMS_SHOWN);
  const left = found.count - items.length;
  return html`<article class="finding ${tone}" id="${found.id}"><header><h3>${found.title}</h3><span class="points">${counted(found.count, "occurrence")}</span></header>
<p class="small soft"><b class="badge">${title}</b> <code>${found.id}</code></p><p>${found.remedy}</p><ul class="items">${shown.map((one) => item(found.id, one, link))}</ul>${
    folded.length === 0
      ? ""
      : html`<details><summary>${counted(folded.length, "more occurrence")}</summary><ul class="items">${folded.map((one) => item(found.id, one, link))}</ul></details>`
  }${left > 0 ? html`<p class="soft small">And ${whole(left)} more.</p>` : ""}</article>`;
}

function issueIndex(issues: readonly FoundKind[]): Markup | "" {
  if (issues.length < 2) return "";
  const rows = issues.map(
    (one) =>
      html`<li><a href="#${one.id}">${one.title}</a> <b class="tone ${severityOf(one.severity).tone}">${whole(one.count)}</b></li>`,
  );
  return html`<nav aria-label="Issues"><h3>All issues</h3><ul>${rows}</ul></nav>`;
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
      return html`<td class="${isNumber ? "number" : ""}" data-head="${title}">${cell}</td>`;
    });
  return html`<div class="wide" role="region" aria-label="${columns[0]?.title ?? ""}" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`;
}

function section(title: string, content: Markup | "", note = ""): Markup | "" {
  if (content === "") return "";
  return html`<h2>${title}</h2>${note === "" ? "" : html`<p class="soft">${note}</p>`}${content}`;
}

function charts(report: SiteReport): Markup {
  const statuses = report.statuses.map(({ status, count: value }) => ({
    label: status === null ? "No response" : `HTTP ${status}`,
    value,
    tone: statusTone(status),
  }));
  const depths = report.depths.map(({ depth, count: value }) => ({
    label: depth === null ? "Not linked" : depth === 0 ? "0 (start page)" : whole(depth),
    value,
  }));
  return html`<div class="charts">${bars("URLs by status", statuses)}${bars("HTML pages by crawl depth", depths)}</div>`;
}

/** URLs by a value, the first ones: exports have them all. */
function ranked(
  caption: string,
  all: SiteReport["slowest"],
  link: Link,
  { text = whole, end }: { text?: (value: number) => string; end?: number } = {},
): Markup | "" {
  const shown = all.slice(0, RANKED_SHOWN);
  return bars(
    caption,
    shown.map(({ url, value }) => ({ label: link(url), value, text: text(value) })),
    { isLong: true, ...(end === undefined ? {} : { end }) },
  );
}

function templateTable({ templates }: SiteReport, kinds: readonly FoundKind[]): Markup | "" {
  const titles = new Map(kinds.map(({ id, title }) => [id, title]));
  const shared = templates.filter(
    ({ pages, issues }) => pages > 1 && issues.some(({ id }) => titles.has(id)),
  );
  if (shared.length === 0) return "";
  return table(
    [{ title: "URLs" }, { title: "Issues" }, { title: "Pages", isNumber: true }],
    shared.map(({ pattern, pages, issues }) => {
      const shown = issues.filter(({ id }) => titles.has(id)).slice(0, 6);
      const rows = shown.map(
        ({ id, count: places }) => html`<div class="small">${titles.get(id)}: ${whole(places)}</div>`,
      );
      return [html`<code>${pattern}</code>`, html`${rows}`, whole(pages)];
    }),
  );
}

/** Why a sitemap could not be read, in words. */
const SITEMAP_ERRORS: Readonly<Record<string, string | undefined>> = {
  robots: skipTexts.robots,
  "not-a-sitemap": "Not a sitemap",
};

/** The states of robots.txt in words. */
const ROBOTS = { parsed: "Found", absent: "Not found", unreachable: "No response" } as const;

function crawlTables({ skipped, sitemaps, robotsTxt, traps, ending }: SiteReport, link: Link): Markup {
  const texts: typeof skipTexts = {
    ...skipTexts,
    ...(ending === "page-limit" && { limit: "Over the page limit" }),
  };
  const reasons = Object.entries(skipped).filter(([, count]) => count > 0);
  const left = reasons.map(([reason, value]) => ({ label: texts[reason] ?? reason, value }));
  return html`${bars("URLs not audited", left)}${
    sitemaps.length === 0
      ? html`<p>No sitemap was found.</p>`
      : table(
          [{ title: "Sitemap" }, { title: "Status" }, { title: "URLs", isNumber: true }],
          sitemaps.map(({ url, status, urls, error }) => [
            link(url),
            error === null || error === "status"
              ? String(status ?? "No response")
              : (SITEMAP_ERRORS[error] ?? error),
            whole(urls),
          ]),
        )
  }${table(
    [{ title: "robots.txt" }, { title: "Status" }, { title: "Result" }],
    robotsTxt.map(({ origin, status, state, crawlDelaySeconds }) => [
      link(`${origin}/robots.txt`),
      status ?? "None",
      `${ROBOTS[state]}${crawlDelaySeconds === null ? "" : `, Crawl-delay ${crawlDelaySeconds} s`}`,
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

/** The issues with their occurrences, then the notices, then the issues that pages of one kind share. */
function issueSections(report: SiteReport, kinds: readonly FoundKind[], link: Link): Markup {
  const { costly, notices } = splitKinds(kinds);
  const shown = (all: readonly FoundKind[]) =>
    all.length === 0 ? "" : html`${all.map((kind) => issue(kind, itemsOf(report, kind.id), link))}`;
  return html`<h2>Issues to fix, most important first</h2>${costly.length === 0 ? html`<p>No issues found.</p>` : ""}${shown(costly)}
${section("Notices", shown(notices))}
${section("Issues by kind of page", templateTable(report, costly), "Pages with similar URLs often share a template.")}`;
}

function rankings({ slowest, score, links }: SiteReport, link: Link): Markup {
  const { internal, mostLinked, leastLinked } = links;
  // The pages of a small site are in both lists.
  const isRepeated = leastLinked.every(({ url }) => mostLinked.some((one) => one.url === url));
  // Equal values are no ranking.
  const most = mostLinked.some(({ value }) => value !== mostLinked[0]?.value) ? mostLinked : [];
  const slow = slowest.filter(({ value }) => value > SLOW_MS);
  const low = score.lowest.filter(({ value }) => value < GOOD_SCORE);
  return html`${section(
    "Slow pages",
    ranked("Time to the first byte", slow, link, { text: (ms) => `${whole(ms)} ms` }),
  )}
${section("Lowest scores", ranked("Page score (out of 100)", low, link, { end: 100 }))}
<h2>Internal links</h2><p>${counted(internal, "internal link")}. Repeated links on a page count once.</p>${ranked("HTML pages with the most inlinks", most, link)}${isRepeated ? "" : ranked("Indexable pages with the fewest inlinks", leastLinked, link)}`;
}

/** The first page: whose report it is, the score, the size of the site, and the list of issues. */
function cover(report: SiteReport, { url, stopReason, brand }: PrintedAudit, kinds: readonly FoundKind[]) {
  const { totals, startedAt } = report;
  const { costly } = splitKinds(kinds);
  const average = report.score.average && Math.round(report.score.average);
  const stopped = stopText(stopReason, unreadOf(report));
  const facts = [...siteFacts({ totals, kinds }), ["External URLs", whole(totals.external)] as const];
  const issues = counted(costly.length, "issue");
  const found =
    costly.length === 0 ? "No issues" : `${issues}, ${counted(occurrencesOf(kinds), "occurrence")}`;
  const pages =
    average === null
      ? counted(totals.pages, "page")
      : `Average score of ${counted(totals.htmlPages, "HTML page")}`;
  const logo = brand?.logo === undefined ? "" : html`<img src="${brand.logo}" alt="">`;
  return html`${brand === undefined ? "" : html`<p class="brand">${logo}${brand.name}</p>`}
${reportHead(average, "Site audit", url, [pages, found, longDate(startedAt)])}
<main>${stopped === undefined ? "" : html`<div class="verdict fair"><strong>${stopped}</strong></div>`}
<h2>Overview</h2><ul class="facts">${facts.map(([name, value]) => html`<li><span class="soft small">${name}</span><b>${value}</b></li>`)}</ul>${charts(report)}${issueIndex(costly)}`;
}

/**
 * Writes the report of a site audit as one HTML page without scripts, to print or to share. It loads nothing. All that comes
 * from the audited site is escaped.
 */
export function printSiteReport(report: SiteReport, audit: PrintedAudit): string {
  const kinds = foundKinds(report);
  const link = linkOf(URL.parse(audit.url)?.origin ?? "");
  const body = html`${cover(report, audit, kinds)}
${issueSections(report, kinds, link)}${rankings(report, link)}
<h2>Crawl</h2><div class="crawl">${crawlTables(report, link)}</div></main>
<footer class="soft small">Site audit by ${[...new Set([audit.brand?.name ?? "Quintet", "Quintet"])].join(", made with ")}, ${longMinute(report.finishedAt ?? report.startedAt)} UTC.</footer>`;
  return printedDocument(`Site audit of ${audit.url}`, "data:", body, SITE_STYLE);
}
