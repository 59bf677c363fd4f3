/** @jsxImportSource hono/jsx */
import type { Quota } from "../accounts/account-views.ts";
import type { AccountChange, AccountDetailView } from "../http/admin/admin-pages.ts";
import { date, longDate, longMinute } from "../kit/dates.ts";
import { whole } from "../kit/numbers.ts";
import { End, isExpired, scopeOf } from "./account-keys.tsx";
import { AdminPage, Rejected, type Served, StateBadge } from "./admin-parts.tsx";
import { AuditTable } from "./audit-table.tsx";
import { Trail } from "./dashboard.tsx";
import { eachQuota, Facts, Part, Row, Time, UsedBar } from "./facts.tsx";
import { Choice, Confirm, Field, PostButton } from "./forms.tsx";
import type { Site } from "./page.tsx";
import { SessionTimes } from "./sessions.tsx";
import { type Column, column, Table } from "./table.tsx";

interface Of {
  readonly view: AccountDetailView;
}

/** Sentences about changes, of which the fragment of the URL shows one. */
const CHANGES: Readonly<Record<AccountChange, string>> = {
  suspended: "The account is suspended.",
  lifted: "The suspension is lifted.",
  granted: "The credits are granted.",
  planned: "The plans are changed.",
  revoked: "The key is revoked.",
  ended: "All sessions are ended.",
};

function Changed() {
  return (
    <>
      {Object.entries(CHANGES).map(([id, text]) => (
        <p id={id} class="notice good change" role="status">
          {text}
        </p>
      ))}
    </>
  );
}

/** What was typed into a field of a form that was not accepted. No two forms have a field of one name. */
const typedIn = ({ rejected }: AccountDetailView, name: string) => rejected?.typed.get(name) ?? undefined;

const pathOf = ({ id }: AccountDetailView, act: string) => `/admin/accounts/${id}/${act}`;

function Summary({ view }: Of) {
  const { id, createdAt, lastUsedOn } = view;
  return (
    <Facts
      facts={[
        ["Account ID", <code class="id">{id}</code>],
        ["Created (UTC)", <Time of={createdAt} as={longMinute} />],
        ["Last used", lastUsedOn === null ? "Never" : <Time of={lastUsedOn} as={longDate} />],
      ]}
    />
  );
}

/** Says that an account is suspended, and lifts it. */
function Suspended({ view }: Of) {
  if (view.suspension === null) return null;
  const { suspendedAt, reason } = view.suspension;
  return (
    <div class="notice bad suspended">
      <p>
        <strong>Suspended</strong> on <Time of={suspendedAt} as={longMinute} /> UTC: {reason}
      </p>
      <PostButton action={pathOf(view, "unsuspend")} text="Lift suspension" />
    </div>
  );
}

function SuspendPart({ view }: Of) {
  if (view.suspension !== null) return null;
  return (
    <Part id="suspend" title="Suspend account">
      <p class="soft">
        Its keys, pages and sign-in links stop working within 5 seconds. Nothing is deleted, and you can lift
        the suspension at any time. Payments continue.
      </p>
      <form method="post" action={pathOf(view, "suspend")}>
        <Field
          {...{ name: "reason", label: "Reason (shown to the account)", value: typedIn(view, "reason") }}
          {...{ required: true, maxlength: 200, autocomplete: "off" }}
        />
        <button type="submit" class="plain-button danger">
          Suspend account
        </button>
      </form>
    </Part>
  );
}

interface ApiQuota {
  readonly apis: string;
  readonly quota: Quota;
}

/** The quotas of an account, with the titles of the APIs whose calls they pay. APIs that are off have none. */
function quotasOf({ usage }: AccountDetailView, { titles, off }: Served): ApiQuota[] {
  const served = usage.apis.filter(({ api }) => !off.has(api));
  return eachQuota(served).map(({ quota, apis }) => {
    const isAll = apis.length === served.length && apis.length > 1;
    return { apis: isAll ? "All APIs" : apis.map((api) => titles.get(api) ?? api).join(", "), quota };
  });
}

