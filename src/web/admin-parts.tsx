/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import type { AccountSummary } from "../accounts/account-directory.ts";
import type { AuditEntry } from "../accounts/account-views.ts";
import { formatMinute } from "./dates.ts";
import { Page, type Site } from "./page.tsx";

const TABS = [
  ["/admin/accounts", "Accounts"],
  ["/admin/plan-versions", "Plans"],
  ["/admin/audit", "Audit log"],
] as const;

interface AdminPageProps {
  readonly site: Site;
  readonly path: `/${string}`;
  readonly title: string;
  readonly children: Child;
}

/** The frame of every page for operators who are signed in. */
export function AdminPage({ site, path, title, children }: AdminPageProps) {
  return (
    <Page site={site} path={path} title={`${title} · Quintet admin`} description={title} personal>
      <div class="admin">
        <div class="admin-bar">
          <nav class="tabs" aria-label="Admin">
            {TABS.map(([href, text]) => (
              <a
                href={href}
                aria-current={path === href ? "page" : path.startsWith(href) ? "true" : undefined}
              >
                {text}
              </a>
            ))}
          </nav>
          <form method="post" action="/admin/sign-out">
            <button type="submit" class="plain-button">
              Sign out
            </button>
          </form>
        </div>
        {children}
      </div>
    </Page>
  );
}

/** Reports whether an account is active or suspended. */
export function StateBadge({ suspension }: Pick<AccountSummary, "suspension">) {
  return suspension === undefined ? (
    <span class="badge">Active</span>
  ) : (
    <span class="badge bad">Suspended</span>
  );
}

/** A table that scrolls by itself where it is wider than the screen. */
export function Table({
  label,
  heads,
  children,
}: {
  label: string;
  heads: readonly string[];
  children: Child;
}) {
  return (
    <section class="scroll" aria-label={label} tabindex={0}>
      <table class="plain listed">
        <thead>
          <tr>{heads.map((head) => (head === "" ? <td /> : <th scope="col">{head}</th>))}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

const ACTORS = { owner: "Account owner", operator: "Operator", system: "Server" } as const;

function detailOf(detail: AuditEntry["detail"]): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}

/** Entries of the audit log; those of one account do not name it. */
export function AuditTable({
  entries,
  named,
}: {
  entries: readonly (AuditEntry | OwnEntry)[];
  named: boolean;
}) {
  const heads = ["Time (UTC)", "Event", "By", ...(named ? ["Account"] : []), "Network", "Details"];
  return (
    <Table label="Audit log entries" heads={heads}>
      {entries.map((entry) => (
        <tr>
          <th scope="row">
            <time datetime={entry.createdAt}>{formatMinute(entry.createdAt)}</time>
          </th>
          <td>
            <code>{entry.action}</code>
          </td>
          <td data-head="By">
            {ACTORS[entry.actor]}
            {"actorName" in entry && entry.actorName !== null && <span class="soft"> {entry.actorName}</span>}
          </td>
          {named && (
            <td data-head="Account">
              {"account" in entry && entry.account !== null ? (
                <a href={`/admin/accounts/${entry.account}`}>
                  <code>{entry.account}</code>
                </a>
              ) : (
                "None"
              )}
            </td>
          )}
          <td data-head="Network">{entry.network ?? "Unknown"}</td>
          <td data-head="Details">{detailOf(entry.detail)}</td>
        </tr>
      ))}
    </Table>
  );
}

type OwnEntry = Omit<AuditEntry, "actorName" | "account">;
