/** @jsxImportSource hono/jsx */
import { COUNTED } from "../accounts/account-directory.ts";
import type { PlanHolders } from "../accounts/account-views.ts";
import type { Plan } from "../accounts/catalogue.ts";
import type { AccountsView, AdminPages, AuditView } from "../http/admin/admin-pages.ts";
import { longDate } from "../kit/dates.ts";
import type { Api } from "../kit/descriptor.ts";
import { counted, whole } from "../kit/numbers.ts";
import { AccountDetail } from "./admin-account.tsx";
import { AdminPage, type Head, type Served, StateBadge, Table } from "./admin-parts.tsx";
import { ACTORS, AuditTable, auditEvents } from "./audit-table.tsx";
import { Time } from "./facts.tsx";
import { Confirm } from "./forms.tsx";
import { policyFor } from "./headers.ts";
import { Page, type Site } from "./page.tsx";
import { givesOf, priceOf } from "./prices.tsx";
import { Choice, FilteredPager, filteredHref } from "./requests-page.tsx";

type Query = Readonly<Record<string, string>>;

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

/** The field of a search by an email address or an ID. */
function SearchField({ name, label, value }: { name: string; label: string; value: string }) {
  const shared = { id: name, name, value, autocomplete: "off", spellcheck: false };
  return (
    <p class="ask">
      <label for={name}>{label}</label>
      <input {...shared} type="search" maxlength={254} />
    </p>
  );
}

function accountHeads({ text, sort }: AccountsView, query: Query): (string | Head)[] {
  const to = (order: string) => filteredHref("/admin/accounts", { ...query, sort: order });
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
    "Last used",
    isSearched
      ? "Created"
      : { text: "Created", href: to(sort === "newest" ? "oldest" : ""), sorted: created[sort] },
  ];
}

/** Which accounts a page shows, of how many: `26–50 of 500 accounts`. */
function rangeText({ accounts, place: { count, before } }: AccountsView): string {
  const all = count > COUNTED ? `more than ${counted(COUNTED, "account")}` : counted(count, "account");
  const isWhole = accounts.length === count;
  if (isWhole || before === undefined) return all;
  return `${before + 1}–${before + accounts.length} of ${all}`;
}

function Accounts({ site, view }: { site: Site; view: AccountsView }) {
  const { accounts, next, text, isSuspended, isLater, sort, plans, place, suspended } = view;
  const filters = { q: text, state: isSuspended ? "suspended" : "" };
  const query = { ...filters, sort: text !== "" || sort === "newest" ? "" : sort };
  return (
    <AdminPage site={site} path="/admin/accounts" title="Accounts">
      <div class="panel-head">
        <h1>Accounts</h1>
        <a href="/admin/accounts.csv" download>
          Download CSV
        </a>
      </div>
      <form method="get" action="/admin/accounts" class="search">
        <SearchField name="q" label="Email address, account ID or key ID" value={text} />
        <Choice
          {...{ name: "state", label: "Status", all: "All accounts", chosen: isSuspended ? "suspended" : "" }}
          options={[["suspended", "Suspended"]]}
        />
        <Choice
          {...{ name: "sort", label: "Sort by", all: "Newest", chosen: text === "" ? sort : "email" }}
          options={[
            ["oldest", "Oldest"],
            ["email", "Email address"],
          ]}
        />
        <button type="submit">Search</button>
      </form>
      {accounts.length > 0 && (
        <p class="soft">
          {rangeText(view)}
          {!isSuspended && text === "" && suspended > 0 && (
            <>
              , <a href="/admin/accounts?state=suspended">{whole(suspended)} suspended</a>
            </>
          )}
        </p>
      )}
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
              <td data-head="Last used">
                {account.lastUsedOn === null ? (
                  <span class="soft">Never</span>
                ) : (
                  <Time of={account.lastUsedOn} as={longDate} />
                )}
              </td>
              <td data-head="Created">
                <Time of={account.createdAt} as={longDate} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <FilteredPager
        path="/admin/accounts"
        filters={query}
        isNewest={!isLater}
        previous={place.before === undefined ? undefined : (place.previous ?? "")}
        next={next}
      />
    </AdminPage>
  );
}

