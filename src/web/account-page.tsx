/** @jsxImportSource hono/jsx */
import type { KeyView } from "../accounts/keys.ts";
import type { Quota } from "../accounts/usage.ts";
import type { AccountView } from "../http/account-pages.ts";
import { Command } from "./code.tsx";
import { Page, type Site } from "./page.tsx";
import { Arrears, Plans } from "./plans.tsx";
import { UsageChart } from "./usage-chart.tsx";

interface ViewProps {
  readonly view: AccountView;
  readonly site: Site;
}

/** `2026-11-20 14:40`. */
const minute = (iso: string) => iso.slice(0, 16).replace("T", " ");

function NewKeyBox({ view: { newKey }, site }: ViewProps) {
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
      <p>Copy it now: it is shown this once, and only its hash is kept. Then try it:</p>
      <Command id="try-key" line={`curl -H "Authorization: Bearer ${newKey.key}" "${site.baseUrl}/usage"`} />
    </section>
  );
}

function QuotaRow({ api, quota }: { api: string; quota: Quota }) {
  const { used, limit, unit, plan, resetsAt, window } = quota;
  return (
    <div class="quota">
      <p>
        <strong>{`${used.toLocaleString("en")} of ${limit.toLocaleString("en")}`}</strong> {unit} used of{" "}
        {plan}
      </p>
      <meter
        min={0}
        max={limit}
        high={limit * 0.8}
        value={used}
        aria-label={`${api}: ${used} of ${limit} ${unit} of ${plan}`}
      />
      <p class="soft">
        Starts anew <time datetime={resetsAt}>{minute(resetsAt)}</time> UTC, every {window}.
      </p>
    </div>
  );
}

function Usage({ view: { usage } }: ViewProps) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <section class="band" aria-labelledby="usage">
      <h2 id="usage">What is left</h2>
      <div class="meters">
        {usage.apis.map(({ api, unit, quotas }) => (
          <article aria-label={api}>
            <h3>
              <a href={`/docs/${api}`}>{api}</a>
            </h3>
            {quotas.length === 0 && <p class="soft">No plan covers this API.</p>}
            {quotas.map((quota) => (
              <QuotaRow api={api} quota={quota} />
            ))}
            <UsageChart api={api} unit={unit} days={usage.days} today={today} />
          </article>
        ))}
      </div>
    </section>
  );
}

function stateOf(key: KeyView): string {
  if (key.revokedAt !== null) return `Revoked ${key.revokedAt.slice(0, 10)}.`;
  if (key.expiresAt !== null) return `Replaced; ends ${minute(key.expiresAt)} UTC.`;
  return key.lastUsedOn === null ? "Never used." : `Last used on ${key.lastUsedOn}.`;
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
          For {entry.apis === null ? "all APIs" : entry.apis.join(", ")}. Made {entry.createdAt.slice(0, 10)}.{" "}
          {stateOf(entry)}
        </p>
      </div>
      {live && (
        <div class="acts">
          <form method="post" action={`/account/keys/${entry.id}/roll`}>
            <label for={`grace-${entry.id}`}>Old one works</label>
            <select id={`grace-${entry.id}`} name="grace">
              <option value="24h">24 hours more</option>
              <option value="1h">1 hour more</option>
              <option value="7d">7 days more</option>
              <option value="0">no longer</option>
            </select>
            <button type="submit" class="plain-button">
              Roll<span class="unseen"> {entry.hint}</span>
            </button>
          </form>
          <form method="post" action={`/account/keys/${entry.id}/revoke`}>
            <button type="submit" class="plain-button danger">
              Revoke<span class="unseen"> {entry.hint}</span>
            </button>
          </form>
        </div>
      )}
    </li>
  );
}

function Keys({ view }: ViewProps) {
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
          <label for="name">Name of a new key</label>
          <input id="name" name="name" maxlength={40} autocomplete="off" />
        </p>
        <p class="ask">
          <label for="apis">It is for</label>
          <select id="apis" name="apis">
            <option value="">all APIs</option>
            {view.apis.map((api) => (
              <option value={api}>{api}</option>
            ))}
          </select>
        </p>
        <button type="submit">Make a key</button>
      </form>
    </section>
  );
}

/** The account: a key that was just made, what is left, keys, plan, and what the owner may take or delete. */
export function AccountPage({ view, site }: ViewProps) {
  return (
    <Page
      site={site}
      path="/account"
      title="Your account · Quintet"
      description="Keys, usage and plan."
      personal
    >
      <header class="opening">
        <h1>Your account</h1>
        <p>Signed in as {view.email}.</p>
      </header>
      <Arrears view={view} />
      <NewKeyBox view={view} site={site} />
      <Usage view={view} site={site} />
      <Keys view={view} site={site} />
      <Plans view={view} />
      <section class="band leaving" aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <p>
          <a href="/account/export" download="quintet-account.json">
            Take a copy of everything that is kept
          </a>{" "}
          or <a href="/account/delete">delete the account</a>.
        </p>
        <form method="post" action="/account/sign-out">
          <button type="submit" class="plain-button">
            Sign out
          </button>
        </form>
      </section>
    </Page>
  );
}
