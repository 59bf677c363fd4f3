/** @jsxImportSource hono/jsx */
import type { KeyView } from "../accounts/keys.ts";
import type { AccountView } from "../http/accounts/account-pages.ts";
import { Command } from "./code.tsx";
import { day, minute } from "./dates.ts";
import type { Site } from "./page.tsx";

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
      <p>Copy it now. It is shown only once; we store only its hash. Then try it:</p>
      <Command id="try-key" line={`curl -H "Authorization: Bearer ${newKey.key}" "${site.baseUrl}/usage"`} />
    </section>
  );
}

function stateOf(key: KeyView): string {
  if (key.revokedAt !== null) return `Revoked ${day(key.revokedAt)}.`;
  if (key.expiresAt !== null) return `Rotated. Stops working ${minute(key.expiresAt)} UTC.`;
  return key.lastUsedOn === null ? "Never used." : `Last used ${key.lastUsedOn}.`;
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
      {live && (
        <div class="acts">
          <form method="post" action={`/account/keys/${entry.id}/roll`}>
            <label for={`grace-${entry.id}`}>Keep the old key for</label>
            <select id={`grace-${entry.id}`} name="grace">
              <option value="24h">24 hours</option>
              <option value="1h">1 hour</option>
              <option value="7d">7 days</option>
              <option value="0">0 minutes</option>
            </select>
            <button type="submit" class="plain-button">
              Rotate key<span class="unseen"> {entry.hint}</span>
            </button>
          </form>
          <form method="post" action={`/account/keys/${entry.id}/revoke`}>
            <button type="submit" class="plain-button danger">
              Revoke key<span class="unseen"> {entry.hint}</span>
            </button>
          </form>
        </div>
      )}
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
