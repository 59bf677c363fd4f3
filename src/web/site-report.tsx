/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { formatMinute, longMinute } from "../kit/dates.ts";
import { counted, whole } from "../kit/numbers.ts";
import { ALL_ROWS, firstOrder, type PageQuery, type PageSort, pageTable } from "../kit/page-table.ts";
import {
  type FoundKind,
  issuesOf,
  isWebUrl,
  type OverviewPage,
  type PageFinding,
  pathIn,
  readableUrl,
  type SiteOverview,
  scoreTone,
  severityOf,
  siteFacts,
  skipTexts,
  splitKinds,
  stopText,
  urlLines,
} from "../kit/site-overview.ts";
import type { Comparison } from "../site-audits/crawler.ts";
import type { SiteAuditView } from "../site-audits/site-audit-responses.ts";
import { type Fact, Facts, Part, Time } from "./facts.tsx";
import { Choice, Field, Filters } from "./forms.tsx";
import { Pager } from "./page.tsx";
import { filteredHref } from "./requests-page.tsx";
import { Dial } from "./seo-demo.tsx";
import { column, Table } from "./table.tsx";

/** Issues that are shown first. */
const TOP = 5;
/** URLs of an issue that are printed. */
const PRINTED = 10;
/** Changed issues that are shown open. */
const CHANGES = 5;

const wholeOr = (value: number | null, none = "–") => (value === null ? none : whole(value));

function Severity({ kind: { severity } }: { kind: FoundKind }) {
  const { title, tone } = severityOf(severity);
  return <span class={`badge ${tone}`}>{title}</span>;
}

