/** @jsxImportSource hono/jsx */
import { COUNTED } from "../accounts/account-directory.ts";
import type { PlanHolders } from "../accounts/account-views.ts";
import type { AccountsView, AdminPages, AuditView, PlansView } from "../http/admin/admin-pages.ts";
import { longDate } from "../kit/dates.ts";
import type { Api } from "../kit/descriptor.ts";
import { counted, whole } from "../kit/numbers.ts";
import { AccountDetail } from "./admin-account.tsx";
import { AdminPage, Rejected, type Served, StateBadge } from "./admin-parts.tsx";
import { ACTORS, AuditTable, auditEvents } from "./audit-table.tsx";
import { Time } from "./facts.tsx";
import { Choice, Confirm, Field, Filters } from "./forms.tsx";
import { policyFor } from "./headers.ts";
import { Page, type Site } from "./page.tsx";
import { givesOf, priceOf } from "./prices.tsx";
import { Empty, FilteredPager, filteredHref } from "./requests-page.tsx";
import { type Column, column, Table } from "./table.tsx";

type Query = Readonly<Record<string, string>>;

/** The field of a search by an email address or an ID. */
function SearchField(props: { name: string; label: string; value: string }) {
  return (
    <Field {...props} place="grow" type="search" maxlength={254} autocomplete="off" spellcheck={false} />
  );
}

type AccountRow = AccountsView["accounts"][number];

/** The columns of the list of accounts. Their heads sort it, but a search is sorted by email address. */
function accountColumns({ text, sort, accounts, plans }: AccountsView, query: Query): Column<AccountRow>[] {
  const to = (order: string) => filteredHref("/admin/accounts", { ...query, sort: order });
  const isSearched = text !== "";
  const created = { newest: "descending", oldest: "ascending", email: undefined } as const;
  const email = isSearched || sort === "email" ? "ascending" : undefined;
  return [
    column(
      { text: "Email", href: isSearched ? undefined : to("email"), sorted: email },
      ({ id, email: address }) => <a href={`/admin/accounts/${id}`}>{address}</a>,
    ),
    column({ text: "Status", label: "" }, ({ suspension }) => <StateBadge suspension={suspension} />),
    column(
      "Plan",
      (account) => plans[accounts.indexOf(account)]?.join(", ") || <span class="soft">Free</span>,
    ),
    column({ text: "Active keys", isNumber: true }, ({ keys }) => keys),
    column("Last used", ({ lastUsedOn }) =>
      lastUsedOn === null ? <span class="soft">Never</span> : <Time of={lastUsedOn} as={longDate} />,
    ),
    column(
      isSearched
        ? "Created"
        : { text: "Created", href: to(sort === "newest" ? "oldest" : ""), sorted: created[sort] },
      ({ createdAt }) => <Time of={createdAt} as={longDate} />,
    ),
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
  const { accounts, next, text, isSuspended, isLater, sort, place, suspended } = view;
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
      <Filters action="/admin/accounts" submit="Search">
        <SearchField name="q" label="Email address, account ID or key ID" value={text} />
        <Choice
          {...{ name: "state", label: "Status", all: "All accounts", chosen: isSuspended ? "suspended" : "" }}
          options={{ suspended: "Suspended" }}
        />
        <Choice
          {...{ name: "sort", label: "Sort by", all: "Newest", chosen: text === "" ? sort : "email" }}
          options={{ oldest: "Oldest", email: "Email address" }}
        />
      </Filters>
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
      <Table
        label="Accounts"
        rows={accounts}
        columns={accountColumns(view, query)}
        empty={
          <Empty of="accounts" path="/admin/accounts" filters={filters}>
            There are no accounts yet.
          </Empty>
        }
      />
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
      <Filters action="/admin/audit" submit="Search">
        <SearchField name="account" label="Account (email address or ID)" value={account} />
        <Choice name="action" label="Event" all="All events" chosen={action} options={auditEvents} />
        <Choice name="actor" label="By" all="Anyone" chosen={actor} options={ACTORS} />
      </Filters>
      <AuditTable
        entries={entries}
        emails={emails}
        empty={
          <Empty of="entries" path="/admin/audit" filters={query}>
            There are no entries yet.
          </Empty>
        }
      />
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

type MoveAccountsProps = Omit<SaleBadgeProps, "served"> & Pick<PlanVersionsProps, "versions" | "rejected">;

/** Moves the accounts that have a version of a plan to the terms that a plan has now. */
function MoveAccounts({ version: of, versions, sold, rejected }: MoveAccountsProps) {
  const { plan, version, holders, title, isCurrent } = of;
  // Of a plan with one version, accounts may have been given it before it had a number.
  const isOnly = versions.every((one) => one === of || one.plan !== plan);
  const typed = rejected?.typed;
  const isTyped = typed?.get("from") === plan && (isOnly || typed.get("version") === String(version));
  const chosen = isTyped ? typed.get("to") : isCurrent ? "" : plan;
  return (
    <Confirm
      text="Move accounts"
      about={`of ${title}, version ${version}`}
      action="/admin/plan-versions/move"
      isOpen={isTyped}
    >
      <input type="hidden" name="from" value={plan} />
      {!isOnly && <input type="hidden" name="version" value={version} />}
      <p>
        {counted(holders, "account")} {holders === 1 ? "gets" : "get"} other quotas within 5 seconds. Billing
        months and payments do not change.
      </p>
      <Choice
        {...{ id: `to-${plan}-${version}`, name: "to", label: "To the current terms of" }}
        {...{ all: "Choose a plan", chosen: chosen ?? "", required: true }}
        options={sold.map((one) => [one.id, one.title])}
      />
    </Confirm>
  );
}

function versionColumns({
  versions,
  sold,
  served,
  rejected,
}: PlanVersionsProps): readonly Column<PlanHolders>[] {
  const isHeld = versions.some(({ holders }) => holders > 0);
  const move = column<PlanHolders>("", (version) =>
    version.holders > 0 ? <MoveAccounts {...{ version, versions, sold, rejected }} /> : null,
  );
  return [
    column("Plan", ({ title, plan }) => (
      <>
        {title} <code class="soft id">{plan}</code>
      </>
    )),
    column({ text: "Version", isNumber: true }, ({ version }) => version),
    column({ text: "Price per month", isNumber: true }, priceOf),
    column({ text: "Quota", kind: "whole" }, (one) => givesOf(one, served.catalogue).join(", ")),
    column({ text: "Status", label: "" }, (version) => <SaleBadge {...{ version, sold, served }} />),
    column({ text: "Created (UTC)", label: "Created (UTC)" }, ({ soldSince }) => (
      <Time of={soldSince} as={longDate} />
    )),
    column({ text: "Accounts", isNumber: true }, ({ holders }) => whole(holders)),
    ...(isHeld ? [move] : []),
  ];
}

function PlanVersions(props: PlanVersionsProps) {
  const { site, moved, rejected, served } = props;
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
      <Rejected rejected={rejected} />
      {moved !== undefined && (
        <p class="notice good" role="status">
          {counted(moved, "account")} {moved === 1 ? "was" : "were"} moved.
        </p>
      )}
      <Table
        label="Plan versions"
        kind="plan-versions"
        rows={props.versions}
        columns={versionColumns(props)}
      />
    </AdminPage>
  );
}

interface PlanVersionsProps extends PlansView {
  readonly site: Site;
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
            <Field
              {...{ name: "token", label: "Admin token", type: "password", required: true }}
              {...{ maxlength: 256, autocomplete: "off" }}
            />
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
    plans: (view) => document(<PlanVersions {...{ site, served, ...view }} />),
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
