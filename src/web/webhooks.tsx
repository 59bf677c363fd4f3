/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import type { AccountView, WebhookDeliveryView, WebhookView } from "../http/accounts/account-pages.ts";
import { day, formatMinute, longDate, second } from "../kit/dates.ts";
import { counted, whole } from "../kit/numbers.ts";
import { deliveryStates, webhookEventTypes } from "../webhooks/emit-webhook.ts";
import { ENDPOINTS_MAX } from "../webhooks/webhook-endpoints.ts";
import type { DeliveryCount } from "../webhooks/webhook-log.ts";
import type { AttemptView, DeliveryView, EndpointView } from "../webhooks/webhook-responses.ts";
import { CodeBlock, CopyButton, Payload } from "./code.tsx";
import { Dashboard } from "./dashboard.tsx";
import { type Fact, Facts, Pairs, Part, Time } from "./facts.tsx";
import { Cancel, Choice, Confirm, Create, Field, PostButton } from "./forms.tsx";
import type { Site } from "./page.tsx";
import { isProblemCode } from "./problems.tsx";
import { Copied, durationText, Empty, FilteredPager, filteredHref } from "./requests-page.tsx";
import { type Column, column, Table } from "./table.tsx";
import { DayChart, lastDays, type Series } from "./usage-chart.tsx";

/** A new signing secret, shown only once; nothing if none was made. */
export function NewSecretBox({ view: { newWebhook } }: { view: AccountView }) {
  if (newWebhook === undefined) return null;
  const { id, secret, url, formerSecretUntil } = newWebhook;
  return (
    <Part id="new-secret" title="Your new signing secret" kind="new-key">
      <p class="secret">
        <code id="the-secret">{secret}</code>
        <CopyButton of="the-secret" what="secret" />
      </p>
      <p class="id">
        For events sent to <a href={`/account/webhooks/${id}`}>{shortUrl(url)}</a>. Copy it now. It is shown
        only once.
        <FormerSecret until={formerSecretUntil} />
      </p>
      <p>
        Use it to <a href="/docs/webhooks">verify that events are from this server</a>.
      </p>
    </Part>
  );
}

/** Until when the secret before the last rotation signs events too; nothing without one. */
function FormerSecret({ until }: { until: string | null }) {
  return until === null ? null : (
    <>
      {" "}
      The old secret also signs events until <Time of={until} as={formatMinute} /> UTC.
    </>
  );
}

/** Characters of a URL in titles and lists. */
const SHORT_URL = 60;

/** Characters of a URL elsewhere; the form that edits it has all of them. */
const LONG_URL = 200;

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** The host and the path of a URL, which may be cut off. */
export function shortUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return cut(`${host}${pathname === "/" ? "" : pathname}`, SHORT_URL);
}

const REASONS = {
  owner: "You turned it off.",
  gone: "Turned off because it returned 410 Gone.",
  failing: "Turned off because it failed for 5 days.",
} as const;

/** The state of an endpoint: in a word, in a sentence, and what to do where it gets no events. */
function stateOf({ disabledReason, failingSince, verified }: EndpointView) {
  if (disabledReason !== null) {
    const todo = "Turn it on when it works again, then resend the events that failed.";
    const text = REASONS[disabledReason];
    return { word: "Off", text, todo: disabledReason === "owner" ? undefined : todo };
  }
  if (!verified) {
    const text = "Events wait until the endpoint accepts the verification event.";
    return {
      word: "Not verified",
      text,
      todo: "Its last response is below.",
    };
  }
  if (failingSince === null) return { word: "On", text: "", todo: undefined };
  const text = `Every attempt since ${second(failingSince)} UTC failed.`;
  return { word: "Failing", text, todo: "The endpoint is turned off if every attempt fails for 5 days." };
}

function EndpointBadge({ webhook }: { webhook: EndpointView }) {
  const { word, todo } = stateOf(webhook);
  // One that was just created has had no time to respond.
  const bad = webhook.verified ? "badge bad" : "badge fair";
  const tone = todo !== undefined ? bad : webhook.enabled ? "badge good" : "badge";
  return <span class={tone}>{word}</span>;
}

