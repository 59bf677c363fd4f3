/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import type { AccountSummary } from "../accounts/account-views.ts";
import type { Catalogue } from "../accounts/catalogue.ts";
import type { RejectedForm } from "../http/core/contract-endpoints.ts";
import { PostButton } from "./forms.tsx";
import { Page, type Site } from "./page.tsx";

/** Facts about the server that pages of operators show. */
export interface Served {
  /** Titles of the APIs by name. */
  readonly titles: ReadonlyMap<string, string>;
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
  readonly hasPayments: boolean;
  /** The email address that customers see where plans are not sold. */
  readonly contact: string | undefined;
  readonly catalogue: Catalogue;
}

const TABS = { "/admin/accounts": "Accounts", "/admin/plan-versions": "Plans", "/admin/audit": "Audit log" };

interface AdminPageProps {
  readonly site: Site;
  readonly path: `/${string}`;
  readonly title: string;
  readonly children: Child;
}

/** The frame of every page for operators who are signed in. */
export function AdminPage({ site, path, title, children }: AdminPageProps) {
  return (
    <Page
      site={site}
      path={path}
      title={`${title} · Quintet admin`}
      description={title}
      personal
      styles={["dashboard.css"]}
    >
      <div class="dash">
        <div class="admin">
          <div class="admin-bar">
            <strong>Admin</strong>
            <nav class="tabs" aria-label="Admin">
              {Object.entries(TABS).map(([href, text]) => (
                <a
                  href={href}
                  aria-current={path === href ? "page" : path.startsWith(href) ? "true" : undefined}
                >
                  {text}
                </a>
              ))}
            </nav>
            <PostButton action="/admin/sign-out" text="Sign out" />
          </div>
          {children}
        </div>
      </div>
    </Page>
  );
}

/** Says why a form was not accepted. */
export function Rejected({ rejected }: { rejected: RejectedForm | undefined }) {
  if (rejected === undefined) return null;
  return (
    <p class="notice bad" role="alert">
      {rejected.error.message}
    </p>
  );
}

/** Reports whether an account is active or suspended. */
export function StateBadge({ suspension }: Pick<AccountSummary, "suspension">) {
  return suspension === null ? <span class="badge">Active</span> : <span class="badge bad">Suspended</span>;
}
