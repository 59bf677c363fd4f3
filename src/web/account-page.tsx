/** @jsxImportSource hono/jsx */
import type { Quota } from "../accounts/usage.ts";
import type { AccountView } from "../http/account-pages.ts";
import { Keys, NewKeyBox } from "./account-keys.tsx";
import { day, minute } from "./moments.ts";
import { Page, type Site } from "./page.tsx";
import { Arrears, Plans } from "./plans.tsx";
import { UsageChart } from "./usage-chart.tsx";

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

function Usage({ view: { usage } }: { view: AccountView }) {
  const today = day(new Date().toISOString());
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

/** The account: a key that was just made, what is left, keys, plan, and what the owner may take or delete. */
export function AccountPage({ view, site }: { view: AccountView; site: Site }) {
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
      <Usage view={view} />
      <Keys view={view} />
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