/** A checkbox for each type of event. */
function EventFields({ id, chosen }: { id: string; chosen: readonly string[] | null }) {
  return (
    <fieldset class="choices">
      <legend>Events</legend>
      {webhookEventTypes.map((type) => (
        <label for={`${id}-${type}`}>
          <input
            type="checkbox"
            id={`${id}-${type}`}
            name="events"
            value={type}
            checked={chosen === null || chosen.includes(type)}
          />{" "}
          <code>{type}</code>
        </label>
      ))}
    </fieldset>
  );
}

function UrlField({ id, value }: { id: string; value: string }) {
  return (
    <Field
      {...{ id, value, name: "url", label: "URL", type: "url", size: 40, required: true, maxlength: 2_000 }}
      {...{ autocomplete: "off", placeholder: "https://example.com/events" }}
    />
  );
}

/** The actions on an endpoint. The form that edits it has what was typed into one that was not accepted. */
function EndpointActions({ webhook, rejected }: Pick<WebhookView, "webhook" | "rejected">) {
  const { id, url, events, enabled, verified } = webhook;
  // The button that turns it on or off sends no URL.
  const typed = rejected?.typed.has("url") === true ? rejected.typed : undefined;
  const path = `/account/webhooks/${id}`;
  const shared = { name: "webhook", about: `endpoint ${url}` };
  return (
    <div class="acts">
      {enabled && (
        <PostButton
          action={`${path}/test`}
          text={verified ? "Send test event" : "Send verification event"}
          about={`to ${url}`}
        />
      )}
      <PostButton action={path} text={`Turn ${enabled ? "off" : "on"}`} about={url}>
        <input type="hidden" name="enabled" value={enabled ? "false" : "true"} />
      </PostButton>
      <Confirm {...shared} action={path} text="Edit" submit="Save" isOpen={typed !== undefined}>
        <UrlField id={`url-${id}`} value={typed?.get("url") ?? url} />
        <EventFields id={id} chosen={typed?.getAll("events") ?? events} />
      </Confirm>
      <Confirm {...shared} action={`${path}/roll`} text="Rotate secret">
        <p>You get a new signing secret. For 24 hours, events are signed with the old one too.</p>
      </Confirm>
      <Confirm {...shared} action={`${path}/delete`} text="Delete" submit="Delete endpoint" isDanger>
        <p>No more events are sent to it, and its deliveries are deleted. This can't be undone.</p>
      </Confirm>
    </div>
  );
}

/** Deliveries of one state. Those that failed and are repeated are apart from the others that are pending. */
function countIn(state: ShownState, { state: own, count, retrying }: DeliveryCount): number {
  if (state === "retrying") return retrying;
  return own === state ? count - retrying : 0;
}

/** How many deliveries are in each state. */
function statesText(counts: readonly DeliveryCount[]): string {
  return SHOWN_STATES.flatMap((state) => {
    const own = counts.reduce((sum, one) => sum + countIn(state, one), 0);
    return own === 0 ? [] : `${whole(own)} ${STATES[state][0].toLowerCase()}`;
  }).join(", ");
}

function endpointColumns(deliveries: AccountView["deliveries"]): readonly Column<EndpointView>[] {
  return [
    column("Endpoint", ({ id, url, mode, formerSecretUntil }) => (
      <>
        <a class="row-link" href={`/account/webhooks/${id}`}>
          {shortUrl(url)}
        </a>
        {mode === "test" && <span class="soft"> Test</span>}
        {formerSecretUntil !== null && (
          <p class="soft">
            Two secrets until <Time of={formerSecretUntil} as={formatMinute} /> UTC.
          </p>
        )}
      </>
    )),
    column("Events", ({ events }) =>
      events === null ? <span class="whole">All events</span> : <EventNames events={events} />,
    ),
    column({ text: "Status", label: "" }, (webhook) => {
      const { text } = stateOf(webhook);
      return (
        <>
          <EndpointBadge webhook={webhook} />
          {text !== "" && <p class="soft">{text}</p>}
        </>
      );
    }),
    column(
      { text: "Last 7 days", kind: "whole" },
      ({ id }) => statesText(deliveries.filter(({ endpoint }) => endpoint === id)) || "No events",
    ),
    column("Created", ({ createdAt }) => <Time of={createdAt} as={longDate} />),
  ];
}

