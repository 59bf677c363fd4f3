/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import type { AccountView, WebhookDeliveryView, WebhookView } from "../http/accounts/account-pages.ts";
import { webhookEventTypes } from "../webhooks/emit-webhook.ts";
import { ENDPOINTS_MAX } from "../webhooks/webhook-endpoints.ts";
import {
  type AttemptView,
  type DeliveryView,
  deliveryStates,
  type EndpointView,
} from "../webhooks/webhook-schemas.ts";
import { Table } from "./admin-parts.tsx";
import { Code } from "./code.tsx";
import { Dashboard } from "./dashboard.tsx";
import { day, formatMinute, second } from "./dates.ts";
import { Pager, type Site } from "./page.tsx";
import { Copied } from "./requests-page.tsx";
import { DayChart, lastDays, type Series } from "./usage-chart.tsx";

/** A new signing secret, shown only once; nothing if none was made. */
export function NewSecretBox({ view: { newWebhook } }: { view: AccountView }) {
  if (newWebhook === undefined) return null;
  const { secret, url, formerSecretUntil } = newWebhook;
  return (
    <section class="new-key" aria-labelledby="new-secret">
      <h2 id="new-secret">Your new signing secret</h2>
      <p class="secret">
        <code id="the-secret">{secret}</code>
        <button type="button" class="quiet" data-copy="the-secret" hidden aria-label="Copy the secret">
          Copy
        </button>
      </p>
      <p class="id">
        For events sent to {url}. Copy it now, it is shown only once.{" "}
        {formerSecretUntil !== null &&
          `The old secret also signs events until ${formatMinute(formerSecretUntil)} UTC.`}
      </p>
      <p>
        <a href="/docs/webhooks">Verify events</a> with it in your code.
      </p>
    </section>
  );
}

const REASONS = {
  owner: "Off: you turned it off.",
  gone: "Off: it returned 410 Gone.",
  failing: "Off: it failed for 5 days.",
} as const;

function stateOf({ disabledReason, failingSince, verified }: EndpointView): string {
  if (disabledReason !== null) return REASONS[disabledReason];
  if (!verified) return "Not verified: events wait until it responds to the verification event with 2xx.";
  return failingSince === null ? "On." : `Failing since ${formatMinute(failingSince)} UTC.`;
}

/** A checkbox for each type of event. */
function EventFields({ id, chosen }: { id: string; chosen: EndpointView["events"] }) {
  return (
    <fieldset class="choices">
      <legend>Events</legend>
      {webhookEventTypes.map((type) => (
        <label for={`${id}-${type}`}>
          <input
            type="checkbox"
            class="tick"
            id={`${id}-${type}`}
            name="events"
            value={type}
            checked={chosen === null || chosen.includes(type)}
          />{" "}
          {type}
        </label>
      ))}
    </fieldset>
  );
}

function UrlField({ id, value }: { id: string; value?: string }) {
  return (
    <p class="ask">
      <label for={id}>URL</label>
      <input
        id={id}
        name="url"
        type="url"
        size={40}
        required
        maxlength={2_000}
        autocomplete="off"
        placeholder="https://example.com/events"
        value={value}
      />
    </p>
  );
}

function EditWebhook({ webhook: { id, url, events } }: { webhook: EndpointView }) {
  return (
    <details class="confirm" name={`webhook-${id}`}>
      <summary class="plain-button">
        Edit<span class="unseen"> endpoint {url}</span>
      </summary>
      <form method="post" action={`/account/webhooks/${id}`}>
        <UrlField id={`url-${id}`} value={url} />
        <EventFields id={id} chosen={events} />
        <button type="submit" class="plain-button">
          Save<span class="unseen"> endpoint {url}</span>
        </button>
      </form>
    </details>
  );
}

function RotateSecret({ webhook: { id, url } }: { webhook: EndpointView }) {
  return (
    <details class="confirm" name={`webhook-${id}`}>
      <summary class="plain-button">
        Rotate secret<span class="unseen"> of {url}</span>
      </summary>
      <form method="post" action={`/account/webhooks/${id}/roll`}>
        <p>You get a new signing secret. For 24 hours, events are signed with the old one too.</p>
        <button type="submit" class="plain-button">
          Rotate secret<span class="unseen"> of {url}</span>
        </button>
      </form>
    </details>
  );
}

