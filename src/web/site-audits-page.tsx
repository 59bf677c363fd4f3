/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import { formatMinute } from "../kit/dates.ts";
import type { Api } from "../kit/descriptor.ts";
import { counted, whole } from "../kit/numbers.ts";
import type { AuditedPage, SiteAuditPage, SiteAuditsPage } from "../site-audits/site-audit-pages.ts";
import type { ScheduleView, SiteAuditView } from "../site-audits/site-audit-responses.ts";
import { CopyButton } from "./code.tsx";
import { Console } from "./console.tsx";
import { Dashboard } from "./dashboard.tsx";
import { Part, Time } from "./facts.tsx";
import { Choice, Confirm, Field, Filters } from "./forms.tsx";
import { Pager, type Site } from "./page.tsx";
import { filteredHref } from "./requests-page.tsx";
import { PrintedBrand } from "./shared-audit-page.tsx";
import { Score, SitePage, SiteReport, Stopped, Url, UrlHeading } from "./site-report.tsx";
import { type Column, column, Table } from "./table.tsx";
import { StateBar, WorkBadge } from "./work-state.tsx";

const BASE = "/account/site-audits";

const percent = (share: number) => `${Math.floor(100 * share)}%`;

function hasEnded({ state }: SiteAuditView): boolean {
  return state !== "queued" && state !== "running";
}

/** The bar of an audit that runs. */
function AuditProgress({ progress }: SiteAuditView) {
  const counts = { succeeded: 0, failed: 0, canceled: 0, running: progress, queued: 1 - progress };
  return (
    <>
      {" "}
      <span class="whole">{percent(progress)}</span>
      <StateBar counts={counts} />
    </>
  );
}

const AUDITS: readonly Column<SiteAuditView>[] = [
  column("Site", ({ id, url }) => (
    <a class="row-link" href={`${BASE}/${id}`}>
      <span class="site-url">{url}</span>
    </a>
  )),
  column({ text: "State", label: "" }, (audit) => (
    <>
      <WorkBadge state={audit.state} />
      {audit.state === "running" && <AuditProgress {...audit} />}
    </>
  )),
  column({ text: "Score", isNumber: true }, ({ score }) => score !== null && <Score value={score} />),
  column({ text: "URLs", isNumber: true }, ({ pages }) => pages > 0 && whole(pages)),
  column("Started (UTC)", ({ createdAt }) => <Time of={createdAt} as={formatMinute} />),
];

const SCHEDULES: readonly Column<ScheduleView>[] = [
  column("Site", ({ url }) => url),
  column({ text: "Repeat", label: "" }, ({ every }) => (every === "daily" ? "Daily" : "Weekly")),
  column({ text: "Next audit (UTC)", label: "Next" }, ({ nextAt }) => <Time of={nextAt} as={formatMinute} />),
  column("", ({ id, url }) => (
    <Confirm text="Delete schedule" about={`of ${url}`} action={`${BASE}/schedules/${id}/delete`} isDanger>
      <p>No further audits of this site are started. Reports stay.</p>
    </Confirm>
  )),
];

/** The page limit that the form suggests, and fewer where fewer calls are left. */
const PAGES = 100;

/** Options that only programs set, with their labels and defaults. The form has those of an audit that is started again. */
const MORE_OPTIONS = [
  ["include", "Include paths", ""],
  ["maxDepth", "Maximum depth", "20"],
  ["subdomains", "Include subdomains", "false"],
  ["delayMs", "Delay (ms)", "500"],
  ["checkLinks", "Check links", "true"],
] as const;

function StartForm({
  typed,
  rejected,
  callsLeft = PAGES,
}: Pick<SiteAuditsPage, "typed" | "rejected" | "callsLeft">) {
  /** The attributes of a field, with what was typed into it, and whether it was not accepted. */
  const field = (name: string, value = "") => {
    const isWrong = rejected?.parameter === name;
    const marks = isWrong ? { "aria-invalid": "true" as const, "aria-describedby": "start-error" } : {};
    return { name, value: typed.get(name) ?? value, ...marks };
  };
  return (
    <form class="panel start-audit" method="post" action={BASE}>
      <Field
        {...{ ...field("url"), label: "Start URL", place: "grow", inputmode: "url", required: true }}
        {...{ maxlength: 2000, placeholder: "example.com", autocomplete: "url" }}
      />
      {rejected !== undefined && (
        <p id="start-error" class="no grow" role="alert">
          {rejected.reason}
        </p>
      )}
      <Field
        {...field("maxPages", String(Math.min(PAGES, Math.max(1, callsLeft))))}
        {...{ label: "Page limit", type: "number", min: 1, max: 10000, required: true }}
      />
      <Field
        {...{ ...field("exclude"), label: "Exclude paths", maxlength: 4000 }}
        {...{ placeholder: "/cart/, /tag/", autocomplete: "off" }}
      />
      {MORE_OPTIONS.filter(([name, , usual]) => (typed.get(name) ?? usual) !== usual).map(([name, label]) => (
        <Field {...{ ...field(name), label, autocomplete: "off" }} />
      ))}
      <Choice
        {...{ name: "every", label: "Repeat", all: "Never", chosen: typed.get("every") ?? "" }}
        options={{ daily: "Daily", weekly: "Weekly" }}
      />
      <button type="submit">Start audit</button>
    </form>
  );
}