function EventNames({ events }: { events: readonly string[] }) {
  return (
    <>
      {events.map((type, i) => (
        <>
          {i > 0 && ", "}
          <code>{type}</code>
        </>
      ))}
    </>
  );
}

/** A form for a new endpoint, closed beside a list. It has what was typed into one that was not accepted. */
function CreateWebhook({ view: { webhooks, rejected } }: { view: AccountView }) {
  // One that edits an endpoint, which was deleted meanwhile, has no mode.
  const typed = rejected?.typed.has("mode") === true ? rejected.typed : undefined;
  return (
    <Create text="New endpoint" isOpen={typed !== undefined || webhooks.length === 0}>
      <form method="post" action="/account/webhooks">
        <UrlField id="new-webhook" value={typed?.get("url") ?? ""} />
        <Choice
          {...{ id: "webhook-mode", name: "mode", label: "Mode", chosen: typed?.get("mode") ?? "live" }}
          options={{ live: "Live keys", test: "Test keys" }}
        />
        <EventFields id="new-webhook" chosen={typed?.getAll("events") ?? null} />
        <p class="acts">
          <button type="submit">Create endpoint</button>
          {webhooks.length > 0 && <Cancel list="/account/webhooks" />}
        </p>
      </form>
    </Create>
  );
}

/** The webhook endpoints of the account, which lead to their pages, and a form for a new one. */
export function Webhooks({ view }: { view: AccountView }) {
  const { webhooks, deliveries } = view;
  return (
    <>
      {webhooks.length < ENDPOINTS_MAX && <CreateWebhook view={view} />}
      <Table
        label="Endpoints"
        rows={webhooks}
        columns={endpointColumns(deliveries)}
        empty="No endpoints yet. Create one to get events."
      />
    </>
  );
}

/** The states of deliveries: their word, badge and color. Those that are retried are pending ones in the API. */
const STATES = {
  delivered: ["Delivered", "badge good", "tone-random"],
  failed: ["Failed", "badge bad", "tone-version"],
  retrying: ["Pending retry", "badge fair", "tone-count"],
  pending: ["Pending", "badge", "tone-rest"],
} as const;

type ShownState = keyof typeof STATES;
const SHOWN_STATES = ["delivered", "failed", "retrying", "pending"] as const;

/** The state of a delivery. */
export function StateBadge({ state }: { state: ShownState }) {
  return <span class={STATES[state][1]}>{STATES[state][0]}</span>;
}

const isDelivered = ({ status }: AttemptView) => status !== null && status >= 200 && status <= 299;

function shownState({ state, attempts: [last] }: DeliveryView): ShownState {
  return state === "pending" && last !== undefined && !isDelivered(last) ? "retrying" : state;
}

/** How an attempt ended: `500 in 9 ms`, `upstream-timeout after 15.0 s`. */
function endOf({ status, error, durationMs }: AttemptView): string {
  const duration = durationText(durationMs);
  return status === null ? `${error ?? "no response"} after ${duration}` : `${status} in ${duration}`;
}