function DeleteWebhook({ webhook: { id, url } }: { webhook: EndpointView }) {
  return (
    <details class="confirm" name={`webhook-${id}`}>
      <summary class="plain-button danger">
        Delete<span class="unseen"> endpoint {url}</span>
      </summary>
      <form method="post" action={`/account/webhooks/${id}/delete`}>
        <p>No more events are sent to it, and its deliveries are deleted. This can't be undone.</p>
        <button type="submit" class="plain-button danger">
          Delete endpoint<span class="unseen"> {url}</span>
        </button>
      </form>
    </details>
  );
}

function Switch({ webhook: { id, url, enabled } }: { webhook: EndpointView }) {
  return (
    <form method="post" action={`/account/webhooks/${id}`}>
      <input type="hidden" name="enabled" value={enabled ? "false" : "true"} />
      <button type="submit" class="plain-button">
        Turn {enabled ? "off" : "on"}
        <span class="unseen"> {url}</span>
      </button>
    </form>
  );
}

function SendTest({ webhook: { id, url, verified } }: { webhook: EndpointView }) {
  return (
    <form method="post" action={`/account/webhooks/${id}/test`}>
      <button type="submit" class="plain-button">
        {verified ? "Send test event" : "Send verification event"}
        <span class="unseen"> to {url}</span>
      </button>
    </form>
  );
}

function WebhookRow({ webhook }: { webhook: EndpointView }) {
  const { id, url, mode, events, enabled, createdAt, formerSecretUntil } = webhook;
  return (
    <li class={enabled ? "" : "over"}>
      <div>
        <p class="id">
          <a href={`/account/webhooks/${id}`}>
            <strong>{url}</strong>
          </a>
          {mode === "test" && <span class="soft"> Test</span>}
        </p>
        <p class="soft">
          {events === null ? "All events" : `Events: ${events.join(", ")}`}. Created {day(createdAt)}.{" "}
          {stateOf(webhook)}
          {formerSecretUntil !== null && ` Two secrets until ${formatMinute(formerSecretUntil)} UTC.`}
        </p>
      </div>
      <div class="acts">
        {enabled && <SendTest webhook={webhook} />}
        <Switch webhook={webhook} />
        <EditWebhook webhook={webhook} />
        <RotateSecret webhook={webhook} />
        <DeleteWebhook webhook={webhook} />
      </div>
    </li>
  );
}

/** The webhook endpoints of the account with their actions, and a form for a new one. */
export function Webhooks({ view: { webhooks } }: { view: AccountView }) {
  return (
    <>
      {webhooks.length === 0 && <p class="empty">No endpoints yet. Create one to get events.</p>}
      <ul class="keys">
        {webhooks.map((webhook) => (
          <WebhookRow webhook={webhook} />
        ))}
      </ul>
      {webhooks.length < ENDPOINTS_MAX && (
        <section class="panel" aria-labelledby="create">
          <h2 id="create">Create an endpoint</h2>
          <form method="post" action="/account/webhooks">
            <UrlField id="new-webhook" />
            <p class="ask">
              <label for="webhook-mode">Mode</label>
              <select id="webhook-mode" name="mode">
                <option value="live">Live: what live keys made</option>
                <option value="test">Test: what test keys made</option>
              </select>
            </p>
            <EventFields id="new-webhook" chosen={null} />
            <button type="submit">Create endpoint</button>
          </form>
        </section>
      )}
    </>
  );
}

/** The states of deliveries in words. */
export const DELIVERY_STATES = { pending: "Pending", delivered: "Delivered", failed: "Failed" } as const;

/** How an attempt ended: `500 in 9 ms`, `upstream-timeout after 15.0 s`. */
function endOf({ status, error, durationMs }: AttemptView): string {
  const duration = durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
  return status === null ? `${error ?? "no response"} after ${duration}` : `${status} in ${duration}`;
}

/** The attempts of a delivery in short: how many, and how the last one ended. */
function attemptsText(attempts: readonly AttemptView[]): string {
  const [last] = attempts;
  if (last === undefined) return "None";
  return attempts.length === 1 ? endOf(last) : `${attempts.length}, last: ${endOf(last)}`;
}

