/** @jsxImportSource hono/jsx */
import type { KeyView, NewKey } from "../accounts/keys.ts";
import type { AccountView } from "../http/accounts/account-pages.ts";
import { Command } from "./code.tsx";
import { day, minute } from "./dates.ts";
import type { Site } from "./page.tsx";

/** A metered call that the key may make: an audit where it may, else the usage. */
function firstCall({ key, apis }: NewKey, { baseUrl }: Site): string {
  const path = apis === null || apis.includes("seo") ? "/seo/audit?url=https://example.com/" : "/usage";
  return `curl -H "Authorization: Bearer ${key}" "${baseUrl}${path}"`;
}

/** A new key, shown only once; nothing if none was created. */
export function NewKeyBox({ view: { newKey }, site }: { view: AccountView; site: Site }) {
  if (newKey === undefined) return null;
  return (
    <section class="new-key" aria-labelledby="new-key">
      <h2 id="new-key">Your new key</h2>
      <p class="secret">
        <code id="the-key">{newKey.key}</code>
        <button type="button" class="quiet" data-copy="the-key" hidden aria-label="Copy the key">
          Copy
        </button>
      </p>
      <p>Copy it now. It is shown only once; we store only its hash. Then make your first call:</p>
      <Command id="try-key" line={firstCall(newKey, site)} />
      <p>
        Or <a href="/docs">try the APIs in the docs</a>: while you are signed in, they use your account.
      </p>
    </section>
  );
}

function stateOf(key: KeyView): string {
  if (key.revokedAt !== null) return `Revoked ${day(key.revokedAt)}.`;
  if (key.expiresAt !== null) return `Rotated. Stops working ${minute(key.expiresAt)} UTC.`;
  return key.lastUsedOn === null ? "Never used." : `Last used ${key.lastUsedOn}.`;
}

/** Asks before a key is rotated: without scripts, what is asked is folded behind the first button. */
function RotateKey({ entry: { id, hint } }: { entry: KeyView }) {
  return (
    <details class="confirm">
      <summary class="plain-button">
        Rotate<span class="unseen"> key {hint}</span>
      </summary>
      <form method="post" action={`/account/keys/${id}/roll`}>
        <p>You get a new key with the same name and scope.</p>
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
    <details class="confirm">
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
      <span class="soft">Until {minute(undoUntil ?? "")} UTC</span>
    </form>
  );
}

function KeyRow({ entry }: { entry: KeyView }) {
  const live = entry.revokedAt === null;
  return (
    <li class={live ? "" : "over"}>
      <div>
        <p>
          <strong>{entry.name}</strong> <code>{entry.hint}</code>
        </p>
        <p class="soft">
          Scope: {entry.apis === null ? "all APIs" : entry.apis.join(", ")}. Created {day(entry.createdAt)}.{" "}
          {stateOf(entry)}
        </p>
      </div>
      <div class="acts">
        {entry.undoUntil !== null && <UndoKey entry={entry} />}
        {live && entry.expiresAt === null && <RotateKey entry={entry} />}
        {live && <RevokeKey entry={entry} />}
      </div>
    </li>
  );
}

/** The keys of the account with their actions, and a form for a new one. */
export function Keys({ view }: { view: AccountView }) {
  return (
    <section class="band" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <ul class="keys">
        {view.keys.map((entry) => (
          <KeyRow entry={entry} />
        ))}
      </ul>
      <form method="post" action="/account/keys">
        <p class="ask">
          <label for="name">Name</label>
          <input id="name" name="name" maxlength={40} autocomplete="off" />
        </p>
        <p class="ask">
          <label for="apis">Scope</label>
          <select id="apis" name="apis">
            <option value="">All APIs</option>
            {view.apis.map((api) => (
              <option value={api}>{api}</option>
            ))}
          </select>
        </p>
        <button type="submit">Create key</button>
      </form>
    </section>
  );
}