function UsagePart({ view, served }: Of & { served: Served }) {
  return (
    <Part id="usage" title="Usage">
      <Table<ApiQuota>
        label="Quotas"
        rows={quotasOf(view, served)}
        columns={[
          column("API", ({ apis }) => apis),
          column("Plan", ({ quota }) => view.titleOf(quota.plan)),
          column(
            { text: "Used", isNumber: true },
            ({ quota: { used, limit, unit } }) => `${whole(used)} of ${whole(limit)} ${unit}`,
          ),
          column({ text: "", kind: "bar-cell" }, ({ quota }) => (
            <UsedBar used={quota.used} limit={quota.limit} />
          )),
          column("Resets or expires", ({ quota: { resetsAt, window } }) => (
            <Time of={resetsAt} as={window === "once" ? longDate : date} />
          )),
        ]}
      />
    </Part>
  );
}

function PlansPart({ view }: Of) {
  const { plans, paid, sold, titleOf } = view;
  const given = plans.map(({ plan }) => plan).filter((plan) => !paid.includes(plan));
  const more = sold.filter(({ id }) => !plans.some(({ plan }) => plan === id));
  return (
    <Part id="plans" title="Plans">
      {plans.length === 0 ? (
        <p class="soft">This account is on the free plan.</p>
      ) : (
        <ul class="rows">
          {plans.map(({ plan, startedOn, version }) => (
            <Row
              name={titleOf(plan)}
              text={
                <>
                  {version !== null && `Version ${version}. `}Since <Time of={startedOn} as={longDate} />.
                  {paid.includes(plan) && " Paid by the account."}
                </>
              }
            >
              {!paid.includes(plan) && (
                <Confirm text="End plan" about={titleOf(plan)} action={pathOf(view, "plans")} isDanger>
                  <input type="hidden" name="plan" value={given.filter((one) => one !== plan).join(",")} />
                  <p>The account loses the quota of {titleOf(plan)} at once.</p>
                </Confirm>
              )}
            </Row>
          ))}
        </ul>
      )}
      {more.length > 0 && (
        <form method="post" action={pathOf(view, "plans")}>
          <Choice
            {...{ name: "plan", label: "Plan", all: "Choose a plan", required: true }}
            chosen={typedIn(view, "plan")}
            options={more.map(({ id, title }) => [[...given, id].join(","), title])}
          />
          <button type="submit">Add plan</button>
        </form>
      )}
    </Part>
  );
}

function CreditsPart({ view }: Of) {
  return (
    <Part id="credits" title="Credits">
      <p class="soft">Credits pay for calls after the plan quota is used up.</p>
      {view.credits.length > 0 && (
        <Table<Credits>
          label="Granted credits"
          rows={view.credits}
          columns={[
            column("Granted", ({ createdAt }) => <Time of={createdAt} as={longDate} />),
            column(
              { text: "Used", isNumber: true },
              ({ used, amount }) => `${whole(used)} of ${whole(amount)}`,
            ),
            column("Expires", ({ expiresAt }) => <Time of={expiresAt} as={longDate} />),
            column("Note", ({ note }) => note ?? ""),
          ]}
        />
      )}
      <form method="post" action={pathOf(view, "credits")}>
        <Field
          {...{ name: "amount", label: "Credits", type: "number", min: 1, max: 2_000_000_000 }}
          {...{ value: typedIn(view, "amount"), required: true }}
        />
        <Field
          {...{ name: "days", label: "Expires in (days)", type: "number", min: 1, max: 3650 }}
          {...{ value: typedIn(view, "days") ?? 365, required: true }}
        />
        <Field
          {...{ name: "note", label: "Note", maxlength: 200, autocomplete: "off" }}
          value={typedIn(view, "note")}
        />
        <button type="submit">Grant credits</button>
      </form>
    </Part>
  );
}

type Key = AccountDetailView["keyList"][number];
type Credits = AccountDetailView["credits"][number];

