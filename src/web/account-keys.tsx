/** @jsxImportSource hono/jsx */
import type { KeyView, NewKey } from "../accounts/account-views.ts";
import { KEYS_SCOPE, WEBHOOKS_SCOPE } from "../accounts/keys.ts";
import type { AccountView } from "../http/accounts/account-pages.ts";
import { Command } from "./code.tsx";
import { day, formatMinute } from "./dates.ts";
import { Dated } from "./facts.tsx";
import type { Site } from "./page.tsx";

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
    <section class="new-key" aria-labelledby="new-key">
      <h2 id="new-key">Your new {newKey.mode === "test" ? "test key" : "key"}</h2>
      <p class="secret">
        <code id="the-key">{newKey.key}</code>
        <button type="button" class="quiet" data-copy="the-key" hidden aria-label="Copy the key">
          Copy
        </button>
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
    </section>
  );
}

function stateOf({ revokedAt, expiresAt, isRotated, lastUsedOn }: KeyView, now: number): string {
  if (revokedAt !== null) return `Revoked ${day(revokedAt)}.`;
  const used = lastUsedOn === null ? "Never used." : `Last used ${lastUsedOn}.`;
  if (expiresAt === null) return used;
  if (isRotated) return `Rotated. Stops working ${formatMinute(expiresAt)} UTC.`;
  return Date.parse(expiresAt) <= now
    ? `Expired ${formatMinute(expiresAt)} UTC.`
    : `${used} Expires ${formatMinute(expiresAt)} UTC.`;
}

/** Names of the scopes that are not APIs. */
const MANAGEMENT: Readonly<Record<string, string>> = {
  [KEYS_SCOPE]: "key management",
  [WEBHOOKS_SCOPE]: "webhook management",
};

/** The scope of a key, in words. */
function scopeOf({ apis }: KeyView, titles: ReadonlyMap<string, string>): string {
  if (apis === null) return "all APIs";
  return apis.map((name) => MANAGEMENT[name] ?? titles.get(name) ?? name).join(", ");
}

/** The fields of a key's limits; `id` tells them from those of other forms. */
function LimitFields({ id, entry }: { id: string; entry?: KeyView }) {
  const expiresAt = entry?.expiresAt ?? null;
  // Programs may have set a time, which a field for dates would cut off.
  const isMidnight = expiresAt?.endsWith("T00:00:00.000Z") === true;
  return (
    <>
      <p class="ask">
        <label for={`expiry-${id}`}>Expires on (00:00 UTC)</label>
        <input
          id={`expiry-${id}`}
          name="expiresAt"
          type={expiresAt === null || isMidnight ? "date" : "text"}
          value={isMidnight ? day(expiresAt ?? "") : (expiresAt ?? "")}
        />
      </p>
      <p class="ask">
        <label for={`ips-${id}`}>Allowed IPs or networks, comma-separated</label>
        <input
          id={`ips-${id}`}
          name="allowedIps"
          size={22}
          autocomplete="off"
          placeholder="All"
          value={entry?.allowedIps?.join(", ") ?? ""}
        />
      </p>
    </>
  );
}

/** A form with a key's name and limits. */
function EditKey({ entry }: { entry: KeyView }) {
  const { id, hint, name } = entry;
  return (
    <details class="confirm" name={`key-${id}`}>
      <summary class="plain-button">
        Edit<span class="unseen"> key {hint}</span>
      </summary>
      <form method="post" action={`/account/keys/${id}`}>
        <p class="ask">
          <label for={`name-${id}`}>Name</label>
          <input id={`name-${id}`} name="name" value={name} maxlength={40} required autocomplete="off" />
        </p>
        <LimitFields id={id} entry={entry} />
        <button type="submit" class="plain-button">
          Save<span class="unseen"> key {hint}</span>
        </button>
      </form>
    </details>
  );
}

