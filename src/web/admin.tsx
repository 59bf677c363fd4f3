/** @jsxImportSource hono/jsx */
import type { PlanHolders } from "../accounts/account-views.ts";
import type { Plan } from "../accounts/catalogue.ts";
import type { AccountsView, AdminPages, AuditView } from "../http/admin/admin-pages.ts";
import type { Api } from "../kit/descriptor.ts";
import { AccountDetail } from "./admin-account.tsx";
import { AdminPage, type Head, type Served, StateBadge, Table } from "./admin-parts.tsx";
import { ACTORS, AuditTable, auditEvents } from "./audit-table.tsx";
import { day } from "./dates.ts";
import { policyFor } from "./headers.ts";
import { Page, Pager, type Site } from "./page.tsx";

type Query = Readonly<Record<string, string>>;

/** The URL of a list with its query; empty values are left out. */
function urlOf(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The pager of a list of the operator, which keeps its query. */
function AdminPager({ path, query, isLater, next }: AdminPagerProps) {
  if (!isLater && next === null) return null;
  return (
    <Pager
      first={isLater ? urlOf(path, query) : undefined}
      next={next === null ? null : urlOf(path, { ...query, after: next })}
    />
  );
}

interface AdminPagerProps {
  readonly path: string;
  readonly query: Query;
  readonly isLater: boolean;
  readonly next: string | null;
}

/** Says that a list is empty, and how to see all of it where it is filtered. */
function Empty({ path, query, all, none }: { path: string; query: Query; all: string; none: string }) {
  const isFiltered = Object.values(query).some((value) => value !== "");
  return (
    <p class="empty">
      {isFiltered ? (
        <>
          Nothing matches these filters. <a href={path}>{all}</a>
        </>
      ) : (
        none
      )}
    </p>
  );
}

const SORTS = [
  ["newest", "Newest"],
  ["oldest", "Oldest"],
  ["email", "Email address"],
] as const;

function accountHeads({ text, sort }: AccountsView, query: Query): (string | Head)[] {
  const to = (order: string) => urlOf("/admin/accounts", { ...query, sort: order });
  // A search is sorted by email address.
  const isSearched = text !== "";
  const created = { newest: "descending", oldest: "ascending", email: undefined } as const;
  return [
    isSearched
      ? { text: "Email", sorted: "ascending" }
      : { text: "Email", href: to("email"), sorted: sort === "email" ? "ascending" : undefined },
    "Status",
    "Plan",
    { text: "Active keys", isNumber: true },
    { text: "Last used", isNumber: true },
    isSearched
      ? { text: "Created", isNumber: true }
      : {
          text: "Created",
          isNumber: true,
          href: to(sort === "newest" ? "oldest" : ""),
          sorted: created[sort],
        },
  ];
}

function Accounts({ site, view }: { site: Site; view: AccountsView }) {
  const { accounts, next, text, isSuspended, isLater, sort, plans } = view;
  const filters = { q: text, state: isSuspended ? "suspended" : "" };
  const query = { ...filters, sort: text !== "" || sort === "newest" ? "" : sort };
  return (
    <AdminPage site={site} path="/admin/accounts" title="Accounts">
      <h1>Accounts</h1>
      <form method="get" action="/admin/accounts" class="search">
        <p class="ask">
          <label for="q">Email address, account ID or key ID</label>
          <input
            id="q"
            name="q"
            type="search"
            value={text}
            maxlength={254}
            autocomplete="off"
            spellcheck={false}
          />
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
        <p class="ask">
          <label for="sort">Sort by</label>
          <select id="sort" name="sort">
            {SORTS.map(([id, name]) => (
              <option value={id} selected={id === (text === "" ? sort : "email")}>
                {name}
              </option>
            ))}
          </select>
        </p>
        <button type="submit">Search</button>
      </form>
      {accounts.length === 0 ? (
        <Empty
          path="/admin/accounts"
          query={filters}
          all="Show all accounts"
          none="There are no accounts yet."
        />
      ) : (
        <Table label="Accounts" heads={accountHeads(view, query)}>
          {accounts.map((account, i) => (
            <tr>
              <th scope="row">
                <a href={`/admin/accounts/${account.id}`}>{account.email}</a>
              </th>
              <td>
                <StateBadge suspension={account.suspension} />
              </td>
              <td data-head="Plan">{plans[i]?.join(", ") || <span class="soft">Free</span>}</td>
              <td data-head="Active keys" class="number">
                {account.keys}
              </td>
              <td data-head="Last used" class="number">
                {account.lastUsedOn ?? <span class="soft">Never</span>}
              </td>
              <td data-head="Created" class="number">
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

function Audit({ site, view }: { site: Site; view: AuditView }) {
  const { entries, next, account, action = "", actor = "", emails, isLater } = view;
  const query = { account, action, actor };
  return (
    <AdminPage site={site} path="/admin/audit" title="Audit log">
      <h1>Audit log</h1>
      <form method="get" action="/admin/audit" class="search">
        <p class="ask">
          <label for="account">Account (email address or ID)</label>
          <input
            id="account"
            name="account"
            type="search"
            value={account}
            maxlength={254}
            autocomplete="off"
            spellcheck={false}
          />
        </p>
        <p class="ask">
          <label for="action">Event</label>
          <select id="action" name="action">
            <option value="">All</option>
            {auditEvents.map(([id, text]) => (
              <option value={id} selected={id === action}>
                {text}
              </option>
            ))}
          </select>
        </p>
        <p class="ask">
          <label for="actor">By</label>
          <select id="actor" name="actor">
            <option value="">Anyone</option>
            {Object.entries(ACTORS).map(([id, text]) => (
              <option value={id} selected={id === actor}>
                {text}
              </option>
            ))}
          </select>
        </p>
        <button type="submit">Search</button>
      </form>
      {entries.length === 0 ? (
        <Empty path="/admin/audit" query={query} all="Show all entries" none="There are no entries yet." />
      ) : (
        <AuditTable entries={entries} emails={emails} />
      )}
      <AdminPager path="/admin/audit" query={query} isLater={isLater} next={next} />
    </AdminPage>
  );
}

const accountsText = (count: number) =>
  count === 1 ? "1 account" : `${count.toLocaleString("en")} accounts`;

/** Why people cannot buy a version of a plan; undefined where they can. */
function unsoldReason({ version: { plan, isCurrent }, sold, served: { off, hasPayments } }: SaleBadgeProps) {
  const current = sold.find(({ id }) => id === plan);
  if (!isCurrent || current === undefined) return "Not sold";
  if (current.listing !== "landing") return "Not on the price list";
  if (current.grants.every(({ meter }) => off.has(meter))) return "API not enabled";
  return hasPayments ? undefined : "Payments not enabled";
}

function SaleBadge(props: SaleBadgeProps) {
  const reason = unsoldReason(props);
  return <span class={reason === undefined ? "badge good" : "badge"}>{reason ?? "On sale"}</span>;
}

interface SaleBadgeProps extends Pick<PlanVersionsProps, "sold" | "served"> {
  readonly version: PlanHolders;
}

function PlanVersions({ site, versions, sold, moved, served }: PlanVersionsProps) {
  const holdersOf = Map.groupBy(versions, ({ plan }) => plan);
  return (
    <AdminPage site={site} path="/admin/plan-versions" title="Plans">
      <h1>Plans</h1>
      <p class="soft">
        A plan whose price or quotas change becomes a new version. Accounts keep the version that they have
        until you move them.
      </p>
      {moved !== undefined && (
        <p class="done" role="status">
          {accountsText(moved)} {moved === 1 ? "was" : "were"} moved.
        </p>
      )}
      <Table
        label="Plan versions"
        heads={[
          "Plan",
          { text: "Version", isNumber: true },
          "Status",
          { text: "Accounts", isNumber: true },
          { text: "Sold since", isNumber: true },
        ]}
      >
        {versions.map((one) => {
          const { plan, version, title, holders, soldSince } = one;
          return (
            <tr>
              <th scope="row">
                {title} <code class="soft">{plan}</code>
              </th>
              <td data-head="Version" class="number">
                {version}
              </td>
              <td>
                <SaleBadge version={one} sold={sold} served={served} />
              </td>
              <td data-head="Accounts" class="number">
                {holders.toLocaleString("en")}
              </td>
              <td data-head="Sold since" class="number">
                <time datetime={soldSince}>{day(soldSince)}</time>
              </td>
            </tr>
          );
        })}
      </Table>
      <section aria-labelledby="move" class="part">
        <h2 id="move">Move accounts</h2>
        <p class="soft">
          Accounts keep their billing months and get the new quotas within 5 seconds. Their payments do not
          change.
        </p>
        <form method="post" action="/admin/plan-versions/move">
          <p class="ask">
            <label for="from">From</label>
            <select id="from" name="from">
              {[...holdersOf].map(([plan, all]) => (
                <option value={plan}>
                  {all[0]?.title} ({accountsText(all.reduce((sum, { holders }) => sum + holders, 0))})
                </option>
              ))}
            </select>
          </p>
          <p class="ask">
            <label for="version">Version (empty for all)</label>
            <input id="version" name="version" inputmode="numeric" pattern="[0-9]*" maxlength={7} />
          </p>
          <p class="ask">
            <label for="to">To the current terms of</label>
            <select id="to" name="to">
              {sold.map(({ id, title }) => (
                <option value={id}>{title}</option>
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
  readonly served: Served;
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
      <div class="gate">
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
            <p class="soft">
              The token is the value of <code>ADMIN_TOKEN</code> in the configuration of this server.{" "}
              <a href="/docs/self-hosting">Self-hosting guide</a>
            </p>
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

interface AdminOptions extends Pick<Served, "off" | "hasPayments"> {
  readonly apis: readonly Pick<Api, "name" | "title">[];
}

/** The pages for operators: plain forms that work without scripts. */
export function adminPages(site: Site, options: AdminOptions): AdminPages {
  const { apis, off, hasPayments } = options;
  const served = { titles: new Map(apis.map(({ name, title }) => [name, title])), off, hasPayments };
  const document = (page: unknown) => `<!doctype html>${page}`;
  return {
    policy: policyFor([]),
    signIn: (byToken, byEmail, isWrong) => document(<SignIn {...{ site, byToken, byEmail, isWrong }} />),
    accounts: (view) => document(<Accounts site={site} view={view} />),
    account: (view) => document(<AccountDetail {...{ site, view, served }} />),
    audit: (view) => document(<Audit site={site} view={view} />),
    plans: (versions, sold, moved) => document(<PlanVersions {...{ site, versions, sold, moved, served }} />),
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
