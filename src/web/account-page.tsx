/** @jsxImportSource hono/jsx */
import type { Quota } from "../accounts/usage.ts";
import type { AccountView } from "../http/accounts/account-pages.ts";
import { Keys, NewKeyBox } from "./account-keys.tsx";
import { date, day } from "./dates.ts";
import { Page, type Site } from "./page.tsx";
import { Arrears, Plans } from "./plans.tsx";
import { Sessions } from "./sessions.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { NewSecretBox, Webhooks } from "./webhooks.tsx";

function QuotaRow({ api, quota, plan }: { api: string; quota: Quota; plan: string }) {
  const { used, limit, unit, resetsAt, window } = quota;
  const source = window === "once" ? plan.toLowerCase() : `${plan} plan`;
  return (
    <div class="quota">
      <p>
        <strong>{`${used.toLocaleString("en")} of ${limit.toLocaleString("en")}`}</strong> {unit} used (
        {source})
      </p>
      <meter
        min={0}
        max={limit}
        high={limit * 0.8}
        value={used}
        aria-label={`${api}: ${used} of ${limit} ${unit} used (${source})`}
      />
      <p class="soft">
        {window === "once" ? "Expires" : "Resets"} <time datetime={resetsAt}>{date(resetsAt)}</time> (UTC)
        {window === "once" ? "." : `, then every ${window}.`}
      </p>
    </div>
  );
}

interface AccountProps {
  readonly view: AccountView;
  readonly site: Site;
  /** Titles of the APIs by name. */
  readonly titles: ReadonlyMap<string, string>;
}

function Usage({ view, titles }: Omit<AccountProps, "site">) {
  const { usage, keyUsage, keys, titleOf } = view;
  const today = day(new Date().toISOString());
  return (
    <section class="band" aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      <div class="meters">
        {usage.apis.map(({ api, unit, quotas }) => (
          <article aria-label={api}>
            <h3>
              <a href={`/docs/${api}`}>{titles.get(api) ?? api}</a>
            </h3>
            {quotas.length === 0 && <p class="soft">Your plans do not include this API.</p>}
            {quotas.map((quota) => (
              <QuotaRow api={api} quota={quota} plan={titleOf(quota.plan)} />
            ))}
            <UsageChart
              api={api}
              unit={unit}
              days={usage.days}
              keyUsage={keyUsage}
              keys={keys}
              today={today}
            />
          </article>
        ))}
      </div>
      <p>
        <a href="/account/requests">See every request</a> of the last 7 days, your{" "}
        <a href="/account/jobs">jobs and batches</a>, and your <a href="/account/site-audits">site audits</a>.
      </p>
    </section>
  );
}

/** The account: a new key, usage, keys, plan, sessions, and the account's data. */
export function AccountPage({ view, site, titles }: AccountProps) {
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
      <NewSecretBox view={view} />
      <Usage view={view} titles={titles} />
      <Keys view={view} titles={titles} />
      <Webhooks view={view} />
      <Plans view={view} />
      <Sessions view={view} />
      <section class="band leaving" aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <p>
          <a href="/account/export" download="quintet-account.json">
            Export your data
          </a>{" "}
          or <a href="/account/delete">delete your account</a>.
        </p>
        <p>
          The <a href="/account/audit">audit log</a> lists sign-ins and changes to your account.
        </p>
      </section>
    </Page>
  );
}