function keyColumns(view: AccountDetailView, titles: Served["titles"]): readonly Column<Key>[] {
  return [
    column("Name", ({ name, mode }) => `${name}${mode === "test" ? " (test)" : ""}`),
    column("Key", ({ hint }) => <code>{hint}</code>),
    column("ID", ({ id }) => <code class="id">{id}</code>),
    column("Scope", (key) => (
      <>
        {scopeOf(key, titles)}
        {key.allowedIps !== null && `; from ${key.allowedIps.join(", ")}`}
      </>
    )),
    column("Created", ({ createdAt }) => <Time of={createdAt} as={longDate} />),
    column("Last used", ({ lastUsedOn }) =>
      lastUsedOn === null ? "Never" : <Time of={lastUsedOn} as={longDate} />,
    ),
    column("Status", (key) => (
      <>
        {key.revokedAt === null && !isExpired(key, view.now) && "Active. "}
        <End entry={key} now={view.now} />
      </>
    )),
    column("", ({ id, hint, revokedAt }) =>
      revokedAt !== null ? null : (
        <Confirm text="Revoke key" about={hint} action={pathOf(view, "keys/revoke")} isDanger>
          <input type="hidden" name="key" value={id} />
          <p>Calls with this key fail within 5 s.</p>
        </Confirm>
      ),
    ),
  ];
}

function KeysPart({ view, served: { titles } }: Of & { served: Served }) {
  return (
    <Part id="keys" title="Keys">
      <Table
        {...{ label: "List of keys", rows: view.keyList, columns: keyColumns(view, titles) }}
        empty="This account has no keys."
      />
    </Part>
  );
}

function SessionsPart({ view }: Of) {
  const { sessions } = view;
  return (
    <Part id="sessions" title="Sessions">
      {sessions.length === 0 ? (
        <p class="soft">Nobody is signed in.</p>
      ) : (
        <>
          <ul class="rows">
            {sessions.map((session) => (
              <Row name={session.device ?? "Unknown browser"} text={<SessionTimes session={session} />} />
            ))}
          </ul>
          <Confirm text="End all sessions" action={pathOf(view, "sessions/revoke")} isDanger>
            <p>Everybody is signed out of this account. Its keys keep working.</p>
          </Confirm>
        </>
      )}
    </Part>
  );
}

function DataPart({ view }: Of) {
  return (
    <Part id="data" title="Export or delete">
      <p>
        <a href={pathOf(view, "export")} download={`quintet-${view.id}.json`}>
          Export the account's data
        </a>
      </p>
      <p class="soft">
        Deleting the account ends its keys, sessions and subscriptions, and deletes its data permanently.
      </p>
      <form method="post" action={pathOf(view, "delete")}>
        <Field
          {...{ name: "email", label: `Type ${view.email} to confirm`, type: "email", required: true }}
          {...{ autocomplete: "off", value: typedIn(view, "email") }}
        />
        <button type="submit" class="plain-button danger">
          Delete account
        </button>
      </form>
    </Part>
  );
}

/** One account for operators: what it has, what it used, and what can be done with it. */
export function AccountDetail({ site, view, served }: Of & { readonly site: Site; readonly served: Served }) {
  return (
    <AdminPage site={site} path={`/admin/accounts/${view.id}`} title={view.email}>
      <Trail href="/admin/accounts" entry="Accounts" below={view.email} />
      <header class="admin-head">
        <h1>{view.email}</h1>
        <StateBadge suspension={view.suspension} />
      </header>
      <Rejected rejected={view.rejected} />
      <Changed />
      <Suspended view={view} />
      <Summary view={view} />
      <UsagePart view={view} served={served} />
      <PlansPart view={view} />
      <CreditsPart view={view} />
      <KeysPart view={view} served={served} />
      <SessionsPart view={view} />
      <Part
        id="audit"
        title="Audit log"
        beside={view.audit.next !== null && <a href={`/admin/audit?account=${view.id}`}>All entries</a>}
      >
        <AuditTable entries={view.audit.entries} empty="There are no entries." />
      </Part>
      <SuspendPart view={view} />
      <DataPart view={view} />
    </AdminPage>
  );
}