function deliveryColumns(webhook: EndpointView): readonly Column<DeliveryView>[] {
  return [
    column("Time (UTC)", ({ event, createdAt }) => (
      <a class="row-link" href={`/account/webhooks/${webhook.id}/deliveries/${event}`}>
        <Time of={createdAt} as={second} />
      </a>
    )),
    column({ text: "Event", label: "" }, ({ type, event }) => (
      <>
        <code>{type}</code> <code class="id soft">{event}</code>
      </>
    )),
    column({ text: "State", label: "" }, (delivery) => <StateBadge state={shownState(delivery)} />),
    column("Last response", ({ attempts: [last] }) => (last === undefined ? "–" : endOf(last))),
    column("Attempts", ({ attempts: { length }, nextAttemptAt }) => (
      <>
        {length}
        {length > 0 && nextAttemptAt !== null && (
          <>
            , next <Time of={nextAttemptAt} as={formatMinute} />
          </>
        )}
      </>
    )),
    column("", ({ state, event }) =>
      webhook.enabled && state === "failed" ? <Resend webhook={webhook} event={event} /> : null,
    ),
  ];
}

function Resend({ webhook, event }: { webhook: EndpointView; event: string }) {
  const action = `/account/webhooks/${webhook.id}/deliveries/${event}/replay`;
  return <PostButton action={action} text="Resend" about={`event ${event}`} />;
}

/** Links to the deliveries in each state, with their numbers. */
function StateTabs({ webhook, state, daily }: WebhookView) {
  const path = `/account/webhooks/${webhook.id}`;
  return (
    <nav class="tabs state-tabs" aria-label="Deliveries by state">
      {(["", ...deliveryStates] as const).map((one) => {
        const own = daily.filter((entry) => one === "" || entry.state === one);
        return (
          <a
            href={`${filteredHref(path, { state: one })}#deliveries`}
            aria-current={one === state ? "true" : undefined}
          >
            {one === "" ? "All" : STATES[one][0]}{" "}
            <span class="soft">{whole(own.reduce((sum, { count }) => sum + count, 0))}</span>
          </a>
        );
      })}
    </nav>
  );
}

/** A page of deliveries. */
function Deliveries(view: WebhookView) {
  const { webhook, deliveries, state, next, isNewest } = view;
  const path = `/account/webhooks/${webhook.id}`;
  return (
    <div class="stack" id="deliveries">
      <StateTabs {...view} />
      <Table
        label="Deliveries"
        rows={deliveries}
        columns={deliveryColumns(webhook)}
        empty={
          <Empty of="deliveries" path={`${path}#deliveries`} filters={{ state }}>
            No deliveries yet. Send a test event to see one.
          </Empty>
        }
      />
      <FilteredPager {...{ path, part: "#deliveries", filters: { state }, next, isNewest }} />
    </div>
  );
}

/** Asks from when on failed events are sent again; a week ago by default. */
function ResendFailed({ webhook, now }: WebhookView) {
  return (
    <form class="filters" method="post" action={`/account/webhooks/${webhook.id}/replay`}>
      <Field
        {...{ name: "since", label: "Resend failed events since (00:00 UTC)", type: "date", required: true }}
        value={day(new Date(now - 7 * 24 * 3_600_000).toISOString())}
      />
      <button type="submit" class="plain-button">
        Resend failed events
      </button>
    </form>
  );
}

const VERIFY = `import { verifyWebhook } from "quintet-client";

const body = await request.text();
const event = await verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET);`;

/** The signing secret, which is shown only once, and how to check signatures with it. */
function Signing({ webhook }: { webhook: EndpointView }) {
  const { formerSecretUntil } = webhook;
  return (
    <Part id="signing" title="Signing secret">
      <p>
        The secret was shown once, when it was created. Rotate it to get a new one.
        <FormerSecret until={formerSecretUntil} />
      </p>
      <CodeBlock text={VERIFY} language="typescript" label="TypeScript" isWrapped />
      <p>
        <a href="/docs/webhooks">Verify in Python and other languages</a>
      </p>
    </Part>
  );
}

/** The rows of an endpoint's settings. */
function EndpointFacts({ webhook }: { webhook: EndpointView }) {
  const { url, mode, events, createdAt, id } = webhook;
  const facts: readonly Fact[] = [
    ["URL", <span class="id">{cut(url, LONG_URL)}</span>],
    ["Events", events === null ? "All events" : <EventNames events={events} />],
    ["Mode", mode === "test" ? "Test" : "Live"],
    ["Created", <Time of={createdAt} as={longDate} />],
    ["ID", <Copied id="webhook-id" text={id} />],
  ];
  return <Facts facts={facts} />;
}

