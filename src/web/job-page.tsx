/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Catalogue } from "../accounts/catalogue.ts";
import type { JobView } from "../http/accounts/account-pages.ts";
import type { Api } from "../kit/descriptor.ts";
import type { ObjectDelivery } from "../webhooks/webhook-log.ts";
import { Table } from "./admin-parts.tsx";
import { Command, Scroll } from "./code.tsx";
import { Dashboard } from "./dashboard.tsx";
import { formatMinute, second } from "./dates.ts";
import { hasEnded, State } from "./jobs-page.tsx";
import { Pager, type Site } from "./page.tsx";
import { Copied, costText, durationText, Parameters, Replay, RequestError } from "./requests-page.tsx";
import { DELIVERY_STATES } from "./webhooks.tsx";

const [COUNTED, COUNT_NAMES] = [
  ["queued", "running", "succeeded", "failed", "canceled"],
  { queued: "Queued", running: "Running", succeeded: "Succeeded", failed: "Failed", canceled: "Canceled" },
] as const;

function tookText({ startedAt, finishedAt }: JobView): string {
  if (startedAt === null) return "Not started";
  const started = `Started ${second(startedAt)}`;
  if (finishedAt === null) return started;
  return `${started}, took ${durationText(Date.parse(finishedAt) - Date.parse(startedAt))}`;
}

function batchFacts({ counts, estimatedEndAt, finishedAt }: JobView): readonly (readonly [string, Child])[] {
  if (counts === undefined) return [];
  const ends: readonly (readonly [string, Child])[] =
    finishedAt !== null
      ? [["Finished (UTC)", second(finishedAt)]]
      : estimatedEndAt !== null
        ? [["Likely to finish (UTC)", second(estimatedEndAt)]]
        : [];
  return [...COUNTED.map((name) => [COUNT_NAMES[name], counts[name].toLocaleString("en")] as const), ...ends];
}

function jobFacts(view: JobView): readonly (readonly [string, Child])[] {
  const { attempts, batch, key, keyName, request } = view;
  return [
    ["Run (UTC)", tookText(view)],
    ...(attempts > 1 ? [["Attempts", `${attempts}: a server stopped or was busy`] as const] : []),
    ["Key", keyName ?? (key?.startsWith("console-") === true ? "Signed in, no key" : "Deleted key")],
    ...(batch === null ? [] : [["Batch", <a href={`/account/jobs/${batch}`}>Open the batch</a>] as const]),
    ...(request === undefined
      ? []
      : [["Request", <a href={`/account/requests/${request}`}>Open the request</a>] as const]),
  ];
}

