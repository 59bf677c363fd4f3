/** @jsxImportSource hono/jsx */
import type { DailyUsage, KeyView, Quota } from "../accounts/account-views.ts";
import { quotaUnits } from "../accounts/quota-units.ts";
import type { CodeCount } from "../accounts/request-log.ts";
import type { AccountView, Activity } from "../http/accounts/account-pages.ts";
import { date, day, longDate } from "../kit/dates.ts";
import { counted, whole } from "../kit/numbers.ts";
import { firstCall, isExpired, NewKeyBox } from "./account-keys.tsx";
import { type AccountProps, QuotaRow, UsedUp } from "./account-page.tsx";
import { Command } from "./code.tsx";
import { Dashboard } from "./dashboard.tsx";
import { Cards, eachQuota, Part, percentText } from "./facts.tsx";
import type { Site } from "./page.tsx";
import { Arrears } from "./plans.tsx";
import { RequestTable } from "./requests-page.tsx";
import { DayChart, lastDays, type Series, TONES } from "./usage-chart.tsx";

const CHART_DAYS = 14;
const WEEK = 7;

/** A quota and the name of what it is for: of one that pays for several APIs, there is one. */
interface NamedQuota {
  readonly name: string;
  readonly quota: Quota;
}

function quotasOf({ usage }: AccountView, titles: ReadonlyMap<string, string>): NamedQuota[] {
  return eachQuota(usage.apis)
    .map(({ quota, apis: [api = ""] }) => ({
      name: quota.unit === "credits" ? "Credits" : (titles.get(api) ?? api),
      quota,
    }))
    .sort((a, b) => Number(b.name === "Credits") - Number(a.name === "Credits"));
}

function callsOf(days: readonly DailyUsage[], from: string, to: string): number {
  return days.reduce((sum, one) => sum + (one.day >= from && one.day <= to ? one.calls : 0), 0);
}

interface TileProps {
  readonly label: string;
  readonly figure: string;
  readonly note: string;
  readonly href: string;
  readonly isBad?: boolean;
}

/** One figure. The whole tile leads to where it comes from. */
function Tile({ label, figure, note, href, isBad = false }: TileProps) {
  return (
    <li>
      <a class="tile" href={href}>
        <span class="soft">{label}</span>
        <strong class={isBad ? "bad" : ""}>{figure}</strong>
        <span class="soft">{note}</span>
      </a>
    </li>
  );
}

/** The remaining credits; without credits, the quota of which the largest share is used. */
function leftTile(quotas: readonly NamedQuota[]): TileProps {
  const href = "/account/plan";
  const credits = quotas.filter(({ name }) => name === "Credits").map(({ quota }) => quota);
  const [first] = credits;
  if (first !== undefined) {
    const sum = (of: (quota: Quota) => number) => credits.reduce((total, quota) => total + of(quota), 0);
    const note = `of ${whole(sum(({ limit }) => limit))}, ${first.window === "once" ? `until ${longDate(first.resetsAt)}` : `resets ${date(first.resetsAt)}`}`;
    return { label: "Credits left", figure: whole(sum(({ remaining }) => remaining)), note, href };
  }
  const share = ({ quota }: NamedQuota) => quota.used / quota.limit;
  const fullest = quotas.toSorted((a, b) => share(b) - share(a))[0];
  if (fullest === undefined) return { label: "Quota", figure: "None", note: "Choose a plan", href };
  const { used, limit, unit } = fullest.quota;
  return {
    label: "Highest quota usage",
    figure: `${Math.ceil((100 * used) / limit)}%`,
    note: `${fullest.name}: ${whole(used)} of ${whole(limit)} ${unit}`,
    href,
    isBad: share(fullest) > 0.9,
  };
}

function callsTile(days: readonly DailyUsage[], today: string): TileProps {
  const fourteen = lastDays(today, 2 * WEEK);
  const calls = callsOf(days, fourteen[WEEK] ?? today, today);
  const before = callsOf(days, fourteen[0] ?? today, fourteen[WEEK - 1] ?? today);
  const change = before === 0 ? undefined : Math.round((100 * (calls - before)) / before);
  return {
    label: "Calls, 7 days",
    figure: whole(calls),
    note:
      change === undefined
        ? "None in the previous 7 days"
        : `${change < 0 ? "−" : "+"}${whole(Math.abs(change))}% from the previous 7 days`,
    href: "/account/requests",
  };
}

function errorsTile(codes: readonly CodeCount[]): TileProps {
  const sum = codes.reduce((total, { requests }) => total + requests, 0);
  const failed = codes.filter(({ code }) => code !== null);
  const [first, next] = failed;
  const isFirst = first !== undefined && first.requests > (next?.requests ?? 0);
  const errors = failed.reduce((total, { requests }) => total + requests, 0);
  return {
    label: "Errors, 7 days",
    figure: whole(errors),
    note:
      errors === 0
        ? "No request failed"
        : `${percentText(errors, sum)} of ${counted(sum, "request")}${isFirst ? `. Most frequent: ${first.code}` : ""}`,
    href: errors === 0 ? "/account/requests" : "/account/requests?status=error",
    isBad: errors > 0 && errors >= sum / 20,
  };
}