function Audit({ site, view }: { site: Site; view: AuditView }) {
  const { entries, next, account, action = "", actor = "", emails, isLater } = view;
  const query = { account, action, actor };
  return (
    <AdminPage site={site} path="/admin/audit" title="Audit log">
      <h1>Audit log</h1>
      <p class="soft">
        Sign-ins, changes to accounts, keys, webhooks and plans, and all operator actions. Entries cannot be
        edited.
      </p>
      <form method="get" action="/admin/audit" class="search">
        <SearchField name="account" label="Account (email address or ID)" value={account} />
        <Choice name="action" label="Event" all="All events" chosen={action} options={auditEvents} />
        <Choice name="actor" label="By" all="Anyone" chosen={actor} options={Object.entries(ACTORS)} />
        <button type="submit">Search</button>
      </form>
      {entries.length === 0 ? (
        <Empty path="/admin/audit" query={query} all="Show all entries" none="There are no entries yet." />
      ) : (
        <AuditTable entries={entries} emails={emails} />
      )}
      <FilteredPager path="/admin/audit" filters={query} isNewest={!isLater} next={next} />
    </AdminPage>
  );
}

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

type MoveAccountsProps = Omit<SaleBadgeProps, "served"> & Pick<PlanVersionsProps, "versions">;

/** Moves the accounts that have a version of a plan to the terms that a plan has now. */
function MoveAccounts({ version: of, versions, sold }: MoveAccountsProps) {
  const { plan, version, holders, title, isCurrent } = of;
  const id = `to-${plan}-${version}`;
  // Of a plan with one version, accounts may have been given it before it had a number.
  const isOnly = versions.every((one) => one === of || one.plan !== plan);
  return (
    <Confirm
      text="Move accounts"
      about={`of ${title}, version ${version}`}
      action="/admin/plan-versions/move"
    >
      <input type="hidden" name="from" value={plan} />
      {!isOnly && <input type="hidden" name="version" value={version} />}
      <p>
        {counted(holders, "account")} {holders === 1 ? "gets" : "get"} other quotas within 5 seconds. Billing
        months and payments do not change.
      </p>
      <p class="ask">
        <label for={id}>To the current terms of</label>
        <select id={id} name="to" required>
          <option value="">Choose a plan</option>
          {sold.map((one) => (
            <option value={one.id} selected={!isCurrent && one.id === plan}>
              {one.title}
            </option>
          ))}
        </select>
      </p>
    </Confirm>
  );
}

function PlanVersions({ site, versions, sold, moved, served }: PlanVersionsProps) {
  const isHeld = versions.some(({ holders }) => holders > 0);
  return (
    <AdminPage site={site} path="/admin/plan-versions" title="Plans">
      <h1>Plans</h1>
      <p class="soft">
        When the price or a quota of a plan changes, the plan gets a new version. Accounts keep their version
        until you move them.
      </p>
      {!served.hasPayments && served.contact === undefined && (
        <p class="soft">
          Customers cannot reach you about plans. Set <code>SALES_EMAIL</code>.{" "}
          <a href="/docs/self-hosting">Self-hosting guide</a>
        </p>
      )}
      {moved !== undefined && (
        <p class="done" role="status">
          {counted(moved, "account")} {moved === 1 ? "was" : "were"} moved.
        </p>
      )}
      <Table
        label="Plan versions"
        kind="plan-versions"
        heads={[
          "Plan",
          { text: "Version", isNumber: true },
          { text: "Price per month", isNumber: true },
          "Quota",
          "Status",
          "Created (UTC)",
          { text: "Accounts", isNumber: true },
          ...(isHeld ? [""] : []),
        ]}
      >
        {versions.map((one) => (
          <tr>
            <th scope="row">
              {one.title} <code class="soft id">{one.plan}</code>
            </th>
            <td data-head="Version" class="number">
              {one.version}
            </td>
            <td data-head="Price per month" class="number">
              {priceOf(one)}
            </td>
            <td data-head="Quota" class="whole">
              {givesOf(one, served.catalogue).join(", ")}
            </td>
            <td>
              <SaleBadge version={one} sold={sold} served={served} />
            </td>
            <td data-head="Created (UTC)">
              <Time of={one.soldSince} as={longDate} />
            </td>
            <td data-head="Accounts" class="number">
              {whole(one.holders)}
            </td>
            {isHeld && (
              <td class="row-action">
                {one.holders > 0 && <MoveAccounts {...{ version: one, versions, sold }} />}
              </td>
            )}
          </tr>
        ))}
      </Table>
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

interface AdminOptions extends Omit<Served, "titles"> {
  readonly apis: readonly Pick<Api, "name" | "title">[];
}

/** The pages for operators: plain forms that work without scripts. */
export function adminPages(site: Site, options: AdminOptions): AdminPages {
  const { apis, ...of } = options;
  const served = { titles: new Map(apis.map(({ name, title }) => [name, title])), ...of };
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
