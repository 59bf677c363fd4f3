/** @jsxImportSource hono/jsx */
import type { JobView } from "../http/accounts/account-pages.ts";
import { formatMinute, second } from "../kit/dates.ts";
import type { AnyOperation, Api } from "../kit/descriptor.ts";
import { extensionOf } from "../kit/file-name.ts";
import { counted, whole } from "../kit/numbers.ts";
import type { ObjectDelivery } from "../webhooks/webhook-log.ts";
import { Command, Payload } from "./code.tsx";
import { Dashboard } from "./dashboard.tsx";
import { type Fact, Facts, NO_KEY, Part, Time } from "./facts.tsx";
import { CancelWork, hasEnded, stateOf } from "./jobs-page.tsx";
import { Pager, type Site } from "./page.tsx";
import {
  Copied,
  costColumn,
  costText,
  Detail,
  durationText,
  ErrorCode,
  filteredHref,
  Parameters,
  Replay,
  RequestError,
} from "./requests-page.tsx";
import { Subject, SubjectLink, subjectOf } from "./subject.tsx";
import { type Column, column, Table } from "./table.tsx";
import { StateBadge, shortUrl } from "./webhooks.tsx";
import { StateBar, StateCountList, WorkBadge } from "./work-state.tsx";

function timeFacts({ job, startedAt, finishedAt, estimatedEndAt }: JobView): readonly Fact[] {
  if (estimatedEndAt !== null && finishedAt === null)
    return [["Estimated finish (UTC)", <Time of={estimatedEndAt} as={second} />]];
  if (finishedAt === null)
    return startedAt === null ? [] : [["Started (UTC)", <Time of={startedAt} as={second} />]];
  const began = job.kind === "batch" ? job.createdAt : startedAt;
  const took = began === null ? null : Date.parse(finishedAt) - Date.parse(began);
  return [
    ["Finished (UTC)", <Time of={finishedAt} as={second} />],
    ...(took === null ? [] : [["Duration", durationText(took)] as const]),
  ];
}

function jobFacts({ attempts, batch, key, keyName, request }: JobView): readonly Fact[] {
  return [
    ...(attempts > 1 ? [["Attempts", `${attempts} (a server stopped or was busy)`] as const] : []),
    ["Key", keyName ?? (key?.startsWith("console-") === true ? NO_KEY : "Deleted key")],
    ...(batch === null ? [] : [["Batch", <a href={`/account/jobs/${batch}`}>Open the batch</a>] as const]),
    ...(request === undefined
      ? []
      : [["Request", <a href={`/account/requests/${request}`}>Open the request</a>] as const]),
  ];
}

function JobFacts({ view, unit }: { view: JobView; unit: string | undefined }) {
  const { job, counts } = view;
  const { units, succeeded: calls } = job;
  const facts: readonly Fact[] = [
    ["Cost", costText({ units, unit, calls }, hasEnded(job) ? undefined : "Nothing yet")],
    ["Created (UTC)", <Time of={job.createdAt} as={second} />],
    ...timeFacts(view),
    ...(counts === undefined ? jobFacts(view) : []),
    ["Expires (UTC)", <Time of={job.expiresAt} as={formatMinute} />],
    ["ID", <Copied id="job-id" text={job.id} />],
  ];
  return <Facts facts={facts} />;
}

/** How many jobs of a batch are in each state. A batch of which all are in one has said so above. */
function Outcome({ view: { job, counts } }: { view: JobView }) {
  if (counts === undefined) return null;
  if (hasEnded(job) && [counts.succeeded, counts.failed, counts.canceled].includes(job.size)) return null;
  return (
    <section class="panel" aria-label="Jobs by state">
      <StateBar counts={counts} />
      <StateCountList counts={counts} failedHref={`/account/jobs/${job.id}?state=failed#items`} />
    </section>
  );
}

/** The results of a batch to download, and a form that ends what still runs. */
function Actions({ job }: JobView) {
  const path = `/account/jobs/${job.id}`;
  const isRunning = !hasEnded(job);
  const isDownload = job.kind === "batch" && job.hasResult;
  if (!isRunning && !isDownload) return null;
  return (
    <div class="acts">
      {isDownload && (
        <>
          <a class={isRunning ? "button outline" : "button"} href={`${path}/result`} download>
            Download ZIP
          </a>
          <a class="button outline" href={`${path}/result?format=ndjson`} download>
            Download JSON lines
          </a>
        </>
      )}
      {isRunning && <CancelWork job={job} />}
    </div>
  );
}

/** What to do about the failed jobs of a batch: nothing runs them again, because their inputs are deleted. */
function Failures({ view: { job, counts } }: { view: JobView }) {
  if (counts === undefined || counts.failed === 0 || !hasEnded(job)) return null;
  const { failed } = counts;
  return (
    <Part id="failures" title={`${counted(failed, "job")} failed`} kind="panel notice bad">
      <p>
        Failed jobs cost nothing. Send their inputs again as a new batch, because inputs are deleted when a
        job ends. In the error file, Job 1 has index 0.
      </p>
      <p class="acts">
        <a class="button outline" href={`/account/jobs/${job.id}/result?format=ndjson&state=failed`} download>
          Download errors
        </a>
        <a class="button outline" href="/account/jobs#new-batch">
          New batch
        </a>
      </p>
    </Part>
  );
}