function Facts({ view, catalogue }: { view: JobView; catalogue: Catalogue }) {
  const { job, counts } = view;
  const [api = ""] = job.operation.split(".");
  const facts: readonly (readonly [string, Child])[] = [
    ["Cost", hasEnded(job) || job.units > 0 ? costText({ api, units: job.units }, catalogue) : "Nothing yet"],
    ["Created (UTC)", second(job.createdAt)],
    ...(counts === undefined ? jobFacts(view) : batchFacts(view)),
    ["Deleted (UTC)", formatMinute(job.expiresAt)],
    ["ID", <Copied id="job-id" text={job.id} />],
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

function Result({ view: { job, preview } }: { view: JobView }) {
  if (!job.hasResult) return null;
  const path = `/account/jobs/${job.id}/result`;
  if (job.kind === "batch") {
    return (
      <section class="panel" aria-labelledby="result">
        <h2 id="result">Results</h2>
        <p class="acts">
          <a class="button" href={path} download>
            Download ZIP
          </a>
          <a class="button" href={`${path}?format=ndjson`} download>
            Download JSON lines
          </a>
        </p>
      </section>
    );
  }
  return (
    <section class="panel" aria-labelledby="result">
      <div class="panel-head">
        <h2 id="result">Result</h2>
        {preview !== undefined && (
          <a href={path} download>
            Download
          </a>
        )}
      </div>
      {preview === undefined && <p>The result was deleted.</p>}
      {preview?.type.startsWith("image/") === true && (
        <img class="preview" src={path} alt={`Result of ${job.operation}`} loading="lazy" />
      )}
      {preview?.text !== undefined && (
        <Scroll label="Beginning of the result">
          <pre class="preview">
            <code>{preview.text}</code>
          </pre>
        </Scroll>
      )}
      {preview !== undefined && <p class="soft">{preview.type}</p>}
    </section>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly ObjectDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="deliveries">
      <h2 id="deliveries">Webhook deliveries</h2>
      <Table label="Deliveries by endpoint" heads={["Event", "Endpoint", "State"]}>
        {deliveries.map(({ endpoint, url, event, type, state }) => (
          <tr>
            <th scope="row">
              <a href={`/account/webhooks/${endpoint}/deliveries/${event}`}>
                <code>{type}</code>
              </a>
            </th>
            <td class="id">{url}</td>
            <td>
              <span class={state === "failed" ? "badge bad" : "badge"}>{DELIVERY_STATES[state]}</span>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Items({ view }: { view: JobView }) {
  const { job, counts, items, next, filter } = view;
  if (counts === undefined) return null;
  const path = `/account/jobs/${job.id}`;
  const page = (after: number) => `${path}?${filter.isFailed ? "state=failed&" : ""}after=${after}`;
  return (
    <section class="panel" aria-labelledby="items">
      <div class="panel-head">
        <h2 id="items">{filter.isFailed ? "Failed jobs" : "Jobs"}</h2>
        {filter.isFailed ? (
          <a href={path}>Show all jobs</a>
        ) : (
          counts.failed > 0 && <a href={`${path}?state=failed`}>Show failed jobs</a>
        )}
      </div>
      {hasEnded(job) && counts.failed > 0 && (
        <p>
          Inputs are deleted when a job ends. To run the failed jobs again, send their inputs as a new batch.
          The number of a job is the place of its input in this batch, from 0.
        </p>
      )}
      {items.length === 0 ? (
        <p class="empty">No jobs here.</p>
      ) : (
        <Table label="Jobs of the batch" heads={["Job", "State", "Units", "Error"]}>
          {items.map((item) => (
            <tr>
              <th scope="row">
                <a href={`/account/jobs/${item.id}`}>Job {item.index}</a>
              </th>
              <td>
                <State job={item} />
              </td>
              <td data-head="Units">{item.units.toLocaleString("en")}</td>
              <td>{item.detail}</td>
            </tr>
          ))}
        </Table>
      )}
      {next !== null && <Pager next={page(next)} first={filter.after < 0 ? undefined : path} />}
    </section>
  );
}

/** The command that reads the job with a key of its mode. */
function commandOf({ job }: JobView, baseUrl: string): string {
  const path = job.kind === "batch" ? `/batches/${job.id}/results` : `/jobs/${job.id}/result`;
  return `curl -H "Authorization: Bearer $QUINTET_KEY" "${baseUrl}${path}"`;
}

/** Renders the page of a job or a batch: state, cost, error, result, webhooks, and how to run it again. */
export function jobPage(site: Site, view: JobView, catalogue: Catalogue, apis: readonly Api[]): string {
  const { job, parameters, deliveries } = view;
  const [name = "", operation = ""] = job.operation.split(".");
  const api = apis.find((one) => one.name === name);
  const isRunning = !hasEnded(job);
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Jobs"
      below={job.kind === "batch" ? "Batch" : "Job"}
      title={job.operation}
      beside={job.mode === "test" ? <span class="soft">Test</span> : undefined}
      consoles
    >
      <div id="job" class="stack" data-refresh={isRunning ? "" : undefined}>
        <p>
          <State job={job} />
        </p>
        {isRunning && job.kind === "job" && <progress aria-label="The job has not ended" />}
        <Facts view={view} catalogue={catalogue} />
        {isRunning && (
          <form method="post" action={`/account/jobs/${job.id}/cancel`}>
            <button type="submit" class="plain-button danger">
              Cancel {job.kind}
            </button>
          </form>
        )}
        {job.code !== null && <RequestError code={job.code} detail={view.detail} />}
        <Result view={view} />
        <Deliveries deliveries={deliveries} />
        <Items view={view} />
      </div>
      {parameters !== null && <Parameters parameters={parameters} />}
      {job.hasResult && (
        <section class="panel" aria-labelledby="curl">
          <h2 id="curl">Get the {job.kind === "batch" ? "results" : "result"} with a key</h2>
          <Command id="result-curl" line={commandOf(view, site.baseUrl)} />
        </section>
      )}
      {job.kind === "batch" ? (
        <p>
          <a href="/account/jobs">Start another batch</a>
        </p>
      ) : (
        api !== undefined && <Replay site={site} api={api} id={operation} parameters={parameters} />
      )}
    </Dashboard>
  )}`;
}
