/** @jsxImportSource hono/jsx */
import type { KeyView, NewKey } from "../accounts/account-views.ts";
import { KEYS_SCOPE, WEBHOOKS_SCOPE } from "../accounts/keys.ts";
import type { AccountView } from "../http/accounts/account-pages.ts";
import { formatMinute, longDate, longMinute } from "../kit/dates.ts";
import { whole } from "../kit/numbers.ts";
import { Command, CopyButton } from "./code.tsx";
import { Part, Time } from "./facts.tsx";
import { Cancel, Choice, Confirm, Create, Field, PostButton } from "./forms.tsx";
import type { Site } from "./page.tsx";
import { type Column, column, Table } from "./table.tsx";

/** A call that the key may make: an audit where it may, else its keys or the usage. */
export function firstCall({ key, apis }: Pick<NewKey, "key" | "apis">, { baseUrl }: Site): string[] {
  const managed = [KEYS_SCOPE, WEBHOOKS_SCOPE].find((scope) => apis?.includes(scope) === true);
  const other = `/${managed ?? "usage"}`;
  const path = apis === null || apis.includes("seo") ? "/seo/audit?url=https://example.com/" : other;
  return [`curl "${baseUrl}${path}"`, `-H "Authorization: Bearer ${key}"`];
}

/** A new key, shown only once; nothing if none was created. */
export function NewKeyBox({ view: { newKey, returnPage }, site }: { view: AccountView; site: Site }) {
  if (newKey === undefined) return null;
  return (
    <Part id="new-key" title={`Your new ${newKey.mode === "test" ? "test key" : "key"}`} kind="new-key">
      <p class="secret">
        <code id="the-key">{newKey.key}</code>
        <CopyButton of="the-key" what="key" />
      </p>
      <p>Copy it now. It is shown only once; we store only its hash. Then make your first call:</p>
      <Command id="try-key" parts={firstCall(newKey, site)} />
      {newKey.mode === "test" ? (
        <p>
          Test keys get sample responses and cost nothing. <a href="/docs/keys">More about keys</a>
        </p>
      ) : (
        <p>
          Or <a href="/docs/clients">install a client</a> for TypeScript, Python or the command line, or{" "}
          <a href="/docs">try the APIs in the docs</a>: while you are signed in, they use your account.
        </p>
      )}
      {returnPage !== undefined && returnPage !== "/account" && (
        <p>
          Copied? <a href={returnPage}>Continue to the page you opened</a>.
        </p>
      )}
    </Part>
  );
}