function DeliveryRow({ webhook, delivery }: { webhook: EndpointView; delivery: DeliveryView }) {
  const { event, type, state, createdAt, nextAttemptAt, attempts } = delivery;
  return (
    <tr>
      <th scope="row">
        <a href={`/account/webhooks/${webhook.id}/deliveries/${event}`}>
          <time datetime={createdAt}>{second(createdAt)}</time>
        </a>
      </th>
      <td>
        <code>{type}</code> <code class="id soft">{event}</code>
      </td>
      <td>
        <span class={state === "failed" ? "badge bad" : "badge"}>{DELIVERY_STATES[state]}</span>
      </td>
      <td data-head="Attempts" class="whole">
        {attemptsText(attempts)}
      </td>
      <td data-head="Next attempt" class="whole">
        {nextAttemptAt === null ? "–" : second(nextAttemptAt)}
      </td>
      <td>
        {webhook.enabled && (
          <form method="post" action={`/account/webhooks/${webhook.id}/deliveries/${event}/replay`}>
            <button type="submit" class="plain-button">
              Resend<span class="unseen"> {event}</span>
            </button>
          </form>
        )}
      </td>
    </tr>
  );
}

function StateFilter({ webhook, state }: WebhookView) {
  return (
    <form class="filters" method="get" action={`/account/webhooks/${webhook.id}`}>
      <p class="ask">
        <label for="state">State</label>
        <select id="state" name="state">
          <option value="">All states</option>
          {deliveryStates.map((one) => (
            <option value={one} selected={one === state}>
              {DELIVERY_STATES[one]}
            </option>
          ))}
        </select>
      </p>
      <button type="submit" class="plain-button">
        Apply filter
      </button>
    </form>
  );
}

/** Asks from when on failed events are sent again; a week ago by default. */
function ResendFailed({ webhook, now }: WebhookView) {
  return (
    <form class="filters" method="post" action={`/account/webhooks/${webhook.id}/replay`}>
      <p class="ask">
        <label for="since">Resend failed events since (00:00 UTC)</label>
        <input
          id="since"
          name="since"
          type="date"
          required
          value={day(new Date(now - 7 * 24 * 3_600_000).toISOString())}
        />
      </p>
      <button type="submit" class="plain-button">
        Resend failed events
      </button>
    </form>
  );
}

const VERIFY = `import { verifyWebhook } from "quintet-client";

const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET);`;

/** The signing secret, which is shown only once, and how to check signatures with it. */
function Signing({ webhook }: { webhook: EndpointView }) {
  const { formerSecretUntil } = webhook;
  return (
    <section class="panel" aria-labelledby="signing">
      <h2 id="signing">Signing secret</h2>
      <p>
        It was shown when it was created and cannot be shown again. Rotate it to get a new one.
        {formerSecretUntil !== null &&
          ` The old secret also signs events until ${formatMinute(formerSecretUntil)} UTC.`}
      </p>
      <Code id="verify" text={VERIFY} />
      <p>
        <a href="/docs/webhooks">Verify in Python and other languages</a>
      </p>
      <div class="acts">
        <RotateSecret webhook={webhook} />
      </div>
    </section>
  );
}

