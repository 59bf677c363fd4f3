/** @jsxImportSource hono/jsx */

import { ALL_ROWS, firstOrder, type PageQuery, type PageSort, pageTable } from "../kit/page-table.ts";
import {
  type FoundKind,
  type OverviewPage,
  placesToFix,
  type SiteOverview,
  stopTexts,
} from "../kit/site-overview.ts";
import type { Comparison } from "../site-audits/crawler.ts";
import type { SiteAuditView } from "../site-audits/site-audit-schemas.ts";
import { formatMinute } from "./dates.ts";
import { Dial } from "./seo-demo.tsx";

/** Issues that are shown first. */
const TOP = 5;
/** Changed issues that are shown open. */
const CHANGES = 5;

const whole = (value: number) => value.toLocaleString("en");
const plural = (value: number, one: string, many = `${one}s`) =>
  `${whole(value)} ${value === 1 ? one : many}`;

const SEVERITIES: Readonly<Record<string, readonly [text: string, tone: string]>> = {
  blocker: ["Blocker", "bad"],
  critical: ["Critical", "bad"],
  high: ["High", "bad"],
  medium: ["Medium", "fair"],
  low: ["Low", "fair"],
  notice: ["Notice", ""],
};

function Severity({ kind: { severity } }: { kind: FoundKind }) {
  const [text, tone] = SEVERITIES[severity] ?? [severity, ""];
  return <span class={`badge ${tone}`}>{text}</span>;
}

function Url({ url }: { url: string }) {
  return /^https?:\/\//.test(url) ? (
    <a href={url} rel="noreferrer nofollow" class="id">
      {url}
    </a>
  ) : (
    <span class="id">{url}</span>
  );
}

/** The path of a table of pages: of the query with these changes, without what it has by default. */
function tablePath(base: string, query: PageQuery, changes: Partial<PageQuery> = {}): string {
  const { sort, order, issue, status, text, page, hasAll } = { ...query, page: 1, ...changes };
  const members = Object.entries({
    sort: sort === "issues" ? "" : sort,
    order: order === firstOrder(sort) ? "" : order,
    issue,
    status,
    q: text,
    page: page === 1 ? "" : String(page),
    rows: hasAll ? "all" : "",
  }).filter(([, value]) => value !== "");
  return `${base}${members.length === 0 ? "" : `?${new URLSearchParams(members)}`}#pages`;
}

const NO_FILTER: PageQuery = {
  ...{ sort: "issues", order: "desc", issue: "", status: "", text: "", page: 1 },
  hasAll: false,
};