/** Reports whether the expiry of a key has passed. */
export function isExpired({ expiresAt }: Pick<KeyView, "expiresAt">, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

/** The end of a key in words; nothing for one without an end. */
export function End({ entry: { revokedAt, expiresAt, isRotated }, now }: { entry: KeyView; now: number }) {
  if (revokedAt !== null)
    return (
      <>
        Revoked <Time of={revokedAt} as={longDate} />.
      </>
    );
  if (expiresAt === null) return null;
  if (isRotated)
    return (
      <>
        Rotated. Stops working <Time of={expiresAt} as={formatMinute} /> UTC.
      </>
    );
  return (
    <>
      {isExpired({ expiresAt }, now) ? "Expired" : "Expires"} <Time of={expiresAt} as={longMinute} /> UTC.
    </>
  );
}

/** Names of the scopes that are not APIs. */
const MANAGEMENT: Readonly<Record<string, string>> = {
  [KEYS_SCOPE]: "Key management",
  [WEBHOOKS_SCOPE]: "Webhook management",
};

/** The scope of a key, in words. */
export function scopeOf({ apis }: Pick<KeyView, "apis">, titles: ReadonlyMap<string, string>): string {
  if (apis === null) return "All APIs";
  return apis.map((name) => MANAGEMENT[name] ?? titles.get(name) ?? name).join(", ");
}

interface LimitProps {
  /** Tells the fields from those of other forms. */
  readonly id: string;
  /** An ISO date or time; empty for never. */
  readonly expiresAt: string;
  readonly allowedIps: string;
}

/** The fields of a key's limits. */
function LimitFields({ id, expiresAt, allowedIps }: LimitProps) {
  const expiry = expiresAt.replace("T00:00:00.000Z", "");
  return (
    <>
      <Field
        {...{ id: `expiry-${id}`, name: "expiresAt", label: "Expires on (optional)", value: expiry }}
        // Programs may have set a time, which a field for dates would cut off.
        type={expiry.length > "2027-01-31".length ? "text" : "date"}
        aria-describedby={`expiry-note-${id}`}
      >
        <span class="soft" id={`expiry-note-${id}`}>
          At 00:00 UTC
        </span>
      </Field>
      <Field
        {...{ id: `ips-${id}`, name: "allowedIps", label: "Allowed IPs or networks (optional)" }}
        {...{ value: allowedIps, size: 26, autocomplete: "off", placeholder: "203.0.113.7, 2001:db8::/48" }}
      />
    </>
  );
}

interface KeyActionsProps {
  readonly entry: KeyView;
  readonly isOver: boolean;
  readonly rejected: AccountView["rejected"];
}

/** The actions on a key that still can be changed. The form that edits it has what was typed into one that was not accepted. */
function KeyActions({ entry, isOver, rejected }: KeyActionsProps) {
  const { id, hint, name, revokedAt, isRotated, undoUntil } = entry;
  // Forms with other actions on the key have no name.
  const typed = rejected?.id === id && rejected.typed.has("name") ? rejected.typed : undefined;
  const isLive = revokedAt === null;
  const shared = { name: `key-${id}`, about: `key ${hint}` };
  return (
    <div class="acts">
      {undoUntil !== null && (
        <PostButton
          action={`/account/keys/${id}/restore`}
          text={isLive ? "Undo rotation" : "Undo revocation"}
          about={`of ${hint}`}
        >
          <span class="soft">
            Until <Time of={undoUntil} as={formatMinute} /> UTC
          </span>
        </PostButton>
      )}
      {isLive && !isRotated && (
        <Confirm
          {...shared}
          {...{ action: `/account/keys/${id}`, text: "Edit", submit: "Save", isOpen: typed !== undefined }}
        >
          <Field
            {...{ id: `name-${id}`, name: "name", label: "Name", value: typed?.get("name") ?? name }}
            maxlength={40}
            {...{ required: true, autocomplete: "off" }}
          />
          <LimitFields
            id={id}
            expiresAt={typed?.get("expiresAt") ?? entry.expiresAt ?? ""}
            allowedIps={typed?.get("allowedIps") ?? entry.allowedIps?.join(", ") ?? ""}
          />
        </Confirm>
      )}
      {isLive && !isRotated && !isOver && (
        <Confirm {...shared} action={`/account/keys/${id}/roll`} text="Rotate" submit="Rotate key">
          <p>You get a new key with the same name, scope and limits.</p>
          <label for={`grace-${id}`}>Keep the old key for</label>
          <select id={`grace-${id}`} name="grace">
            <option value="24h">24 hours</option>
            <option value="1h">1 hour</option>
            <option value="7d">7 days</option>
            <option value="0">0 minutes</option>
          </select>
        </Confirm>
      )}
      {isLive && (
        <Confirm {...shared} action={`/account/keys/${id}/revoke`} text="Revoke" submit="Revoke key" isDanger>
          <p>
            Calls with {name} ({hint}) fail within 5 s. You can undo this for 10 minutes.
          </p>
        </Confirm>
      )}
    </div>
  );
}

function columnsOf({ view: { keyUsage, now, rejected }, titles }: KeysProps): readonly Column<KeyView>[] {
  const sums = new Map<string | null, number>();
  for (const { key, calls } of keyUsage) sums.set(key, (sums.get(key) ?? 0) + calls);
  return [
    column("Name", (entry) => (
      <>
        <strong>{entry.name}</strong>
        {entry.mode === "test" && <span class="soft whole"> Test key</span>}
        <p class="soft">
          Created <Time of={entry.createdAt} as={longDate} />. <End entry={entry} now={now} />{" "}
          {entry.lastUsedOn !== null && (
            <a href={`/account/requests?key=${entry.id}`} class="whole">
              View requests<span class="unseen"> with {entry.hint}</span>
            </a>
          )}
        </p>
        {entry.allowedIps !== null && <p class="soft">Works from {entry.allowedIps.join(", ")} only.</p>}
      </>
    )),
    column("Key", ({ hint }) => <code>{hint}</code>),
    column("Scope", (entry) => scopeOf(entry, titles)),
    column({ text: "Last used (UTC)", kind: "whole" }, ({ lastUsedOn }) =>
      lastUsedOn === null ? "Never" : <Time of={lastUsedOn} as={longDate} />,
    ),
    // Charged ones.
    column({ text: "Calls, 31 days", isNumber: true }, ({ id }) => whole(sums.get(id) ?? 0)),
    column({ text: "", kind: "" }, (entry) => (
      <KeyActions entry={entry} isOver={isExpired(entry, now)} rejected={rejected} />
    )),
  ];
}

interface KeysProps {
  readonly view: AccountView;
  /** Titles of the APIs by name. */
  readonly titles: ReadonlyMap<string, string>;
}

/** A form for a new key, closed beside a list. It has what was typed into one that was not accepted. */
function CreateKey({ view: { apis, keys, rejected }, titles }: KeysProps) {
  const typed = rejected?.typed;
  // The form that edits a key has no mode.
  const isTyped = typed?.has("mode") === true;
  const value = (name: string) => (isTyped ? (typed.get(name) ?? "") : "");
  const scopes = [
    ...apis.map((api) => [api, titles.get(api) ?? api] as const),
    ...Object.entries(MANAGEMENT),
  ];
  const isFirst = keys.every(({ revokedAt }) => revokedAt !== null);
  return (
    <Create text="New key" isOpen={isTyped || isFirst}>
      <form method="post" action="/account/keys">
        <Field
          {...{ name: "name", label: "Name", value: value("name"), maxlength: 40 }}
          {...{ autocomplete: "off", placeholder: "production" }}
        />
        <Choice name="apis" label="Scope" all="All APIs" chosen={value("apis")} options={scopes} />
        <Choice
          {...{ name: "mode", label: "Mode", chosen: value("mode") }}
          options={{ live: "Live", test: "Test: sample responses, free" }}
        />
        <LimitFields id="new" expiresAt={value("expiresAt")} allowedIps={value("allowedIps")} />
        <p class="acts">
          <button type="submit">Create key</button>
          {!isFirst && <Cancel list="/account/keys" />}
        </p>
      </form>
    </Create>
  );
}

/** The keys of the account with their actions, and a form for a new one. */
export function Keys(props: KeysProps) {
  const { keys } = props.view;
  return (
    <>
      <CreateKey {...props} />
      {keys.length > 0 && <Table label="Keys" kind="key-table" rows={keys} columns={columnsOf(props)} />}
    </>
  );
}