/** The rows of an endpoint's settings. */
function EndpointFacts({ webhook }: { webhook: EndpointView }) {
  const { url, mode, events, createdAt, id } = webhook;
  const facts: readonly (readonly [string, Child])[] = [
    ["URL", <span class="id">{url}</span>],
    ["State", stateOf(webhook)],
    ["Events", events === null ? "All events" : events.join(", ")],
    ["Mode", mode === "test" ? "Test" : "Live"],
    ["Created", day(createdAt)],
    ["ID", <Copied id="webhook-id" text={id} />],
  ];
  return (
    <dl class="summary">
      {facts.map(([head, value]) => (
        <div>
          <dt>{head}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One attempt of a delivery with its response; the newest is open. */
function AttemptDetails({ attempt, place }: { attempt: AttemptView; place: number }) {
  const { startedAt, status, responseBody } = attempt;
  const isDelivered = status !== null && status >= 200 && status <= 299;
  return (
    <details class="attempt" open={place === 0}>
      <summary>
        <span class={isDelivered ? "badge" : "badge bad"}>{endOf(attempt)}</span>{" "}
        <time datetime={startedAt}>{second(startedAt)}</time>
      </summary>
      {responseBody === null ? (
        <p class="soft">{status === null ? "No response." : "No response body."}</p>
      ) : (
        <Code id={`response-${place}`} text={responseBody} />
      )}
    </details>
  );
}

/** A webhook delivery: what is sent, and how each attempt ended. */
export function deliveryPage(site: Site, { webhook, delivery }: WebhookDeliveryView): string {
  const { event, type, state, createdAt, nextAttemptAt, attempts, payload } = delivery;
  const request = `POST ${webhook.url}\nContent-Type: application/json\nwebhook-id: ${event}\n\n`;
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Webhooks"
      below={<a href={`/account/webhooks/${webhook.id}`}>Endpoint</a>}
      title={type}
      beside={<span class={state === "failed" ? "badge bad" : "badge"}>{DELIVERY_STATES[state]}</span>}
    >
      <dl class="summary">
        <div>
          <dt>Created (UTC)</dt>
          <dd>{second(createdAt)}</dd>
        </div>
        {nextAttemptAt !== null && (
          <div>
            <dt>Next attempt (UTC)</dt>
            <dd>{second(nextAttemptAt)}</dd>
          </div>
        )}
        <div>
          <dt>Event ID</dt>
          <dd>
            <Copied id="event-id" text={event} />
          </dd>
        </div>
      </dl>
      {webhook.enabled && (
        <form method="post" action={`/account/webhooks/${webhook.id}/deliveries/${event}/replay`}>
          <button type="submit" class="plain-button">
            Resend event
          </button>
        </form>
      )}
      <section class="panel" aria-labelledby="attempts">
        <h2 id="attempts">Responses</h2>
        <p class="soft">Newest first, with the first 1,000 bytes of each response body. Times are UTC.</p>
        {attempts.length === 0 && <p class="empty">Not sent yet.</p>}
        <div>
          {attempts.map((attempt, i) => (
            <AttemptDetails attempt={attempt} place={i} />
          ))}
        </div>
      </section>
      <section class="panel" aria-labelledby="sent">
        <h2 id="sent">Request</h2>
        <p class="soft">
          Each attempt also has the headers <code>webhook-timestamp</code> and <code>webhook-signature</code>.
        </p>
        <Code id="sent-request" text={request + JSON.stringify(JSON.parse(payload), null, 2)} />
      </section>
    </Dashboard>
  )}`;
}

const STATE_TONES = { delivered: "tone-random", failed: "tone-version", pending: "tone-rest" } as const;

/** Deliveries of the last 7 days by their state now; nothing without one. */
function DeliveriesChart({ daily, now }: WebhookView) {
  const days = lastDays(day(new Date(now).toISOString()), 7);
  const recent = daily.filter((one) => days.includes(one.day));
  const series = (["delivered", "failed", "pending"] as const).flatMap((state): Series[] => {
    const own = recent.filter((one) => one.state === state);
    const sum = own.reduce((total, { count }) => total + count, 0);
    const units = new Map(own.map((one) => [one.day, one.count]));
    return sum === 0 ? [] : [{ name: DELIVERY_STATES[state], tone: STATE_TONES[state], units, sum }];
  });
  const sum = series.reduce((total, one) => total + one.sum, 0);
  if (sum === 0) return null;
  const text = `${sum.toLocaleString("en")} ${sum === 1 ? "delivery" : "deliveries"} in 7 days`;
  return (
    <section class="panel" aria-label="Deliveries by day">
      <DayChart label="Deliveries" text={text} days={days} series={series} />
    </section>
  );
}

const HEADS = ["Time (UTC)", "Event", "State", "Attempts", "Next attempt", ""] as const;

/** A webhook endpoint and its deliveries. */
export function webhookPage(site: Site, view: WebhookView): string {
  const { webhook, deliveries, state, next } = view;
  const query = new URLSearchParams({ ...(state === "" ? {} : { state }), after: next ?? "" });
  return `<!doctype html>${(
    <Dashboard site={site} entry="Webhooks" below="Endpoint" title="Webhook endpoint">
      <EndpointFacts webhook={webhook} />
      <div class="acts">
        {webhook.enabled && <SendTest webhook={webhook} />}
        <Switch webhook={webhook} />
        <EditWebhook webhook={webhook} />
        <DeleteWebhook webhook={webhook} />
      </div>
      <div class="dash-head">
        <h2>Deliveries</h2>
        <p class="soft">
          Kept for 7 days. A failed attempt is repeated up to 7 times within about a day. Times are UTC.
        </p>
      </div>
      <DeliveriesChart {...view} />
      <div class="filter-row">
        <StateFilter {...view} />
        {webhook.enabled && <ResendFailed {...view} />}
      </div>
      {deliveries.length === 0 ? (
        <p class="empty">{state === "" ? "No deliveries yet." : "No deliveries in this state."}</p>
      ) : (
        <Table label="Deliveries" heads={HEADS}>
          {deliveries.map((delivery) => (
            <DeliveryRow webhook={webhook} delivery={delivery} />
          ))}
        </Table>
      )}
      {next !== null && <Pager next={`/account/webhooks/${webhook.id}?${query}`} />}
      <Signing webhook={webhook} />
    </Dashboard>
  )}`;
}
