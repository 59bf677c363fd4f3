/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { AuditEntry } from "../accounts/account-views.ts";
import { type Actor, type AuditAction, auditActions } from "../accounts/audit.ts";
import { longDate, longSecond } from "../kit/dates.ts";
import { counted } from "../kit/numbers.ts";
import { Time } from "./facts.tsx";
import { type Column, column, Table } from "./table.tsx";

/** Names of the events of the audit log. */
const EVENTS: Readonly<Record<AuditAction, string>> = {
  "account.created": "Account created",
  "account.suspended": "Account suspended",
  "account.unsuspended": "Suspension lifted",
  "account.exported": "Data exported",
  "account.deleted": "Account deleted",
  "session.started": "Signed in",
  "session.revoked": "Session ended",
  "sessions.revoked": "All sessions ended",
  "key.created": "Key created",
  "key.rotated": "Key rotated",
  "key.restored": "Key restored",
  "key.updated": "Key changed",
  "key.revoked": "Key revoked",
  "webhook.created": "Webhook endpoint created",
  "webhook.updated": "Webhook endpoint changed",
  "webhook.rolled": "Webhook secret rotated",
  "webhook.deleted": "Webhook endpoint deleted",
  "webhook.disabled": "Webhook endpoint disabled",
  "plans.changed": "Plans changed",
  "plan.moved": "Moved to other terms",
  "credits.granted": "Credits granted",
  "incident.opened": "Incident announced",
  "incident.updated": "Incident updated",
  "incident.resolved": "Incident resolved",
  "operator.signed-in": "Operator signed in",
  "catalogue.reloaded": "Plans reloaded",
};

/** Names of who acts. */
export const ACTORS: Readonly<Record<Actor["kind"], string>> = {
  owner: "Account owner",
  operator: "Operator",
  system: "Server",
};

/** The events with their names, by name. */
export const auditEvents = auditActions
  .map((action) => [action, EVENTS[action]] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b, "en"));

const isKnown = (action: string): action is AuditAction => Object.hasOwn(EVENTS, action);

/** The details that are told in words, in the order in which they are told. */
const WORDS: Readonly<Record<string, (value: string) => string>> = {
  name: (value) => `“${value}”`,
  device: (value) => value,
  host: (value) => value,
  amount: (value) => counted(Number(value), "credit"),
  expiresAt: (value) => `expire ${longDate(value)}`,
  sessions: (value) => counted(Number(value), "session"),
  plans: (value) => counted(Number(value), "plan"),
  added: (value) => `added ${value.replaceAll(",", ", ")}`,
  ended: (value) => `ended ${value.replaceAll(",", ", ")}`,
  subscriptions: (value) => `subscriptions: ${value.replaceAll(",", ", ")}`,
  from: (value) => `from ${value}`,
  fromVersion: (value) => `version ${value}`,
  to: (value) => `to ${value}`,
  toVersion: (value) => `version ${value}`,
  reason: (value) => value,
};

/** The details that are IDs. */
const IDS: Readonly<Record<string, string>> = {
  key: "Key ID",
  byKey: "With the key",
  webhook: "Endpoint ID",
  session: "Session ID",
};

function Details({ detail }: Pick<AuditEntry, "detail">) {
  const told = Object.entries(detail).flatMap(([name, value]) => (value === "" ? [] : [[name, `${value}`]]));
  const given = new Map(told as [string, string][]);
  const words = Object.entries(WORDS).flatMap(([name, write]) => {
    const value = given.get(name);
    return value === undefined ? [] : [write(value)];
  });
  const others = [...given].filter(([name]) => !Object.hasOwn(WORDS, name) && !Object.hasOwn(IDS, name));
  const text = [...words, ...others.map(([name, value]) => `${name}: ${value}`)].join(", ");
  return (
    <>
      {text !== "" && <span>{text}</span>}
      {[...given]
        .filter(([name]) => Object.hasOwn(IDS, name))
        .map(([name, value]) => (
          <span class="soft">
            {IDS[name]} <code class="id">{value}</code>
          </span>
        ))}
    </>
  );
}

type OwnEntry = Omit<AuditEntry, "actorName" | "account">;

function Account({ id, emails }: { id: string; emails: ReadonlyMap<string, string> }) {
  const email = emails.get(id);
  return email === undefined ? (
    <>
      <code class="id">{id}</code> <span class="soft">deleted</span>
    </>
  ) : (
    <a href={`/admin/accounts/${id}`}>{email}</a>
  );
}

/** Entries of the audit log. `emails`: those of the accounts by ID, for entries of more than one account. */
export function AuditTable({
  entries,
  emails,
  empty,
}: {
  entries: readonly (AuditEntry | OwnEntry)[];
  emails?: ReadonlyMap<string, string>;
  empty?: Child;
}) {
  const columns: Column<AuditEntry | OwnEntry>[] = [
    column("Time (UTC)", ({ createdAt }) => <Time of={createdAt} as={longSecond} />),
    column({ text: "Event", label: "", kind: "event" }, ({ action, detail }) => (
      <>
        <span class="event-name" title={action}>
          {isKnown(action) ? EVENTS[action] : action}
        </span>
        <p class="event-details">
          <Details detail={detail} />
        </p>
      </>
    )),
    column("By", (entry) => (
      <>
        {ACTORS[entry.actor]}
        {"actorName" in entry && entry.actorName !== null && (
          <span class="soft"> {entry.actorName === "ADMIN_TOKEN" ? "by admin token" : entry.actorName}</span>
        )}
      </>
    )),
  ];
  if (emails !== undefined)
    columns.push(
      column("Account", (entry) =>
        "account" in entry && entry.account !== null ? <Account id={entry.account} emails={emails} /> : null,
      ),
    );
  if (entries.some(({ network }) => network !== null))
    columns.push(column("Network", ({ network }) => network));
  return <Table label="Audit log entries" rows={entries} columns={columns} empty={empty} />;
}
