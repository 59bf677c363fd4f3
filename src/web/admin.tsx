/** @jsxImportSource hono/jsx */
import type { PlanHolders } from "../accounts/account-views.ts";
import type { Plan } from "../accounts/catalogue.ts";
import type { AccountsView, AdminPages } from "../http/admin/admin-pages.ts";
import { AccountDetail } from "./admin-account.tsx";
import { AdminPage, AuditTable, StateBadge, Table } from "./admin-parts.tsx";
import { day } from "./dates.ts";
import { policyFor } from "./headers.ts";
import { Page, Pager, type Site } from "./page.tsx";

/** The pager of a list of the operator, which keeps its query. */
function AdminPager({ path, query, isLater, next }: AdminPagerProps) {
  const to = (more: Readonly<Record<string, string>>) => {
    const all = new URLSearchParams({ ...query, ...more }).toString();
    return all === "" ? path : `${path}?${all}`;
  };
  if (!isLater && next === null) return null;
  return <Pager first={isLater ? to({}) : undefined} next={next === null ? null : to({ after: next })} />;
}

interface AdminPagerProps {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly isLater: boolean;
  readonly next: string | null;
}

function Accounts({ site, view }: { site: Site; view: AccountsView }) {
  const { accounts, next, text, isSuspended, isLater } = view;
  const query = { ...(text === "" ? {} : { q: text }), ...(isSuspended ? { state: "suspended" } : {}) };
  return (
    <AdminPage site={site} path="/admin/accounts" title="Accounts">
      <h1>Accounts</h1>
      <form method="get" action="/admin/accounts" class="search">
        <p class="ask">
          <label for="q">Email address, account ID or key ID</label>
          <input id="q" name="q" type="search" value={text} maxlength={254} autocomplete="off" />
        </p>
        <p class="ask">
          <label for="state">Status</label>
          <select id="state" name="state">
            <option value="">All</option>
            <option value="suspended" selected={isSuspended}>
              Suspended
            </option>
          </select>
        </p>
        <button type="submit">Search</button>
      </form>
      {accounts.length === 0 ? (
        <p class="empty">
          {text === "" && !isSuspended ? "There are no accounts yet." : "No accounts match this search."}{" "}
          {(text !== "" || isSuspended) && <a href="/admin/accounts">Show all accounts</a>}
        </p>
      ) : (
        <Table label="Accounts" heads={["Email", "Status", "Active keys", "Last used", "Created"]}>
          {accounts.map((account) => (
            <tr>
              <th scope="row">
                <a href={`/admin/accounts/${account.id}`}>{account.email}</a>
              </th>
              <td>
                <StateBadge suspension={account.suspension} />
              </td>
              <td data-head="Active keys">{account.keys}</td>
              <td data-head="Last used">{account.lastUsedOn ?? "Never"}</td>
              <td data-head="Created">
                <time datetime={account.createdAt}>{day(account.createdAt)}</time>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <AdminPager path="/admin/accounts" query={query} isLater={isLater} next={next} />
    </AdminPage>
  );
}

function PlanVersions({ site, versions, sold, moved }: PlanVersionsProps) {
  const names = [...new Set(versions.map(({ plan }) => plan))];
  return (
    <AdminPage site={site} path="/admin/plan-versions" title="Plans">
      <h1>Plans</h1>
      <p class="soft">
        A plan whose price or quotas change becomes a new version. Accounts keep the version that they have
        until you move them.
      </p>
      {moved !== undefined && (
        <p class="done" role="status">
          {moved === 1 ? "1 account was moved." : `${moved.toLocaleString("en")} accounts were moved.`}
        </p>
      )}
      <Table label="Plan versions" heads={["Plan", "Version", "Status", "Accounts", "Sold since"]}>
        {versions.map(({ plan, version, title, isCurrent, holders, soldSince }) => (
          <tr>
            <th scope="row">
              {title} <code class="soft">{plan}</code>
            </th>
            <td data-head="Version">{version}</td>
            <td>
              {isCurrent ? <span class="badge good">On sale</span> : <span class="badge">Not sold</span>}
            </td>
            <td data-head="Accounts">{holders.toLocaleString("en")}</td>
            <td data-head="Sold since">
              <time datetime={soldSince}>{day(soldSince)}</time>
            </td>
          </tr>
        ))}
      </Table>
      <section aria-labelledby="move" class="part">
        <h2 id="move">Move accounts</h2>
        <form method="post" action="/admin/plan-versions/move">
          <p class="ask">
            <label for="from">From</label>
            <select id="from" name="from">
              {names.map((name) => (
                <option value={name}>{name}</option>
              ))}
            </select>
          </p>
          <p class="ask">
            <label for="version">Version (empty for all)</label>
            <input id="version" name="version" inputmode="numeric" pattern="[0-9]*" maxlength={7} size={8} />
          </p>
          <p class="ask">
            <label for="to">To the current terms of</label>
            <select id="to" name="to">
              {sold.map(({ id }) => (
                <option value={id}>{id}</option>
              ))}
            </select>
          </p>
          <button type="submit">Move accounts</button>
        </form>
      </section>
    </AdminPage>
  );
}

interface PlanVersionsProps {
  readonly site: Site;
  readonly versions: readonly PlanHolders[];
  readonly sold: readonly Plan[];
  readonly moved: number | undefined;
}

interface SignInProps {
  readonly site: Site;
  readonly byToken: boolean;
  readonly byEmail: boolean;
  readonly isWrong: boolean;
}

function SignIn({ site, byToken, byEmail, isWrong }: SignInProps) {
  return (
    <Page site={site} path="/admin" title="Admin sign-in · Quintet" description="Admin sign-in" personal>
      <div class="opening step">
        <h1>Admin sign-in</h1>
        {isWrong && (
          <p class="no" role="alert">
            Wrong token. Copy the ADMIN_TOKEN of this server and try again.
          </p>
        )}
        {byToken && (
          <form class="sign-up" method="post" action="/admin/sign-in">
            <p class="ask">
              <label for="token">Admin token</label>
              <input id="token" name="token" type="password" required maxlength={256} autocomplete="off" />
            </p>
            <button type="submit">Sign in</button>
          </form>
        )}
        {byEmail && (
          <p>
            Operators can <a href="/signup">sign in by email</a>, then{" "}
            <a href="/admin/accounts">open the admin pages</a>.
          </p>
        )}
      </div>
    </Page>
  );
}

/** The pages for operators: plain forms that work without scripts. */
export function adminPages(site: Site): AdminPages {
  const document = (page: unknown) => `<!doctype html>${page}`;
  return {
    policy: policyFor([]),
    signIn: (byToken, byEmail, isWrong) => document(<SignIn {...{ site, byToken, byEmail, isWrong }} />),
    accounts: (view) => document(<Accounts site={site} view={view} />),
    account: (view) => document(<AccountDetail site={site} view={view} />),
    audit: ({ entries, next }, account, isLater) =>
      document(
        <AdminPage site={site} path="/admin/audit" title="Audit log">
          <h1>Audit log</h1>
          <form method="get" action="/admin/audit" class="search">
            <p class="ask">
              <label for="account">Account ID</label>
              <input
                id="account"
                name="account"
                type="search"
                value={account ?? ""}
                maxlength={36}
                size={38}
              />
            </p>
            <button type="submit">Search</button>
          </form>
          {entries.length === 0 ? (
            <p class="empty">There are no entries.</p>
          ) : (
            <AuditTable entries={entries} named={account === undefined} />
          )}
          <AdminPager
            path="/admin/audit"
            query={account === undefined ? {} : { account }}
            isLater={isLater}
            next={next}
          />
        </AdminPage>,
      ),
    plans: (versions, sold, moved) => document(<PlanVersions {...{ site, versions, sold, moved }} />),
    refused: (title, detail) =>
      document(
        <AdminPage site={site} path="/admin" title={title}>
          <h1>{title}</h1>
          <p>{detail}</p>
          <p>
            <a href="/admin/accounts">Back to the accounts</a>
          </p>
        </AdminPage>,
      ),
  };
}