/** The score, and how large the site is. */
function Summary({ overview }: { overview: SiteOverview }) {
  const { score, totals, finishedAt, startedAt, kinds } = overview;
  const facts: readonly (readonly [string, string])[] = [
    ["Pages", whole(totals.pages)],
    ["Indexable", whole(totals.indexable)],
    ["Places to fix", whole(placesToFix(kinds))],
    ["Broken URLs of this site", whole(totals.broken)],
    ["Redirects", whole(totals.redirects)],
    ["Audited (UTC)", formatMinute(finishedAt ?? startedAt)],
  ];
  return (
    <section class="panel score" aria-label="Score">
      {score === null ? <p class="soft">No HTML page</p> : <Dial value={Math.round(score)} max={100} />}
      <dl class="summary">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The most severe issues, those in most places first. */
function TopIssues({ base, overview }: { base: string; overview: SiteOverview }) {
  const top = overview.kinds.filter(({ weight }) => weight > 0).slice(0, TOP);
  return (
    <section class="panel" aria-labelledby="top">
      <h2 id="top">Fix these first</h2>
      {top.length === 0 ? (
        <p>No issue was found.</p>
      ) : (
        <ol class="issues">
          {top.map((kind) => (
            <li>
              <p>
                <a href={tablePath(base, NO_FILTER, { issue: kind.id })}>{kind.title}</a>{" "}
                <Severity kind={kind} />
              </p>
              <p class="soft">
                {plural(kind.count, "place")}. {kind.remedy}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function ChangeRow({ change }: { change: Comparison["issues"][number] }) {
  const { title, newCount, fixedCount, after } = change;
  return (
    <li>
      <span>{title}</span>
      <span>
        {newCount > 0 && <strong class="bad">{`+${whole(newCount)}`}</strong>}{" "}
        {fixedCount > 0 && <strong class="good">{`−${whole(fixedCount)}`}</strong>}{" "}
        <span class="soft">{whole(after)} now</span>
      </span>
    </li>
  );
}

/** The difference to an earlier audit. */
export function Changes({ changes, since }: { changes: Comparison; since: string }) {
  const shown = changes.issues.slice(0, CHANGES);
  const folded = changes.issues.slice(CHANGES);
  return (
    <>
      <p>
        Since {formatMinute(since)} UTC:{" "}
        <strong class={changes.newCount > 0 ? "bad" : ""}>{whole(changes.newCount)} new</strong>,{" "}
        <strong class={changes.fixedCount > 0 ? "good" : ""}>{whole(changes.fixedCount)} fixed</strong>.
      </p>
      {shown.length === 0 && <p class="soft">No issue is new or fixed.</p>}
      <ul class="changes">
        {shown.map((change) => (
          <ChangeRow change={change} />
        ))}
      </ul>
      {folded.length > 0 && (
        <details class="figures">
          <summary>{plural(folded.length, "more issue")}</summary>
          <ul class="changes">
            {folded.map((change) => (
              <ChangeRow change={change} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const COLUMNS: readonly (readonly [sort: PageSort, title: string])[] = [
  ["url", "Page"],
  ["score", "Score"],
  ["issues", "Issues"],
  ["status", "Status"],
  ["depth", "Clicks"],
  ["links", "Links in"],
  ["words", "Words"],
  ["time", "First byte"],
];

function Heads({ base, query }: { base: string; query: PageQuery }) {
  return (
    <tr>
      {COLUMNS.map(([sort, title]) => {
        const isSorted = sort === query.sort;
        const opposite = query.order === "asc" ? "desc" : "asc";
        const href = tablePath(base, query, { sort, order: isSorted ? opposite : firstOrder(sort) });
        return (
          <th
            scope="col"
            aria-sort={isSorted ? (query.order === "asc" ? "ascending" : "descending") : undefined}
          >
            <a href={href}>
              {title}
              {isSorted && <span aria-hidden="true">{query.order === "asc" ? " ↑" : " ↓"}</span>}
            </a>
          </th>
        );
      })}
    </tr>
  );
}

const scoreTone = (score: number) => (score >= 90 ? "good" : score >= 60 ? "fair" : "bad");

/** The time to the first byte; URLs without a response have none. */
const firstByte = ({ status, ttfbMs }: OverviewPage) => (status === null ? "–" : `${whole(ttfbMs)} ms`);

function StatusBadge({ page: { status, skipped } }: { page: OverviewPage }) {
  if (skipped !== undefined)
    return <span class="badge">{skipped === "robots" ? "Blocked by robots.txt" : "Not read"}</span>;
  return (
    <span class={status !== null && status < 400 ? "badge" : "badge bad"}>{status ?? "No response"}</span>
  );
}

function PageRow({ base, place, page }: { base: string; place: number; page: OverviewPage }) {
  const { url, title, score, findings, depth, linksIn, words } = page;
  return (
    <tr>
      <th scope="row">
        <a href={`${base}/pages/${place}`}>{url}</a>
        {title !== null && <span class="soft">{title}</span>}
      </th>
      <td data-head="Score">{score === null ? "–" : <strong class={scoreTone(score)}>{score}</strong>}</td>
      <td data-head="Issues">{whole(findings.length)}</td>
      <td data-head="Status">
        <StatusBadge page={page} />
      </td>
      <td data-head="Clicks">{depth === null ? "–" : whole(depth)}</td>
      <td data-head="Links in">{whole(linksIn)}</td>
      <td data-head="Words">{words === null ? "–" : whole(words)}</td>
      <td data-head="First byte" class="whole">
        {firstByte(page)}
      </td>
    </tr>
  );
}

const STATUSES = [
  ["", "All statuses"],
  ["2", "2xx: pages"],
  ["3", "3xx: redirects"],
  ["4", "4xx: not found"],
  ["5", "5xx: server errors"],
  ["none", "No response"],
  ["skipped", "Not read"],
] as const;

function PageFilters({ base, overview, query }: { base: string; overview: SiteOverview; query: PageQuery }) {
  return (
    <form class="filters" method="get" action={`${base}#pages`}>
      {query.sort !== "issues" && <input type="hidden" name="sort" value={query.sort} />}
      {query.order !== firstOrder(query.sort) && <input type="hidden" name="order" value={query.order} />}
      <p class="ask">
        <label for="q">URL or title</label>
        <input
          id="q"
          name="q"
          type="search"
          value={query.text}
          maxlength={200}
          autocomplete="off"
          size={16}
        />
      </p>
      <p class="ask">
        <label for="issue">Issue</label>
        <select id="issue" name="issue">
          <option value="">All pages</option>
          {overview.kinds.map(({ id, title, count }) => (
            <option value={id} selected={id === query.issue}>{`${title} (${whole(count)})`}</option>
          ))}
        </select>
      </p>
      <p class="ask">
        <label for="status">Status</label>
        <select id="status" name="status">
          {STATUSES.map(([value, text]) => (
            <option value={value} selected={value === query.status}>
              {text}
            </option>
          ))}
        </select>
      </p>
      <button type="submit" class="plain-button">
        Filter
      </button>
    </form>
  );
}

function Pages({ base, overview, query }: { base: string; overview: SiteOverview; query: PageQuery }) {
  const { rows, count, pages } = pageTable(overview, query);
  const page = Math.min(query.page, pages);
  return (
    <section class="panel" aria-labelledby="pages">
      <div class="panel-head">
        <h2 id="pages">Pages</h2>
        <p class="soft" role="status">
          {plural(count, "URL")}
          {pages > 1 && `, part ${whole(page)} of ${whole(pages)}`}
        </p>
      </div>
      <PageFilters base={base} overview={overview} query={query} />
      {rows.length === 0 ? (
        <p class="empty">
          No pages match. <a href={tablePath(base, NO_FILTER)}>Show all pages</a>.
        </p>
      ) : (
        <section class="scroll" aria-label="Pages of the site" tabindex={0}>
          <table class="plain listed site-pages">
            <thead>
              <Heads base={base} query={query} />
            </thead>
            <tbody>
              {rows.map((row) => (
                <PageRow base={base} {...row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {pages > 1 && (
        <nav class="pager" aria-label="Parts of the table">
          {page > 1 && (
            <a href={tablePath(base, query, { page: page - 1 })} rel="prev">
              Previous
            </a>
          )}
          {page < pages && (
            <a href={tablePath(base, query, { page: page + 1 })} rel="next">
              Next
            </a>
          )}
          {!query.hasAll && (
            <a href={tablePath(base, query, { hasAll: true })} data-all-rows="">
              {count > ALL_ROWS ? `First ${whole(ALL_ROWS)} rows` : "All rows"}
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

export interface SiteReportProps {
  /** The path of the page, by which its tables and pages are linked. */
  readonly base: string;
  readonly overview: SiteOverview;
  readonly query: PageQuery;
  /** The difference to an earlier audit, and when that was made. */
  readonly change: { readonly changes: Comparison; readonly since: string } | undefined;
}

/** Renders the report of a site audit: the score, what to fix first, changes, and every page. */
export function SiteReport({ base, overview, query, change }: SiteReportProps) {
  return (
    <>
      <Summary overview={overview} />
      <div class="halves">
        <TopIssues base={base} overview={overview} />
        <section class="panel" aria-labelledby="changed">
          <h2 id="changed">Changes</h2>
          {change === undefined ? (
            <p class="soft">This is the first audit of the site. The next one shows what changed.</p>
          ) : (
            <Changes {...change} />
          )}
        </section>
      </div>
      <Pages base={base} overview={overview} query={query} />
    </>
  );
}

/** Renders one page of an audited site with its findings. */
export function SitePage({ page, overview }: { page: OverviewPage; overview: SiteOverview }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Indexable", page.isIndexable === null ? "–" : page.isIndexable ? "Yes" : "No"],
    ["Clicks from the start", page.depth === null ? "Not linked" : whole(page.depth)],
    ["Links in", whole(page.linksIn)],
    ["Words", page.words === null ? "–" : whole(page.words)],
    ["First byte", firstByte(page)],
  ];
  return (
    <>
      <section class="panel score" aria-label="Score">
        {page.score === null ? <StatusBadge page={page} /> : <Dial value={page.score} max={100} />}
        <div>
          <p>
            <strong>{page.title ?? "No title"}</strong>
          </p>
          <p>
            <Url url={page.url} />
          </p>
          <dl class="summary">
            {facts.map(([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section class="panel" aria-labelledby="found">
        <h2 id="found">{page.findings.length === 0 ? "No issues" : plural(page.findings.length, "issue")}</h2>
        <ul class="issues">
          {page.findings.map(([index, detail, related]) => {
            const kind = overview.kinds[index];
            return (
              kind !== undefined && (
                <li>
                  <p>
                    <strong>{kind.title}</strong> <Severity kind={kind} />
                  </p>
                  {detail !== "" && <p class="id">{detail}</p>}
                  {related.length > 0 && (
                    <ul class="related">
                      {related.map((url) => (
                        <li>
                          <Url url={url} />
                        </li>
                      ))}
                    </ul>
                  )}
                  <p class="soft">{kind.remedy}</p>
                </li>
              )
            );
          })}
        </ul>
      </section>
    </>
  );
}

/** Says why an audit has not read every page; nothing where it has. */
export function Stopped({ audit }: { audit: SiteAuditView }) {
  if (audit.stopReason === null) return null;
  return <p>{stopTexts[audit.stopReason]}</p>;
}
