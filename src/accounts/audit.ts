import type { Database, Query } from "../store/database.ts";
import type { AuditEntry } from "./account-views.ts";
import { LAST_ID, pageOf } from "./keyset-page.ts";
import { networksOf } from "./networks.ts";

/** The actor: the owner of an account, an operator, or this server (such as for a payment). */
export interface Actor {
  readonly kind: "owner" | "operator" | "system";
  /** Which operator: an email address, `ADMIN_TOKEN`, or `command line (USER, uid 1000)`. Accounts are never shown it. */
  readonly name?: string | undefined;
  /** The network of the client, as `networkOf` gives it. */
  readonly network?: string | undefined;
  /** The id of the key with which the owner acted; undefined for a session. */
  readonly key?: string | undefined;
}

/** Actions of the server. */
export const SYSTEM: Actor = { kind: "system" };

/** Every act that is recorded. A name, once released, keeps its meaning. */
export const auditActions = [
  "account.created",
  "account.suspended",
  "account.unsuspended",
  "account.exported",
  "account.deleted",
  "session.started",
  "session.revoked",
  "sessions.revoked",
  "key.created",
  "key.rotated",
  "key.restored",
  "key.updated",
  "key.revoked",
  "webhook.created",
  "webhook.updated",
  "webhook.rolled",
  "webhook.deleted",
  "webhook.disabled",
  "plans.changed",
  "plan.moved",
  "credits.granted",
  "incident.opened",
  "incident.updated",
  "incident.resolved",
  "operator.signed-in",
  "catalogue.reloaded",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Details of an action besides actor and time: IDs, names and amounts; never a secret or an email address. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly account?: string | undefined;
  readonly detail?: Readonly<Record<string, string | number>>;
}

/** Filter of audit entries; all conditions hold together. */
export interface AuditFilter {
  readonly account?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly actor?: Actor["kind"] | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** One page of entries, the newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The `after` of the next page; null on the last. */
  readonly next: string | null;
}

type AuditRow = Omit<AuditEntry, "detail"> & { readonly detail: string };

const ENTRY = `id, created_at as "createdAt", actor, actor_name as "actorName", account, action, network, detail`;

/** The network of a client as it is stored: /24 of IPv4, /48 of IPv6. Undefined where the address is not known. */
export function networkOf(source: string | undefined): string | undefined {
  return source === undefined ? undefined : networksOf(source).at(-1);
}

/** Creates the audit log. Entries are written in the transaction of the act they record. */
export function createAudit(database: Database, now: () => number) {
  return {
    async record(
      { kind, name, network }: Actor,
      { action, account, detail = {} }: AuditEvent,
      query: Query = database.query,
    ): Promise<void> {
      await query`
        insert into audit (id, created_at, actor, actor_name, account, action, network, detail)
        values (${Bun.randomUUIDv7("hex", now())}, ${new Date(now()).toISOString()}, ${kind}, ${name ?? null},
          ${account ?? null}, ${action}, ${network ?? null}, ${JSON.stringify(detail)})`;
    },
    /** Each condition has an index. `like` keeps engines from any but that of the first. */
    async list({ limit, after = LAST_ID, ...filter }: AuditFilter): Promise<AuditPage> {
      const given = (["account", "action", "actor"] as const).flatMap((name) => {
        const value = filter[name];
        return value === undefined ? [] : [{ name, value }];
      });
      const conditions = given
        .map(({ name }, i) => `${name} ${i === 0 ? "=" : "like"} $${i + 3} and `)
        .join("");
      const statement = `
        select ${ENTRY} from audit where ${conditions}id < $1 order by id desc limit $2`;
      const values = [after, limit + 1, ...given.map(({ value }) => value)];
      const read = await database.script(statement, values);
      // The columns are those of the statement.
      const { rows, next } = pageOf(read as AuditRow[], limit, ({ id }) => id);
      return { entries: rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) })), next };
    },
  };
}
export type Audit = ReturnType<typeof createAudit>;

/** An entry as the account that it concerns may see it: without which operator acted. */
export function ownEntry({ actorName: _, account: __, ...entry }: AuditEntry) {
  return entry;
}