/** A URL whose lines break after slashes: browsers break it anywhere. */
function UrlText({ text }: { text: string }) {
  return (
    <>
      {urlLines(text).map((part, i) => (
        <>
          {i > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

/** A URL as a heading, whose third line and all below are cut off. */
export function UrlHeading({ url }: { url: string }) {
  return (
    <span class="site-url" title={url}>
      <UrlText text={url} />
    </span>
  );
}

/** A URL as a link, where it is one of the web. */
export function Url({ url }: { url: string }) {
  return isWebUrl(url) ? (
    <a href={url} rel="noreferrer nofollow" class="id">
      <UrlText text={readableUrl(url)} />
    </a>
  ) : (
    <span class="id">{url}</span>
  );
}

/** The path of a table of pages: of the query with these changes, without what it has by default. */
function tablePath(base: string, query: PageQuery, changes: Partial<PageQuery> = {}): string {
  const { sort, order, issue, status, text, page, hasAll } = { ...query, page: 1, ...changes };
  const members = {
    sort: sort === "issues" ? "" : sort,
    order: order === firstOrder(sort) ? "" : order,
    issue,
    status,
    q: text,
    page: page === 1 ? "" : String(page),
    rows: hasAll ? "all" : "",
  };
  return `${filteredHref(base, members)}#pages`;
}

const NO_FILTER: PageQuery = {
  ...{ sort: "issues", order: "desc", issue: "", status: "", text: "", page: 1 },
  hasAll: false,
};

/** A score as a gauge, with its name below. */
function Gauge({ value, name }: { value: number; name: string }) {
  return (
    <figure class="gauge">
      <Dial value={value} max={100} />
      <figcaption class="soft">{name}</figcaption>
    </figure>
  );
}

/** The score, and how large the site is. */
function Summary({ overview }: { overview: SiteOverview }) {
  const { score, finishedAt, startedAt } = overview;
  return (
    <section class="panel score" aria-label="Score">
      {score === null ? (
        <p class="soft">No HTML page</p>
      ) : (
        <Gauge value={Math.round(score)} name="Average score" />
      )}
      <Facts
        facts={[
          ...siteFacts(overview),
          ["Audited (UTC)", <Time of={finishedAt ?? startedAt} as={longMinute} />],
        ]}
      />
    </section>
  );
}

interface IssueProps {
  readonly base: string;
  readonly kind: FoundKind;
  /** Whether it is counted on the whole site, not on one page. */
  readonly isOfSite?: boolean;
  readonly children: Child;
}

/** An issue, with a link to the URLs of the site that have it. */
function Issue({ base, kind, isOfSite, children }: IssueProps) {
  return (
    <li>
      <p>
        <a href={tablePath(base, NO_FILTER, { issue: kind.id })}>{kind.title}</a> <Severity kind={kind} />
      </p>
      <p class="soft">
        {isOfSite && `${counted(kind.count, "occurrence")} on this site. `}
        {kind.remedy}
      </p>
      {children}
    </li>
  );
}

type IssuesProps = Pick<SiteReportProps, "base" | "url" | "overview">;

/** The pages with each kind of finding, in order of URL. One look at a page, which may have a hundred findings. */
function pagesByKind({ kinds, pages }: SiteOverview): ReadonlyMap<FoundKind, OverviewPage[]> {
  const found = kinds.map((): OverviewPage[] => []);
  for (const page of pages)
    for (const [kind] of page.findings) if (found[kind]?.at(-1) !== page) found[kind]?.push(page);
  return new Map(kinds.map((kind, index) => [kind, found[index] ?? []]));
}

/** The URLs that have an issue, on paper, where its link leads nowhere. */
function PrintedUrls({ url, found }: { url: string; found: readonly OverviewPage[] }) {
  const { origin } = new URL(url);
  return (
    <ul class="related printed">
      {found.slice(0, PRINTED).map((page) => (
        <li>
          <UrlText text={pathIn(origin, page.url)} />
        </li>
      ))}
      {found.length > PRINTED && <li>And {whole(found.length - PRINTED)} more</li>}
    </ul>
  );
}

interface IssueListProps extends Pick<IssuesProps, "base" | "url"> {
  readonly kinds: readonly FoundKind[];
  readonly found: ReturnType<typeof pagesByKind>;
}

function IssueList({ base, url, kinds, found }: IssueListProps) {
  return (
    <ol class="issues">
      {kinds.map((kind) => (
        <Issue base={base} kind={kind} isOfSite>
          <PrintedUrls url={url} found={found.get(kind) ?? []} />
        </Issue>
      ))}
    </ol>
  );
}

/** The most severe issues, those with most occurrences first; the others and the notices are folded. */
function TopIssues({ overview, ...report }: IssuesProps) {
  const { costly, notices } = splitKinds(overview.kinds);
  const found = pagesByKind(overview);
  const folded = [...costly.slice(TOP), ...notices];
  return (
    <Part id="top" title="Fix these first">
      {costly.length === 0 ? (
        <p>No issues found.</p>
      ) : (
        <IssueList {...report} found={found} kinds={costly.slice(0, TOP)} />
      )}
      {folded.length > 0 && (
        <details class="figures">
          <summary>
            {foundText(folded.length - notices.length, notices.length, costly.length > TOP ? "more " : "")}
          </summary>
          <IssueList {...report} found={found} kinds={folded} />
        </details>
      )}
    </Part>
  );
}

function ChangeList({ issues }: Pick<Comparison, "issues">) {
  return (
    <ul class="changes">
      {issues.map(({ title, newCount, fixedCount, after }) => (
        <li>
          <span>{title}</span>
          <span>
            <span>{newCount > 0 && <strong class="bad">{`+${whole(newCount)}`}</strong>}</span>{" "}
            <span>{fixedCount > 0 && <strong class="good">{`−${whole(fixedCount)}`}</strong>}</span>{" "}
            <span class="soft">{whole(after)} now</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The difference to an earlier audit. */
export function Changes({ changes, since }: { changes: Comparison; since: string }) {
  const folded = changes.issues.slice(CHANGES);
  return (
    <>
      <p>
        Since <Time of={since} as={formatMinute} /> UTC:{" "}
        <strong class={changes.newCount > 0 ? "bad" : ""}>{whole(changes.newCount)} new</strong>,{" "}
        <strong class={changes.fixedCount > 0 ? "good" : ""}>{whole(changes.fixedCount)} fixed</strong>.
      </p>
      {changes.issues.length === 0 && <p class="soft">No issue is new or fixed.</p>}
      <ChangeList issues={changes.issues.slice(0, CHANGES)} />
      {folded.length > 0 && (
        <details class="figures">
          <summary>{counted(folded.length, "more issue")}</summary>
          <ChangeList issues={folded} />
        </details>
      )}
    </>
  );
}

/** A score of 100 in the color of its gauge. */
export function Score({ value }: { value: number }) {
  return <strong class={scoreTone(value)}>{value}</strong>;
}

/** The time to the first byte; URLs without a response have none. */
const firstByte = ({ status, ttfbMs }: OverviewPage) => (status === null ? "–" : `${whole(ttfbMs)} ms`);

function StatusBadge({ page: { status, skipped } }: { page: OverviewPage }) {
  if (skipped !== undefined)
    return <span class="badge">{skipped === "robots" ? skipTexts.robots : "Not audited"}</span>;
  return (
    <span class={status !== null && status < 400 ? "badge" : "badge bad"}>{status ?? "No response"}</span>
  );
}

/** The columns of the table of URLs after their own: the sort, the title and the cell of each. All but one are numbers. */
const COLUMNS: readonly (readonly [
  sort: PageSort,
  title: string,
  cell: (page: OverviewPage, overview: SiteOverview) => Child,
])[] = [
  ["status", "Status", (page) => <StatusBadge page={page} />],
  ["score", "Score", ({ score }) => (score === null ? "–" : <Score value={score} />)],
  ["issues", "Issues", (page, { kinds }) => whole(issuesOf(page, kinds))],
  ["depth", "Depth", ({ depth }) => wholeOr(depth)],
  ["links", "Inlinks", ({ linksIn }) => whole(linksIn)],
  ["words", "Words", ({ words }) => wholeOr(words)],
  ["time", "First byte", (page) => <span class="whole">{firstByte(page)}</span>],
];

/** The columns of the table of URLs. Their heads sort it. */
function columnsOf({ base, url, overview, query }: PagesProps) {
  const { origin } = new URL(url);
  const headOf = (sort: PageSort, text: string) => {
    const isSorted = sort === query.sort;
    const opposite = query.order === "asc" ? "desc" : "asc";
    return {
      text,
      isNumber: sort !== "url" && sort !== "status",
      href: tablePath(base, query, { sort, order: isSorted ? opposite : firstOrder(sort) }),
      sorted: isSorted ? (query.order === "asc" ? "ascending" : "descending") : undefined,
    } as const;
  };
  return [
    column(headOf("url", "URL"), ({ place, page }: PageRow) => (
      <>
        <a href={`${base}/pages/${place}`} title={page.url}>
          <UrlText text={pathIn(origin, page.url)} />
        </a>
        {page.title !== null && <span class="soft">{page.title}</span>}
      </>
    )),
    ...COLUMNS.map(([sort, text, cell]) =>
      column(headOf(sort, text), ({ page }: PageRow) => cell(page, overview)),
    ),
  ];
}

const STATUSES = [
  ["2", "2xx: pages"],
  ["3", "3xx: redirects"],
  ["4", "4xx: client errors"],
  ["5", "5xx: server errors"],
  ["none", "No response"],
  ["skipped", "Not audited"],
] as const;

function PageFilters({ base, overview, query }: { base: string; overview: SiteOverview; query: PageQuery }) {
  return (
    <Filters action={`${base}#pages`}>
      {query.sort !== "issues" && <input type="hidden" name="sort" value={query.sort} />}
      {query.order !== firstOrder(query.sort) && <input type="hidden" name="order" value={query.order} />}
      <Field
        {...{ name: "q", label: "URL or title", type: "search", value: query.text }}
        {...{ maxlength: 200, autocomplete: "off", size: 16 }}
      />
      <Choice
        {...{ name: "issue", label: "Issue", all: "All issues", chosen: query.issue }}
        options={overview.kinds.map(({ id, title, count }) => [id, `${title} (${whole(count)})`])}
      />
      <Choice name="status" label="Status" all="All statuses" chosen={query.status} options={STATUSES} />
    </Filters>
  );
}

type PagesProps = Omit<SiteReportProps, "change" | "compare">;
type PageRow = ReturnType<typeof pageTable>["rows"][number];

function Pages(props: PagesProps) {
  const { base, overview, query } = props;
  const { rows, count, pages } = pageTable(overview, query);
  const page = Math.min(query.page, pages);
  return (
    <Part
      id="pages"
      title="All URLs"
      beside={
        <p class="soft" role="status">
          {counted(count, "URL")}
          {pages > 1 && `, part ${whole(page)} of ${whole(pages)}`}
        </p>
      }
    >
      <PageFilters base={base} overview={overview} query={query} />
      <Table
        {...{ label: "URLs of the site", kind: "site-pages", rows, columns: columnsOf(props) }}
        empty={
          <>
            No URLs match. <a href={tablePath(base, NO_FILTER)}>Show all URLs</a>.
          </>
        }
      />
      {pages > 1 && (
        <Pager
          previous={page > 1 ? tablePath(base, query, { page: page - 1 }) : undefined}
          next={page < pages ? tablePath(base, query, { page: page + 1 }) : null}
        >
          {!query.hasAll && (
            <a href={tablePath(base, query, { hasAll: true })} data-all-rows="">
              {count > ALL_ROWS ? `First ${whole(ALL_ROWS)} rows` : "All rows"}
            </a>
          )}
        </Pager>
      )}
    </Part>
  );
}

export interface SiteReportProps {
  /** The path of the page, by which its tables and pages are linked. */
  readonly base: string;
  /** Where the audit began. */
  readonly url: string;
  readonly overview: SiteOverview;
  readonly query: PageQuery;
  /** The difference to an earlier audit, and when that was made. */
  readonly change: { readonly changes: Comparison; readonly since: string } | undefined;
  /** Below the changes: the choice of another audit. */
  readonly compare?: Child;
}

/** Renders the report of a site audit: the score, what to fix first, changes, and every page. */
export function SiteReport({ change, compare, ...report }: SiteReportProps) {
  return (
    <>
      <Summary overview={report.overview} />
      <div class={change === undefined ? undefined : "halves"}>
        <TopIssues {...report} />
        {change !== undefined && (
          <Part id="changed" title="Changes">
            <Changes {...change} />
            {compare}
          </Part>
        )}
      </div>
      <Pages {...report} />
    </>
  );
}

/** A finding of a page: what was found there, and related URLs. */
function Finding({ found: [, detail, related] }: { found: PageFinding }) {
  return (
    <>
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
    </>
  );
}

/** Counts what was found: issues cost points, notices do not. */
function foundText(issues: number, notices: number, more: "" | "more " = ""): string {
  const found = [
    issues > 0 && counted(issues, `${more}issue`),
    notices > 0 && counted(notices, `${issues > 0 ? "" : more}notice`),
  ];
  return found.filter(Boolean).join(", ") || "No issues";
}

/** What an audit knows of a URL. */
function factsOf(page: OverviewPage): readonly Fact[] {
  const { status, skipped = "", score, depth, isIndexable, words, linksIn } = page;
  const reached: readonly Fact[] = [
    ["Crawl depth", wholeOr(depth, "Not linked")],
    ["Inlinks", whole(linksIn)],
  ];
  const badge: Fact = ["Status", <StatusBadge page={page} />];
  if (status === null) {
    // The badge says so of those that robots.txt blocks.
    const reason = skipped === "robots" ? undefined : skipTexts[skipped];
    return reason === undefined ? [badge, ...reached] : [badge, ["Reason", reason], ...reached];
  }
  return [
    ...(score === null ? [] : [["Page score", <Score value={score} />] as const]),
    badge,
    ["Indexable", isIndexable === null ? "–" : isIndexable ? "Yes" : "No"],
    ...reached,
    ["Words", wholeOr(words)],
    ["First byte", firstByte(page)],
  ];
}

/** Renders one page of an audited site with its findings, below its title. `base`: the path of the audit. */
export function SitePage({
  base,
  page,
  overview,
}: {
  base: string;
  page: OverviewPage;
  overview: SiteOverview;
}) {
  const { findings, skipped } = page;
  const issues = issuesOf(page, overview.kinds);
  return (
    <>
      <section class="panel score" aria-labelledby="measured">
        <h2 id="measured">
          In the site audit, <Time of={overview.finishedAt ?? overview.startedAt} as={longMinute} /> UTC
        </h2>
        <Facts facts={factsOf(page)} />
      </section>
      <Part id="found" title={foundText(issues, findings.length - issues)}>
        {findings.length === 0 ? (
          <p class="soft">
            {skipped === undefined ? "No check found a problem." : "The audit did not request this URL."}
          </p>
        ) : (
          <ul class="issues">
            {findings.map((found) => {
              const kind = overview.kinds[found[0]];
              return (
                kind !== undefined && (
                  <Issue base={base} kind={kind}>
                    <Finding found={found} />
                  </Issue>
                )
              );
            })}
          </ul>
        )}
      </Part>
    </>
  );
}

/** Says why an audit has not read every page, and how many URLs are left; nothing where it has. */
export function Stopped({ audit, overview }: { audit: SiteAuditView; overview: SiteOverview | undefined }) {
  const text = stopText(audit.stopReason, overview?.unread);
  return text === undefined ? null : <p class="notice fair">{text}</p>;
}
