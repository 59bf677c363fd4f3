/** @jsxImportSource hono/jsx */
import type { Quota } from "../accounts/account-views.ts";
import { quotaUnit } from "../accounts/quota-units.ts";
import type { AccountSection, AccountView } from "../http/accounts/account-pages.ts";
import { date, day, longDate } from "../kit/dates.ts";
import { whole } from "../kit/numbers.ts";
import { Keys, NewKeyBox } from "./account-keys.tsx";
import { Dashboard } from "./dashboard.tsx";
import { Part, Row, Time, UsedBar } from "./facts.tsx";
import type { Site } from "./page.tsx";
import { Arrears, Payment, Plans } from "./plans.tsx";
import { Sessions } from "./sessions.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { NewSecretBox, Webhooks } from "./webhooks.tsx";

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The used units of a quota, with the name of its API. */
export function QuotaRow({ name, quota, plan }: { name: string; quota: Quota; plan: string }) {
  const { used, limit, unit, resetsAt, window } = quota;
  const isOnce = window === "once";
  return (
    <li class="quota">
      <p>
        <strong>{name}</strong>
        <span>
          {whole(used)} of {whole(limit)} {unit} used
        </span>
      </p>
      <UsedBar used={used} limit={limit} />
      <p class="soft">
        <span>{isOnce ? plan : `${plan} plan`}</span>
        <span>
          {isOnce ? "Expires" : "Resets"} <Time of={resetsAt} as={isOnce ? longDate : date} /> UTC
        </span>
      </p>
    </li>
  );
}

/** A notice for each API of which nothing is left: until when its calls fail. */
export function UsedUp({ view: { usage, apis }, titles }: Omit<AccountProps, "site">) {
  const notices = usage.apis.map(({ api, quotas }) => {
    // One that is off has no calls that could fail by its quota.
    if (!apis.includes(api)) return null;
    if (quotas.length === 0 || quotas.some(({ remaining }) => remaining > 0)) return null;
    const [next] = quotas.flatMap(({ window, resetsAt }) => (window === "once" ? [] : resetsAt)).sort();
    return (
      <p class="notice bad">
        The quota of {titles.get(api) ?? api} is used up. Calls fail with{" "}
        <a href="/problems/quota-exceeded">quota-exceeded</a>
        {next !== undefined && ` until ${date(next)}, 00:00 UTC`}. <a href="/account/plan#plan">See plans</a>
      </p>
    );
  });
  return <>{notices}</>;
}

export interface AccountProps {
  readonly view: AccountView;
  readonly site: Site;
  /** Titles of the APIs by name. */
  readonly titles: ReadonlyMap<string, string>;
}

function Usage({ view, titles }: Omit<AccountProps, "site">) {
  const { usage, keyUsage, keys, titleOf } = view;
  const today = day(new Date(view.now).toISOString());
  return (
    <Part id="usage" title="Usage" kind="part">
      <div class="meters">
        {usage.apis.map(({ api, unit, quotas }) => (
          <article class="panel" aria-label={api}>
            <h3>
              <a href={`/docs/${api}`}>{titles.get(api) ?? api}</a>
            </h3>
            {quotas.length === 0 && <p class="soft">Your plans do not include this API.</p>}
            <ul class="quotas">
              {quotas.map((quota) => (
                <QuotaRow name={capitalized(quota.unit)} quota={quota} plan={titleOf(quota.plan)} />
              ))}
            </ul>
            <UsageChart
              api={api}
              unit={quotaUnit({ api, unit, quotas })}
              days={usage.days}
              keyUsage={keyUsage}
              keys={keys}
              today={today}
            />
          </article>
        ))}
      </div>
    </Part>
  );
}

const DATA = [
  ["Audit log", "Sign-ins and changes to your account.", "/account/audit", "Open audit log"],
  ["Export", "Everything that we store about your account, as JSON.", "/account/export", "Export your data"],
  [
    "Delete account",
    "Your keys stop working, and your data is deleted. The next page asks you to confirm.",
    "/account/delete",
    "Delete account",
  ],
] as const;

function Data() {
  return (
    <Part id="data" title="Your data">
      <ul class="rows">
        {DATA.map(([name, text, href, action]) => (
          <Row name={name} text={text}>
            <a
              class={href === "/account/delete" ? "button outline danger" : "button outline"}
              href={href}
              download={href === "/account/export" ? "quintet-account.json" : undefined}
            >
              {action}
            </a>
          </Row>
        ))}
      </ul>
    </Part>
  );
}

/** The pages of an account that show its own objects. */
const SECTIONS = {
  keys: ({ view, site, titles }: AccountProps) => (
    <Dashboard
      site={site}
      entry="Keys"
      title="API keys"
      rejected={view.rejected?.error.message}
      lead={
        <>
          One key works for every API in its scope. Learn about{" "}
          <a href="/docs/keys">test keys, limits and the keys API</a>.
        </>
      }
    >
      <NewKeyBox view={view} site={site} />
      <Keys view={view} titles={titles} />
    </Dashboard>
  ),
  webhooks: ({ view, site }: AccountProps) => (
    <Dashboard
      site={site}
      entry="Webhooks"
      title="Webhooks"
      rejected={view.rejected?.error.message}
      lead={
        <>
          Your server gets a signed request when a job, a batch or a site audit ends. Learn about{" "}
          <a href="/docs/webhooks">signatures and retries</a>.
        </>
      }
    >
      <NewSecretBox view={view} />
      <Webhooks view={view} />
    </Dashboard>
  ),
  plan: ({ view, site, titles }: AccountProps) => (
    <Dashboard
      site={site}
      entry="Plan"
      title="Plan and usage"
      lead="Your quotas and the usage of your keys. Times are UTC."
      rejected={view.rejected?.error.message}
    >
      <Payment view={view} />
      <Arrears view={view} />
      <UsedUp view={view} titles={titles} />
      <Plans view={view} titles={titles} />
      <Usage view={view} titles={titles} />
    </Dashboard>
  ),
  settings: ({ view, site }: AccountProps) => (
    <Dashboard
      site={site}
      entry="Settings"
      title="Settings"
      lead={`Signed in as ${view.email}.`}
      rejected={view.rejected?.error.message}
    >
      <Sessions view={view} />
      <Data />
    </Dashboard>
  ),
} as const;

/** Renders a page of an account other than its overview and its lists. */
export function sectionPage(section: AccountSection, props: AccountProps): string {
  return `<!doctype html>${SECTIONS[section](props)}`;
}