/** The keys that work. */
function activeKeys({ keys, now }: AccountView): KeyView[] {
  return keys.filter((key) => key.revokedAt === null && !isExpired(key, now));
}

function keysTile(view: AccountView): TileProps {
  const active = activeKeys(view);
  const last = active
    .flatMap(({ lastUsedOn }) => lastUsedOn ?? [])
    .sort()
    .at(-1);
  return {
    label: "Active keys",
    figure: whole(active.length),
    note: last === undefined ? "None used yet" : `Last used ${longDate(last)}`,
    href: "/account/keys",
  };
}

/** Calls by day, one color for each API. */
function CallsChart({ view: { usage }, titles, today }: Omit<AccountProps, "site"> & { today: string }) {
  const days = lastDays(today, CHART_DAYS);
  const recent = usage.days.filter((one) => one.day >= (days[0] ?? today));
  const series = [...titles.keys()].flatMap((api, i): Series[] => {
    const own = recent.filter((one) => one.api === api);
    const sum = own.reduce((total, { calls }) => total + calls, 0);
    const units = new Map(own.map((one) => [one.day, one.calls]));
    return sum === 0 ? [] : [{ name: titles.get(api) ?? api, tone: TONES[(i + 4) % 5] ?? "", units, sum }];
  });
  if (series.length === 0) return <p class="soft">No charged calls in the last {CHART_DAYS} days.</p>;
  const audits = recent.some(({ api }) => api === "seo")
    ? ". In a site audit, each URL with a 2xx response counts as one call"
    : "";
  const text = `Charged calls in ${CHART_DAYS} days${audits}`;
  return <DayChart label="Calls" text={text} days={days} series={series} />;
}

/** Where a new account may go on. */
const NEXT = [
  {
    href: "/account/site-audits",
    title: "Audit a site",
    text: "Find broken links, duplicate pages and other issues on every page",
  },
  {
    href: "/account/jobs",
    title: "Process files",
    text: "Extract text from PDFs or remove image backgrounds in one batch",
  },
  {
    href: "/docs/quickstart",
    title: "Read the quickstart",
    text: "curl, TypeScript, Python, command line and agents",
  },
];

/** The first steps of a new account. The box of a new key has the first call. */
function QuickStart({ view, site }: { view: AccountView; site: Site }) {
  const key = activeKeys(view).find(({ mode }) => mode === "live");
  return (
    <Part id="start" title="Quick start">
      {view.newKey === undefined && (
        <>
          <p>
            {key === undefined ? (
              <>
                <a href="/account/keys">Create a key</a>, then make your first call:
              </>
            ) : (
              <>
                You have the key <code>{key.hint}</code>. Make your first call with it:
              </>
            )}
          </p>
          <Command
            id="first-call"
            parts={firstCall({ key: "$QUINTET_KEY", apis: key?.apis ?? null }, site)}
          />
        </>
      )}
      <Cards cards={NEXT} />
    </Part>
  );
}

/** Renders the first page of an account: quotas, calls, errors and the newest requests. */
export function overviewPage({ view, site, titles }: AccountProps, { requests, codes }: Activity): string {
  const today = day(new Date(view.now).toISOString());
  const isNew = view.usage.days.length === 0 && requests.length === 0;
  const quotas = quotasOf(view, titles);
  const { days } = view.usage;
  const tiles = [leftTile(quotas), callsTile(days, today), errorsTile(codes), keysTile(view)];
  return `<!doctype html>${(
    <Dashboard site={site} entry="Overview" title="Overview" lead={`Signed in as ${view.email}.`}>
      <Arrears view={view} />
      <UsedUp view={view} titles={titles} />
      <NewKeyBox view={view} site={site} />
      {isNew ? (
        <QuickStart view={view} site={site} />
      ) : (
        <ul class="tiles">
          {tiles.map((tile) => (
            <Tile {...tile} />
          ))}
        </ul>
      )}
      <div class={isNew ? "" : "halves"}>
        {!isNew && (
          <Part id="calls" title="Calls">
            <CallsChart view={view} titles={titles} today={today} />
          </Part>
        )}
        <Part id="left" title="Quotas">
          <ul class="quotas">
            {quotas.map(({ name, quota }) => (
              <QuotaRow name={name} quota={quota} plan={view.titleOf(quota.plan)} />
            ))}
          </ul>
        </Part>
      </div>
      {!isNew && (
        <Part id="newest" title="Newest requests" beside={<a href="/account/requests">All requests</a>}>
          <RequestTable
            {...{ requests, units: quotaUnits(view.usage), empty: "No requests in the last 7 days." }}
            isShort
          />
        </Part>
      )}
    </Dashboard>
  )}`;
}