/** Asks before a key is rotated: without scripts, what is asked is folded behind the first button. */
function RotateKey({ entry: { id, hint } }: { entry: KeyView }) {
  return (
    <details class="confirm" name={`key-${id}`}>
      <summary class="plain-button">
        Rotate<span class="unseen"> key {hint}</span>
      </summary>
      <form method="post" action={`/account/keys/${id}/roll`}>
        <p>You get a new key with the same name, scope and limits.</p>
        <label for={`grace-${id}`}>Keep the old key for</label>
        <select id={`grace-${id}`} name="grace">
          <option value="24h">24 hours</option>
          <option value="1h">1 hour</option>
          <option value="7d">7 days</option>
          <option value="0">0 minutes</option>
        </select>
        <button type="submit" class="plain-button">
          Rotate key<span class="unseen"> {hint}</span>
        </button>
      </form>
    </details>
  );
}

/** Asks before a key is revoked. */
function RevokeKey({ entry: { id, hint, name } }: { entry: KeyView }) {
  return (
    <details class="confirm" name={`key-${id}`}>
      <summary class="plain-button danger">
        Revoke<span class="unseen"> key {hint}</span>
      </summary>
      <form method="post" action={`/account/keys/${id}/revoke`}>
        <p>
          Calls with {name} ({hint}) fail within 5 s. You can undo this for 10 minutes.
        </p>
        <button type="submit" class="plain-button danger">
          Revoke key<span class="unseen"> {hint}</span>
        </button>
      </form>
    </details>
  );
}

function UndoKey({ entry: { id, hint, revokedAt, undoUntil } }: { entry: KeyView }) {
  return (
    <form method="post" action={`/account/keys/${id}/restore`}>
      <button type="submit" class="plain-button">
        {revokedAt === null ? "Undo rotation" : "Undo revocation"}
        <span class="unseen"> of {hint}</span>
      </button>
      <span class="soft">Until {formatMinute(undoUntil ?? "")} UTC</span>
    </form>
  );
}

interface KeyRowProps {
  readonly entry: KeyView;
  readonly now: number;
  /** Titles of the APIs by name. */
  readonly titles: ReadonlyMap<string, string>;
}

function KeyRow({ entry, now, titles }: KeyRowProps) {
  const live = entry.revokedAt === null;
  const isOver = entry.expiresAt !== null && Date.parse(entry.expiresAt) <= now;
  return (
    <li class={live && !isOver ? "" : "over"}>
      <div>
        <p>
          <strong>{entry.name}</strong> <code>{entry.hint}</code>
          {entry.mode === "test" && <span class="soft"> Test key</span>}
        </p>
        <p class="soft">
          Scope: {scopeOf(entry, titles)}.{" "}
          <Dated text={`Created ${day(entry.createdAt)}. ${stateOf(entry, now)}`} />
        </p>
        {entry.allowedIps !== null && <p class="soft">Works from {entry.allowedIps.join(", ")} only.</p>}
      </div>
      <div class="acts">
        {entry.undoUntil !== null && <UndoKey entry={entry} />}
        {live && !entry.isRotated && <EditKey entry={entry} />}
        {live && !entry.isRotated && !isOver && <RotateKey entry={entry} />}
        {live && <RevokeKey entry={entry} />}
      </div>
    </li>
  );
}

/** The keys of the account with their actions, and a form for a new one. */
export function Keys({ view, titles }: { view: AccountView } & Pick<KeyRowProps, "titles">) {
  return (
    <>
      <ul class="keys">
        {view.keys.map((entry) => (
          <KeyRow entry={entry} now={view.now} titles={titles} />
        ))}
      </ul>
      <section class="panel" aria-labelledby="create">
        <h2 id="create">Create a key</h2>
        <form method="post" action="/account/keys">
          <p class="ask">
            <label for="name">Name</label>
            <input id="name" name="name" maxlength={40} autocomplete="off" placeholder="production" />
          </p>
          <p class="ask">
            <label for="apis">Scope</label>
            <select id="apis" name="apis">
              <option value="">All APIs</option>
              {view.apis.map((api) => (
                <option value={api}>{titles.get(api) ?? api}</option>
              ))}
              <option value={KEYS_SCOPE}>Key management</option>
              <option value={WEBHOOKS_SCOPE}>Webhook management</option>
            </select>
          </p>
          <p class="ask">
            <label for="mode">Mode</label>
            <select id="mode" name="mode">
              <option value="live">Live</option>
              <option value="test">Test: sample responses, free</option>
            </select>
          </p>
          <LimitFields id="new" />
          <button type="submit">Create key</button>
        </form>
      </section>
    </>
  );
}
