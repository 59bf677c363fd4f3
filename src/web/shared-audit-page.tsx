/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { longDate, longMinute } from "../kit/dates.ts";
import type { PageQuery } from "../kit/page-table.ts";
import type { OverviewPage, SiteOverview } from "../kit/site-overview.ts";
import type { SharedAudit } from "../site-audits/site-audit-service.ts";
import { OWN_NAME } from "./brand.ts";
import { Time } from "./facts.tsx";
import type { Site } from "./page.tsx";
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
  readonly base: string;
  readonly overview: SiteOverview;
  readonly children: Child;
}

/** The frame of what a link shares: the operator's name and logo instead of those of this software. */
function SharedFrame({ site, title, base, overview, children }: FrameProps) {
  const { assets } = site;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href={assets.href("icon.svg")} />
        <link rel="stylesheet" href={assets.href("page.css")} />
        <link rel="stylesheet" href={assets.href("dashboard.css")} />
        <script type="module" src={assets.href("page.js")} />
        <script type="module" src={assets.href("dashboard.js")} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="wide top shared-top">
          <p class="brand">
            <Operator site={site} />
          </p>
          <button type="button" class="plain-button" data-print="" data-scripted="">
            Print
          </button>
        </header>
        <main id="main" class="wide">
          <div class="dash shared">
            <div class="admin">{children}</div>
          </div>
        </main>
        <footer class="wide shared-foot">
          <p>
            Site audit by {site.brand.name !== OWN_NAME && `${site.brand.name}, made with `}
            <a href={site.baseUrl}>Quintet</a>,{" "}
            <Time of={overview.finishedAt ?? overview.startedAt} as={longMinute} /> UTC.{" "}
            <span class="printed">{site.baseUrl + base}</span>
          </p>
          <p id="said" class="unseen" role="status" />
        </footer>
      </body>
    </html>
  );
}

/** A shared site audit. `base`: the path of its link. */
export function sharedAuditPage(
  site: Site,
  base: string,
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
  base: string,
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
