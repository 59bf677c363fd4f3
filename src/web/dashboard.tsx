/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { Page, type Site } from "./page.tsx";

/** The entries of the navigation: the path, the name, and the lines of its icon in a square of 16. */
const ENTRIES = [
  ["/account", "Overview", "M2 8.5 8 3l6 5.5M4 7.5V13h8V7.5"],
  ["/account/keys", "Keys", "M5 5a3 3 0 1 1-3 3 3 3 0 0 1 3-3ZM8 8h6M11 8v2.5M14 8v2.5"],
  ["/account/requests", "Requests", "M2.5 4.5h11M2.5 8h11M2.5 11.5h7"],
  [
    "/account/jobs",
    "Jobs",
    "M8 2v3M8 11v3M2 8h3M11 8h3M3.8 3.8l2 2M10.2 10.2l2 2M12.2 3.8l-2 2M5.8 10.2l-2 2",
  ],
  [
    "/account/site-audits",
    "Site audits",
    "M7 2.5A4.5 4.5 0 1 1 2.5 7 4.5 4.5 0 0 1 7 2.5ZM10.5 10.5l3.5 3.5",
  ],
  ["/account/webhooks", "Webhooks", "M2.5 8h4M9.5 4h4M9.5 12h4M6.5 8c2 0 1-4 3-4M6.5 8c2 0 1 4 3 4"],
  ["/account/plan", "Plan", "M2.5 4h11v8h-11ZM2.5 7h11M5 10h2"],
  [
    "/account/settings",
    "Settings",
    "M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5a1.5 1.5 0 1 1-1.5 1.5A1.5 1.5 0 0 1 10 3.5ZM6 9.5A1.5 1.5 0 1 1 4.5 11 1.5 1.5 0 0 1 6 9.5Z",
  ],
] as const;

export type Entry = (typeof ENTRIES)[number][1];

function Entries({ entry, isLast }: { entry: Entry; isLast: boolean }) {
  return (
    <ul>
      {ENTRIES.map(([href, text, icon]) => (
        <li>
          <a href={href} aria-current={text === entry ? (isLast ? "page" : "true") : undefined}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={icon} />
            </svg>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The place of a page below another one. */
export function Trail({ href, entry, below }: { href: string; entry: string; below: Child }) {
  return (
    <p class="trail">
      <a href={href}>{entry}</a> <span aria-hidden="true">/</span> {below}
    </p>
  );
}

interface DashboardProps {
  readonly site: Site;
  /** Where the page is in the navigation. */
  readonly entry: Entry;
  readonly title: string;
  /** Default: the title. */
  readonly heading?: Child;
  /** A sentence below the title. */
  readonly lead?: Child;
  /** What is beside the title, such as a state or a link. */
  readonly beside?: Child;
  /** For a page below an entry: its own place, after the link to the entry. */
  readonly below?: Child;
  /** Why a form of the page was not accepted. */
  readonly rejected?: string | undefined;
  readonly consoles?: boolean;
  readonly said?: string | undefined;
  readonly children: Child;
}

/** The frame of every page of an account: the navigation, which phones fold, and the page. */
export function Dashboard({
  site,
  entry,
  title,
  heading = title,
  lead,
  beside,
  below,
  rejected,
  consoles = false,
  said,
  children,
}: DashboardProps) {
  const isLast = below === undefined;
  // Twice on the page, rendered once.
  const entries = raw(String(<Entries entry={entry} isLast={isLast} />));
  const href = ENTRIES.find(([, text]) => text === entry)?.[0] ?? "/account";
  return (
    <Page
      site={site}
      path="/account"
      title={`${title} · Quintet`}
      description={`${title} of your account`}
      styles={["dashboard.css"]}
      scripts={consoles ? ["dashboard.js", "console.js"] : ["dashboard.js"]}
      said={said}
      personal
    >
      <div class="dash">
        <nav class="dash-nav" aria-label="Account">
          {entries}
        </nav>
        <details class="dash-menu">
          <summary>
            <span class="unseen">Account menu: </span>
            {entry}
          </summary>
          <nav aria-label="Account menu">{entries}</nav>
        </details>
        <div class="admin">
          {below !== undefined && <Trail href={href} entry={entry} below={below} />}
          <div class="dash-head">
            <div class="admin-head">
              <h1>{heading}</h1>
              {beside}
            </div>
            {lead !== undefined && <p class="soft">{lead}</p>}
          </div>
          {rejected !== undefined && (
            <p class="notice bad" role="alert">
              {rejected}
            </p>
          )}
          {children}
        </div>
      </div>
    </Page>
  );
}