/** Why an attempt shows no body, or a part of one; undefined for a whole body. */
function noteOf({ status, error, responseHeaders, responseBody, responseTruncated }: AttemptView): Child {
  if (status === null) {
    if (error === null || !isProblemCode(error)) return "No response.";
    return (
      <>
        No response. About <a href={`/problems/${error}`}>{error}</a>
      </>
    );
  }
  const { "content-encoding": coding, "content-length": length } = responseHeaders ?? {};
  if (responseBody === null) {
    if (responseHeaders === null) return "The response is not stored anymore.";
    return coding === undefined ? "No response body." : `The response body is compressed (${coding}).`;
  }
  if (!responseTruncated) return undefined;
  const total = /^\d{4,15}$/.test(length ?? "") ? ` of ${Number(length).toLocaleString("en")}` : "";
  return `Cut off: at most the first 1,000 bytes${total} are stored.`;
}

/** One attempt of a delivery with its response; the newest is open. */
function AttemptDetails({ attempt, place }: { attempt: AttemptView; place: number }) {
  const { startedAt, status, responseHeaders, responseBody } = attempt;
  const isRedirect =
    responseHeaders?.location !== undefined && status !== null && status >= 300 && status <= 399;
  const note = noteOf(attempt);
  return (
    <details class="attempt" open={place === 0}>
      <summary>
        <span class={isDelivered(attempt) ? "badge good" : "badge bad"}>{endOf(attempt)}</span>{" "}
        <Time of={startedAt} as={second} />
      </summary>
      <div class="stack attempt-body">
        {isRedirect && <p>Redirects are not followed. Change the URL of the endpoint to the new one.</p>}
        {responseHeaders !== null && Object.keys(responseHeaders).length > 0 && (
          <Pairs pairs={Object.entries(responseHeaders)} />
        )}
        {responseBody !== null && (
          <Payload id={`response-${place}`} text={responseBody} type={responseHeaders?.["content-type"]} />
        )}
        {note !== undefined && <p class="soft">{note}</p>}
      </div>
    </details>
  );
}

/** The job, batch or site audit that an event is about; undefined for events about none, and after it was deleted. */
function objectOf({ delivery: { type, payload }, now }: WebhookDeliveryView) {
  const [kind = ""] = type.split(".");
  const { id, expiresAt } = JSON.parse(payload).data as { readonly id?: string; readonly expiresAt?: string };
  if (id === undefined || expiresAt === undefined || Date.parse(expiresAt) <= now) return undefined;
  const list = kind === "site-audit" ? "site-audits" : "jobs";
  const name = kind.replace("-", " ");
  const title = name.slice(0, 1).toUpperCase() + name.slice(1);
  return { href: `/account/${list}/${id}`, title, text: `Open the ${name}` };
}

/** The facts of a delivery and its attempts, asked for again by itself until it has ended. */
function Attempts(view: WebhookDeliveryView) {
  const { webhook, delivery } = view;
  const { event, state, createdAt, nextAttemptAt, attempts } = delivery;
  const object = objectOf(view);
  const facts: readonly Fact[] = [
    ["Created (UTC)", <Time of={createdAt} as={second} />],
    ...(nextAttemptAt === null
      ? []
      : [["Next attempt (UTC)", <Time of={nextAttemptAt} as={second} />] as const]),
    ...(object === undefined ? [] : [[object.title, <a href={object.href}>{object.text}</a>] as const]),
    ["Event ID", <Copied id="event-id" text={event} />],
  ];
  return (
    <div class="stack" id="delivery" data-refresh={state === "pending" ? "" : undefined}>
      <Facts facts={facts} />
      {webhook.enabled && (
        <div class="acts">
          <Resend webhook={webhook} event={event} />
        </div>
      )}
      <Part id="attempts" title="Attempts">
        <p class="soft">Newest first. Times are UTC.</p>
        {attempts.length === 0 && <p class="empty">Not sent yet.</p>}
        <div>
          {attempts.map((attempt, i) => (
            <AttemptDetails attempt={attempt} place={i} />
          ))}
        </div>
      </Part>
    </div>
  );
}

