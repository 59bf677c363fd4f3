/** @jsxImportSource hono/jsx */
import type { AccountChange, AccountDetailView } from "../http/admin/admin-pages.ts";
import { date, longDate, longMinute } from "../kit/dates.ts";
import { whole } from "../kit/numbers.ts";
import { AdminPage, type Served, StateBadge, Table } from "./admin-parts.tsx";
import { AuditTable } from "./audit-table.tsx";
import { Facts, Time, UsedBar } from "./facts.tsx";
import { Confirm } from "./forms.tsx";
import type { Site } from "./page.tsx";

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
        <p id={id} class="done change" role="status">
          {text}
        </p>
      ))}
    </>
  );
}

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
  if (view.suspension === undefined) return null;
  const { suspendedAt, reason } = view.suspension;
  return (
    <div class="suspended">
      <p>
        <strong>Suspended</strong> on <Time of={suspendedAt} as={longMinute} /> UTC: {reason}
      </p>
      <form method="post" action={pathOf(view, "unsuspend")}>
        <button type="submit" class="plain-button">
          Lift suspension
        </button>
      </form>
    </div>
  );
}

function SuspendPart({ view }: Of) {
  if (view.suspension !== undefined) return null;
  return (
    <section class="part" aria-labelledby="suspend">
      <h2 id="suspend">Suspend account</h2>
      <p class="soft">
        Its keys, pages and sign-in links stop working within 5 seconds. Nothing is deleted, and you can lift
        the suspension at any time. Payments continue.
      </p>
      <form method="post" action={pathOf(view, "suspend")}>
        <p class="ask">
          <label for="reason">Reason (shown to the account)</label>
          <input id="reason" name="reason" required maxlength={200} autocomplete="off" />
        </p>
        <button type="submit" class="plain-button danger">
          Suspend account
        </button>
      </form>
    </section>
  );
}

/** The quotas of an account, each once with the APIs whose calls it pays. APIs that are off have none. */
function quotasOf({ usage }: AccountDetailView, { titles, off }: Served) {
  const served = usage.apis.filter(({ api }) => !off.has(api));
  const all = served.flatMap(({ api, quotas }) => quotas.map((quota) => ({ api, quota })));
  return [...Map.groupBy(all, ({ quota }) => quota.policy).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const isAll = same.length === served.length && same.length > 1;
    const apis = isAll ? "All APIs" : same.map(({ api }) => titles.get(api) ?? api).join(", ");
    return [{ apis, quota: first.quota }];
  });
}