function Result({ view: { job, preview } }: { view: JobView }) {
  if (!job.hasResult || job.kind === "batch") return null;
  const path = `/account/jobs/${job.id}/result`;
  return (
    <section class="panel body-panel" aria-labelledby="result">
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
      {preview?.text !== undefined && <Payload id="result-text" text={preview.text} type={preview.type} />}
      {preview?.isCut && <p class="soft">The first {whole(preview.text?.length ?? 0)} characters.</p>}
    </section>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly ObjectDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <Part id="deliveries" title="Webhook deliveries">
      <Table<ObjectDelivery>
        label="Deliveries by endpoint"
        rows={deliveries}
        columns={[
          column("Event", ({ endpoint, event, type }) => (
            <a href={`/account/webhooks/${endpoint}/deliveries/${event}`}>
              <code>{type}</code>
            </a>
          )),
          column({ text: "Endpoint", label: "", kind: "id" }, ({ url }) => shortUrl(url)),
          column({ text: "State", label: "" }, ({ isRetrying, state }) => (
            <StateBadge state={isRetrying ? "retrying" : state} />
          )),
        ]}
      />
    </Part>
  );
}

type Item = JobView["items"][number];

interface ItemsProps {
  readonly view: JobView;
  readonly unit: string | undefined;
  readonly apis: readonly Api[];
  readonly operation: AnyOperation | undefined;
}

function itemColumns({ view, unit, apis, operation }: ItemsProps): readonly Column<Item>[] {
  const { job, items, inputs } = view;
  const hasErrors = items.some(({ code }) => code !== null);
  const columns: readonly Column<Item>[] = [
    column("Job", (item) => (
      <SubjectLink
        href={`/account/jobs/${item.id}`}
        text={subjectOf(inputs.get(item.id), job.operation, apis, item.fileName)}
        name={`Job ${whole(item.index + 1)}`}
      />
    )),
    column({ text: "State", label: "" }, (item) => <WorkBadge state={stateOf(item)} />),
    costColumn(({ units }) => ({ units, unit })),
    column({ text: "Error", label: "", kind: "error" }, ({ code, detail }) => (
      <>
        {code !== null && <ErrorCode code={code} />}
        {code !== null && detail !== null && (
          <p>
            <Detail text={detail} operation={operation} />
          </p>
        )}
      </>
    )),
  ];
  return hasErrors ? columns : columns.slice(0, -1);
}

function Items(props: ItemsProps) {
  const { job, counts, items, next, filter } = props.view;
  if (counts === undefined) return null;
  const path = `/account/jobs/${job.id}`;
  const page = (after: string) =>
    `${filteredHref(path, { state: filter.isFailed ? "failed" : "", after })}#items`;
  return (
    <section class="panel items" aria-labelledby="items">
      <div class="panel-head">
        <h2 id="items">{filter.isFailed ? "Failed jobs" : "Jobs"}</h2>
        {filter.isFailed ? (
          <a href={`${path}#items`}>Show all jobs</a>
        ) : (
          counts.failed > 0 && <a href={`${path}?state=failed#items`}>Show failed jobs</a>
        )}
      </div>
      <Table label="Jobs of the batch" rows={items} columns={itemColumns(props)} empty="No jobs here." />
      {(next !== null || filter.after >= 0) && (
        <Pager
          next={next === null ? null : page(String(next))}
          first={filter.after < 0 ? undefined : page("")}
        />
      )}
    </section>
  );
}

/** The command that reads the job with a key of its mode. It stores what a terminal cannot show. */
function commandOf({ job, preview }: JobView, baseUrl: string): string[] {
  const path = job.kind === "batch" ? `/batches/${job.id}/results` : `/jobs/${job.id}/result`;
  const output =
    preview === undefined || preview.text !== undefined
      ? []
      : [`--output result${extensionOf(preview.type)}`];
  return ["curl", '-H "Authorization: Bearer $QUINTET_KEY"', ...output, `"${baseUrl}${path}"`];
}

/** Renders the page of a job or a batch: state, cost, error, result, webhooks, and how to run it again. */
export function jobPage(site: Site, view: JobView, unit: string | undefined, apis: readonly Api[]): string {
  const { job, parameters, deliveries } = view;
  const [name = "", id = ""] = job.operation.split(".");
  const api = apis.find((one) => one.name === name);
  const operation = api?.operations[id];
  const isRunning = !hasEnded(job);
  const subject = subjectOf(parameters ?? view.inputs.get(job.id), job.operation, apis, job.fileName);
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Jobs"
      below={job.kind === "batch" ? "Batch" : "Job"}
      title={subject === "" ? job.operation : `${job.operation}: ${subject}`}
      heading={subject === "" ? job.operation : <Subject text={subject} others={job.size - 1} />}
      beside={
        <>
          {subject !== "" && <code>{job.operation}</code>}
          <span id="state">
            <WorkBadge state={stateOf(job)} />
          </span>
          {job.kind === "batch" && <span class="soft">Batch of {whole(job.size)}</span>}
          {job.mode === "test" && <span class="soft">Test</span>}
        </>
      }
      consoles
    >
      <div id="job" class="stack" data-refresh={isRunning ? "" : undefined}>
        {job.state === "running" && job.kind === "job" && <progress aria-label="The job is running" />}
        <Outcome view={view} />
        <JobFacts view={view} unit={unit} />
        <Actions {...view} />
        <Failures view={view} />
        {job.code !== null && <RequestError code={job.code} detail={view.detail} operation={operation} />}
        <Result view={view} />
        <Items {...{ view, unit, apis, operation }} />
        <Deliveries deliveries={deliveries} />
        {job.hasResult && (
          <Part id="curl" title={`Get the ${job.kind === "batch" ? "results" : "result"} with a key`}>
            <Command id="result-curl" parts={commandOf(view, site.baseUrl)} />
          </Part>
        )}
      </div>
      {parameters !== null && <Parameters parameters={parameters} />}
      {job.kind === "job" && api !== undefined && (
        <Replay {...{ site, api, id, parameters }} fileName={job.fileName} />
      )}
    </Dashboard>
  )}`;
}
