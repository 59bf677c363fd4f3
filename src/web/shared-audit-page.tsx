/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { longDate, longMinute } from "../kit/dates.ts";
import type { PageQuery } from "../kit/page-table.ts";
import type { OverviewPage, SiteOverview } from "../kit/site-overview.ts";
import type { SharedAudit } from "../site-audits/site-audit-service.ts";
import { OWN_NAME } from "./brand.ts";
import { Time } from "./facts.tsx";
import { Page, type Site } from "./page.tsx";
import { logoOf } from "./shared-report.ts";
import { SitePage, SiteReport, Stopped, Url, UrlHeading } from "./site-report.tsx";

/** The operator's logo and name. */
function Operator({ site }: { site: Site }) {
  const logo = logoOf(site);
  return (
    <>
      {logo !== undefined && <img src={logo} alt="" height={32} />}
      <strong>{site.brand.name}</strong>
    </>
  );
}

/** The operator's logo and name above a page that is printed; screens do not show it. */
export function PrintedBrand({ site }: { site: Site }) {
  return (
    <p class="printed-brand" aria-hidden="true">
      <Operator site={site} />
    </p>
  );
}

interface FrameProps {
  readonly site: Site;
  readonly title: string;
  /** The path of the report, which paper shows. */
  readonly base: `/${string}`;
  readonly overview: SiteOverview;
  readonly children: Child;
}

/** The frame of what a link shares: the operator's name and logo instead of those of this software. */
function SharedFrame({ site, title, base, overview, children }: FrameProps) {
  const header = (
    <>
      <p class="brand">
        <Operator site={site} />
      </p>
      <button type="button" class="plain-button" data-print="" data-scripted="">
        Print
      </button>
    </>
  );
  const footer = (
    <p>
      Site audit by {site.brand.name !== OWN_NAME && `${site.brand.name}, made with `}
      <a href={site.baseUrl}>Quintet</a>,{" "}
      <Time of={overview.finishedAt ?? overview.startedAt} as={longMinute} /> UTC.{" "}
      <span class="printed">{site.baseUrl + base}</span>
    </p>
  );
  return (
    <Page
      site={site}
      path={base}
      title={title}
      description={title}
      styles={["dashboard.css"]}
      scripts={["dashboard.js"]}
      shared={{ header, footer }}
      personal
    >
      <div class="dash shared">
        <div class="admin">{children}</div>
      </div>
    </Page>
  );
}

/** A shared site audit. `base`: the path of its link. */
export function sharedAuditPage(
  site: Site,
  base: `/${string}`,
  { audit, overview, change }: SharedAudit,
  query: PageQuery,
): string {
  return `<!doctype html>${(
    <SharedFrame {...{ site, base, overview }} title={`Site audit of ${audit.url}`}>
      <div class="dash-head">
        <h1>
          <UrlHeading url={audit.url} />
        </h1>
        <p class="soft">
          Site audit of <Time of={overview.startedAt} as={longDate} />
        </p>
      </div>
      <Stopped audit={audit} overview={overview} />
      <SiteReport {...{ base, overview, query, change }} url={audit.url} />
    </SharedFrame>
  )}`;
}

/** One page of a shared site audit. */
export function sharedAuditedPage(
  site: Site,
  base: `/${string}`,
  { audit }: SharedAudit,
  { overview, page }: { readonly overview: SiteOverview; readonly page: OverviewPage },
): string {
  return `<!doctype html>${(
    <SharedFrame {...{ site, base, overview }} title={`${page.url} · Site audit of ${audit.url}`}>
      <p class="trail">
        <a href={base}>Site audit of {audit.url}</a> <span aria-hidden="true">/</span> Page audit
      </p>
      <div class="dash-head">
        <h1>{page.title ?? page.url}</h1>
        <p class="soft">
          <Url url={page.url} />
        </p>
      </div>
      <SitePage {...{ base, page, overview }} />
    </SharedFrame>
  )}`;
}