function UsagePart({ view, served }: Of & { served: Served }) {
  return (
    <section class="part" aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      <Table label="Quotas" heads={["API", "Plan", { text: "Used", isNumber: true }, "", "Resets"]}>
        {quotasOf(view, served).map(({ apis, quota: { plan, used, limit, unit, resetsAt, window } }) => (
          <tr>
            <th scope="row">{apis}</th>
            <td data-head="Plan">{view.titleOf(plan)}</td>
            <td data-head="Used" class="number">
              {whole(used)} of {whole(limit)} {unit}
            </td>
            <td class="bar-cell">
              <UsedBar used={used} limit={limit} />
            </td>
            <td data-head={window === "once" ? "Expires" : "Resets"}>
              <Time of={resetsAt} as={window === "once" ? longDate : date} />
              {window === "once" && " (expires)"}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function PlansPart({ view }: Of) {
  const { plans, paid, sold, titleOf } = view;
  const given = plans.map(({ plan }) => plan).filter((plan) => !paid.includes(plan));
  const more = sold.filter(({ id }) => !plans.some(({ plan }) => plan === id));
  return (
    <section class="part" aria-labelledby="plans">
      <h2 id="plans">Plans</h2>
      {plans.length === 0 && <p class="soft">This account is on the free plan.</p>}
      <ul class="rows">
        {plans.map(({ plan, startedOn, version }) => (
          <li>
            <p>
              <strong>{titleOf(plan)}</strong>{" "}
              <span class="soft">
                {version !== null && `Version ${version}. `}Since <Time of={startedOn} as={longDate} />.
                {paid.includes(plan) && " Paid by the account."}
              </span>
            </p>
            {!paid.includes(plan) && (
              <Confirm text="End plan" about={titleOf(plan)} action={pathOf(view, "plans")} isDanger>
                <input type="hidden" name="plan" value={given.filter((one) => one !== plan).join(",")} />
                <p>The account loses the quota of {titleOf(plan)} at once.</p>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
      {more.length > 0 && (
        <form method="post" action={pathOf(view, "plans")}>
          <p class="ask">
            <label for="plan">Plan</label>
            <select id="plan" name="plan" required>
              <option value="">Choose a plan</option>
              {more.map(({ id, title }) => (
                <option value={[...given, id].join(",")}>{title}</option>
              ))}
            </select>
          </p>
          <button type="submit">Add plan</button>
        </form>
      )}
    </section>
  );
}

function CreditsPart({ view }: Of) {
  return (
    <section class="part" aria-labelledby="credits">
      <h2 id="credits">Credits</h2>
      <p class="soft">Credits pay for calls after the plan quota is used up.</p>
      {view.credits.length > 0 && (
        <Table
          label="Granted credits"
          heads={["Granted", { text: "Used", isNumber: true }, "Expires", "Note"]}
        >
          {view.credits.map(({ createdAt, amount, used, expiresAt, note }) => (
            <tr>
              <th scope="row">
                <Time of={createdAt} as={longDate} />
              </th>
              <td data-head="Used" class="number">
                {whole(used)} of {whole(amount)}
              </td>
              <td data-head="Expires">
                <Time of={expiresAt} as={longDate} />
              </td>
              <td data-head="Note">{note ?? ""}</td>
            </tr>
          ))}
        </Table>
      )}
      <form method="post" action={pathOf(view, "credits")}>
        <p class="ask">
          <label for="amount">Credits</label>
          <input id="amount" name="amount" type="number" min={1} max={2_000_000_000} required />
        </p>
        <p class="ask">
          <label for="days">Expire in (days)</label>
          <input id="days" name="days" type="number" min={1} max={3650} value={365} required />
        </p>
        <p class="ask">
          <label for="note">Note</label>
          <input id="note" name="note" maxlength={200} autocomplete="off" />
        </p>
        <button type="submit">Grant credits</button>
      </form>
    </section>
  );
}

function KeyState({ of, now }: { of: AccountDetailView["keyList"][number]; now: number }) {
  const { revokedAt, expiresAt, lastUsedOn } = of;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const ended = revokedAt ?? (isExpired ? expiresAt : null);
  if (ended !== null)
    return (
      <>
        {revokedAt === null ? "Expired" : "Revoked"} <Time of={ended} as={longDate} />
      </>
    );
  return (
    <>
      Active, {lastUsedOn === null ? "never used" : "last used "}
      {lastUsedOn !== null && <Time of={lastUsedOn} as={longDate} />}
      {expiresAt !== null && ", expires "}
      {expiresAt !== null && <Time of={expiresAt} as={longDate} />}
    </>
  );
}

function KeysPart({ view, served: { titles } }: Of & { served: Served }) {
  return (
    <section class="part" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      {view.keyList.length === 0 ? (
        <p class="soft">This account has no keys.</p>
      ) : (
        <Table label="List of keys" heads={["Name", "Key", "ID", "Scope", "Created", "Status", ""]}>
          {view.keyList.map((key) => (
            <tr>
              <th scope="row">
                {key.name}
                {key.mode === "test" && " (test)"}
              </th>
              <td data-head="Key">
                <code>{key.hint}</code>
              </td>
              <td data-head="ID">
                <code class="id">{key.id}</code>
              </td>
              <td data-head="Scope">
                {key.apis === null ? "All APIs" : key.apis.map((api) => titles.get(api) ?? api).join(", ")}
                {key.allowedIps !== null && `; from ${key.allowedIps.join(", ")}`}
              </td>
              <td data-head="Created">
                <Time of={key.createdAt} as={longDate} />
              </td>
              <td data-head="Status">
                <KeyState of={key} now={view.now} />
              </td>
              <td class="row-action">
                {key.revokedAt === null && (
                  <Confirm text="Revoke key" about={key.hint} action={pathOf(view, "keys/revoke")} isDanger>
                    <input type="hidden" name="key" value={key.id} />
                    <p>Calls with this key fail within 5 s.</p>
                  </Confirm>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function SessionsPart({ view }: Of) {
  const { sessions } = view;
  return (
    <section class="part" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {sessions.length === 0 ? (
        <p class="soft">Nobody is signed in.</p>
      ) : (
        <>
          <ul class="rows">
            {sessions.map(({ device, createdAt, lastUsedOn }) => (
              <li>
                <p>
                  <strong>{device ?? "Unknown browser"}</strong>{" "}
                  <span class="soft">
                    {createdAt !== null && (
                      <>
                        Signed in <Time of={createdAt} as={date} />.{" "}
                      </>
                    )}
                    {lastUsedOn !== null && (
                      <>
                        Last used <Time of={lastUsedOn} as={date} />.
                      </>
                    )}
                  </span>
                </p>
              </li>
            ))}
          </ul>
          <Confirm text="End all sessions" action={pathOf(view, "sessions/revoke")} isDanger>
            <p>Everybody is signed out of this account. Its keys keep working.</p>
          </Confirm>
        </>
      )}
    </section>
  );
}

function DataPart({ view }: Of) {
  return (
    <section class="part" aria-labelledby="data">
      <h2 id="data">Export or delete</h2>
      <p>
        <a href={pathOf(view, "export")} download={`quintet-${view.id}.json`}>
          Export the account's data
        </a>
      </p>
      <p class="soft">
        Deleting the account ends its keys, sessions and subscriptions, and deletes its data permanently.
      </p>
      <form method="post" action={pathOf(view, "delete")}>
        <p class="ask">
          <label for="email">Type {view.email} to confirm</label>
          <input id="email" name="email" type="email" required autocomplete="off" />
        </p>
        <button type="submit" class="plain-button danger">
          Delete account
        </button>
      </form>
    </section>
  );
}

/** One account for operators: what it has, what it used, and what can be done with it. */
export function AccountDetail({ site, view, served }: Of & { readonly site: Site; readonly served: Served }) {
  return (
    <AdminPage site={site} path={`/admin/accounts/${view.id}`} title={view.email}>
      <p class="trail">
        <a href="/admin/accounts">Accounts</a> <span aria-hidden="true">/</span> {view.email}
      </p>
      <header class="admin-head">
        <h1>{view.email}</h1>
        <StateBadge suspension={view.suspension} />
      </header>
      <Changed />
      <Suspended view={view} />
      <Summary view={view} />
      <UsagePart view={view} served={served} />
      <PlansPart view={view} />
      <CreditsPart view={view} />
      <KeysPart view={view} served={served} />
      <SessionsPart view={view} />
      <section class="part" aria-labelledby="audit">
        <h2 id="audit">Audit log</h2>
        {view.audit.entries.length === 0 ? (
          <p class="soft">There are no entries.</p>
        ) : (
          <AuditTable entries={view.audit.entries} />
        )}
        {view.audit.next !== null && (
          <p>
            <a href={`/admin/audit?account=${view.id}`}>All entries</a>
          </p>
        )}
      </section>
      <SuspendPart view={view} />
      <DataPart view={view} />
    </AdminPage>
  );
}