/** The site audits of an account, with a form that starts one, and its schedules. */
export function siteAuditsPage(site: Site, view: SiteAuditsPage): string {
  const { siteAudits, schedules, next, callsLeft } = view;
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Site audits"
      title="Site audits"
      lead={`An audit reads the pages of a site and reports broken links, duplicate titles, redirect chains and more. Each URL with a 2xx response costs one SEO call${callsLeft === undefined ? "" : `: you have ${whole(callsLeft)} left`}. Reports are kept for 30 days.`}
    >
      <StartForm {...view} />
      <div id="audits" class="stack" data-refresh={siteAudits.every(hasEnded) ? undefined : ""}>
        <Table
          label="Site audits"
          rows={siteAudits}
          columns={AUDITS}
          empty={
            <>
              No site audits yet. A report has a score, the issues to fix first and every page of the site,
              and a link to share. <a href="/docs/site-audits">Read the guide</a>.
            </>
          }
        />
        {next !== null && <Pager next={`${BASE}?after=${next}`} />}
      </div>
      {schedules.length > 0 && (
        <Part id="schedules" title="Schedules" kind="part">
          <p class="soft">We email you when an audit finds new issues or a lower score.</p>
          <Table label="List of schedules" rows={schedules} columns={SCHEDULES} />
        </Part>
      )}
    </Dashboard>
  )}`;
}

/** The progress of an audit in words. */
function progressText({ state, pages, progress }: SiteAuditView): string {
  if (state === "queued") return "Waiting in the queue.";
  return `${percent(progress)} done, ${counted(pages, "page")} read.`;
}

/** The progress of an audit; a script keeps it up to date. */
function Live({ audit }: { audit: SiteAuditView }) {
  const { id, progress, requested, waiting } = audit;
  return (
    <section class="following" aria-label="Progress" data-follow={`${BASE}/${id}/events`}>
      <p class="bar">
        <progress max={1} value={progress} aria-label="Progress of the audit" data-live="progress" />
        <strong data-live="percent">{percent(progress)}</strong>
      </p>
      <p>
        <span data-live="pages">{whole(audit.pages)}</span> of at most {whole(Number(audit.options.maxPages))}{" "}
        pages read. <span data-live="requested">{whole(requested)}</span> of{" "}
        <span data-live="known">{whole(requested + waiting)}</span> URLs found so far are checked.
      </p>
      <ol class="live" data-live="log" aria-label="Pages that were read last" hidden />
      <noscript>
        <p class="soft">Reload this page to see the progress.</p>
      </noscript>
    </section>
  );
}

/** The choice of another audit to compare with. */
function CompareForm({ audit, earlier, compared }: SiteAuditPage) {
  if (earlier.length < 2) return null;
  return (
    <Filters action={`${BASE}/${audit.id}`} submit="Compare">
      <Choice
        {...{ name: "with", label: "Compare with", chosen: compared?.id }}
        options={earlier.map(({ id, createdAt }) => [id, formatMinute(createdAt)])}
      />
    </Filters>
  );
}

const FILES = { html: "HTML", xlsx: "XLSX", zip: "CSV (ZIP)", json: "JSON" };

/** A button that opens a menu. */
function Menu({ text, name, children }: { text: string; name?: string; children: Child }) {
  return (
    <details class="menu" name="menu">
      <summary class="plain-button" aria-label={name}>
        {text}
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** The form that starts the same audit, filled in. */
function againHref({ url, options }: SiteAuditView): string {
  const all = Object.entries(options).map(([name, value]) => [name, [value].flat().join(", ")] as const);
  const own = all.filter(
    ([name, text]) => !MORE_OPTIONS.some(([one, , usual]) => one === name && usual === text),
  );
  return filteredHref(BASE, { url, ...Object.fromEntries(own) });
}

/** The link to the report that others have. */
function SharedLink({ audit, shared }: SiteAuditPage) {
  return shared === undefined ? null : (
    <div class="notice good" role="status">
      <p>
        Anyone with this link can read the report until <Time of={shared.expiresAt} as={formatMinute} /> UTC:{" "}
        <a href={shared.url} id="shared-url">
          {shared.url}
        </a>
      </p>
      <form method="post" action={`${BASE}/${audit.id}/unshare`}>
        <CopyButton of="shared-url" what="link" />
        <button type="submit" class="quiet">
          Revoke link
        </button>
      </form>
    </div>
  );
}

/** The actions of the owner: share, audit again, download, print and delete; cancel while it runs. */
function Actions({ audit, shared }: SiteAuditPage) {
  const base = `${BASE}/${audit.id}`;
  const hasReport = audit.reportUrl !== null;
  const ended = hasEnded(audit);
  const remove = (
    <Confirm text={ended ? "Delete audit" : "Cancel audit"} action={`${base}/remove`} isDanger>
      <p>
        {ended
          ? "The report and its link are deleted permanently."
          : "The audit ends. Pages that were read are reported, and their calls stay charged."}
      </p>
    </Confirm>
  );
  return (
    <div class="acts">
      {hasReport && shared === undefined && (
        <form method="post" action={`${base}/share`}>
          <button type="submit">Share</button>
        </form>
      )}
      {ended && (
        <a class="button outline" href={againHref(audit)}>
          Audit again
        </a>
      )}
      {hasReport && (
        <Menu text="Download">
          {Object.entries(FILES).map(([format, text]) => (
            <a href={`${base}/report?format=${format}`} download={format === "json" ? "site-audit.json" : ""}>
              {text}
            </a>
          ))}
        </Menu>
      )}
      {ended ? (
        <Menu text="⋯" name="More actions">
          {hasReport && (
            <button type="button" class="plain-button" data-print="" data-scripted="">
              Print
            </button>
          )}
          {remove}
        </Menu>
      ) : (
        remove
      )}
    </div>
  );
}

/** The size and the cost of an audit, with a link to its report. */
function Lead({ audit: { id, pages, units, reportUrl }, overview }: SiteAuditPage) {
  const read =
    overview && `${counted(pages, "URL")} audited (${counted(overview.totals.htmlPages, "HTML page")}), `;
  return (
    <>
      {read}
      {counted(units, "call")} charged.{" "}
      {reportUrl !== null && <a href={`${BASE}/${id}/report`}>Open the report</a>}
    </>
  );
}

/** One site audit: its progress while it runs, then its report and what changed. */
export function siteAuditPage(site: Site, view: SiteAuditPage): string {
  const { audit, overview, query, compared } = view;
  const base = `${BASE}/${audit.id}`;
  const detail = audit.problem?.detail;
  const ended = hasEnded(audit);
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Site audits"
      below="Site audit"
      title={audit.url}
      heading={<UrlHeading url={audit.url} />}
      beside={
        <>
          <WorkBadge state={audit.state} />
          <Actions {...view} />
        </>
      }
      lead={ended ? <Lead {...view} /> : undefined}
      said={ended ? undefined : progressText(audit)}
    >
      <PrintedBrand site={site} />
      {typeof detail === "string" && <p class="notice bad">{detail}</p>}
      {ended ? detail === undefined && <Stopped {...{ audit, overview }} /> : <Live audit={audit} />}
      <SharedLink {...view} />
      {overview === undefined && audit.reportUrl !== null && (
        <p class="empty">An earlier release made this audit. Open its report, or audit the site again.</p>
      )}
      {overview !== undefined && (
        <SiteReport
          {...{ base, overview, query }}
          url={audit.url}
          change={compared}
          compare={<CompareForm {...view} />}
        />
      )}
    </Dashboard>
  )}`;
}

/** One page of an audited site, with a form that audits it again. */
export function auditedPage(
  site: Site,
  { audit, overview, page }: AuditedPage,
  api: Api | undefined,
): string {
  const operation = api?.operations.audit;
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Site audits"
      title={page.title ?? page.url}
      lead={<Url url={page.url} />}
      below={
        <>
          <a href={`${BASE}/${audit.id}`}>{audit.url}</a> <span aria-hidden="true">/</span> Page audit
        </>
      }
      consoles
    >
      <SitePage base={`${BASE}/${audit.id}`} page={page} overview={overview} />
      {api !== undefined && operation !== undefined && (
        <Part id="again" title="Audit this page now">
          <p class="soft">
            A new audit with the evidence of each finding and previews of the page. It costs one call.
          </p>
          <Console
            {...{ api, operation, id: "audit", given: { url: page.url }, only: ["url"], send: "Audit page" }}
          />
        </Part>
      )}
    </Dashboard>
  )}`;
}