/** A webhook delivery: what is sent, and how each attempt ended. */
export function deliveryPage(site: Site, view: WebhookDeliveryView): string {
  const { webhook, delivery } = view;
  const each = <span class="soft">new for each attempt</span>;
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Webhooks"
      below={<a href={`/account/webhooks/${webhook.id}`}>{shortUrl(webhook.url)}</a>}
      title={delivery.type}
      beside={
        <span id="state">
          <StateBadge state={shownState(delivery)} />
        </span>
      }
    >
      <div class="exchange">
        <Attempts {...view} />
        <Part id="sent" title="Request">
          <Pairs
            pairs={[
              ["POST", cut(webhook.url, LONG_URL)],
              ["content-type", "application/json"],
              ["webhook-id", delivery.event],
              ["webhook-timestamp", each],
              ["webhook-signature", each],
            ]}
          />
          <Payload id="sent-request" text={delivery.payload} />
          <p class="soft">Indented for reading. The signed body has no line breaks.</p>
        </Part>
      </div>
    </Dashboard>
  )}`;
}

/** Deliveries of the last 7 days by their state now; nothing without one. */
function DeliveriesChart({ daily, now }: WebhookView) {
  const days = lastDays(day(new Date(now).toISOString()), 7);
  const recent = daily.filter((one) => days.includes(one.day));
  const series = SHOWN_STATES.flatMap((state): Series[] => {
    const own = recent.filter((one) => countIn(state, one) > 0);
    const sum = own.reduce((total, one) => total + countIn(state, one), 0);
    const units = new Map(own.map((one) => [one.day, countIn(state, one)]));
    return sum === 0 ? [] : [{ name: STATES[state][0], tone: STATES[state][2], units, sum }];
  });
  if (series.length === 0) return null;
  const all = recent.reduce((sum, { count }) => sum + count, 0);
  const text = `${counted(all, "event")} in 7 days: ${statesText(recent)}`;
  return (
    <section class="panel" aria-label="Chart of deliveries">
      <DayChart label="Deliveries" text={text} days={days} series={series} />
    </section>
  );
}

/** A webhook endpoint and its deliveries. With the newest ones, it is asked for again by itself, soon while one is sent. */
export function webhookPage(site: Site, view: WebhookView): string {
  const { webhook, deliveries, daily, isNewest, rejected } = view;
  const { text, todo } = stateOf(webhook);
  const isSending = deliveries.some(({ state, attempts }) => state === "pending" && attempts.length === 0);
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Webhooks"
      below="Endpoint"
      title={shortUrl(webhook.url)}
      beside={
        <span id="state">
          <EndpointBadge webhook={webhook} />
        </span>
      }
      rejected={rejected?.error.message}
    >
      <div class="stack" id="endpoint" data-refresh={isNewest ? (isSending ? "1" : "5") : undefined}>
        {todo !== undefined && (
          <p class="notice bad">
            {text} {todo}
          </p>
        )}
        <EndpointFacts webhook={webhook} />
        <EndpointActions webhook={webhook} rejected={rejected} />
        <div class="dash-head">
          <h2>Deliveries</h2>
          <p class="soft">
            Kept for 7 days. A failed event is sent again up to 7 times within about a day. Times are UTC.
          </p>
        </div>
        <DeliveriesChart {...view} />
        <Deliveries {...view} />
      </div>
      {webhook.enabled && daily.some(({ state }) => state === "failed") && <ResendFailed {...view} />}
      <Signing webhook={webhook} />
    </Dashboard>
  )}`;
}
