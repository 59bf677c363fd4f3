/** @jsxImportSource hono/jsx */
import type { JobsView } from "../http/accounts/account-pages.ts";
import { type AnyOperation, type Api, isMetered, parametersOf } from "../kit/descriptor.ts";
import { Table } from "./admin-parts.tsx";
import { costOf } from "./costs.ts";
import { Dashboard } from "./dashboard.tsx";
import { formatMinute } from "./dates.ts";
import type { Site } from "./page.tsx";
import { schemaOf } from "./parameters.ts";
import { Choice, FilteredPager, filteredHref } from "./requests-page.tsx";

type Entry = JobsView["jobs"][number];

const STATES: Readonly<Record<Entry["state"], string>> = {
  queued: "Queued",
  running: "Running",
  succeeded: "Finished",
  failed: "Failed",
  canceled: "Canceled",
  finished: "Finished",
};

/** Reports whether nothing of a job or a batch is to run any more. */
export const hasEnded = ({ ended, size }: Pick<Entry, "ended" | "size">) => ended >= size;

/** The state of a job or a batch, with its error and the jobs that have ended. */
export function State({ job }: { job: Entry }) {
  const { state, size, ended, failed, code, kind } = job;
  return (
    <>
      <span class={state === "failed" ? "badge bad" : "badge"}>{STATES[state]}</span>
      {code !== null && (
        <>
          {" "}
          <a class="whole" href={`/problems/${code}`}>
            {code}
          </a>
        </>
      )}
      {kind === "batch" && (
        <>
          {" "}
          <span class="whole">
            {ended.toLocaleString("en")} of {size.toLocaleString("en")}
          </span>
          {failed > 0 && <span class="soft whole"> {failed.toLocaleString("en")} failed</span>}{" "}
          <meter min={0} max={size} value={ended} aria-label={`${ended} of ${size} jobs have ended`} />
        </>
      )}
    </>
  );
}

function Result({ job }: { job: Entry }) {
  const path = `/account/jobs/${job.id}`;
  const about = `${job.operation} of ${formatMinute(job.createdAt)}`;
  return (
    <>
      {job.hasResult && job.kind === "job" && (
        <a href={`${path}/result`} download aria-label={`Download the result of ${about}`}>
          Download
        </a>
      )}
      {job.hasResult && job.kind === "batch" && (
        <>
          <a href={`${path}/result`} download aria-label={`Download the results of ${about} as ZIP`}>
            ZIP
          </a>{" "}
          <a
            class="whole"
            href={`${path}/result?format=ndjson`}
            download
            aria-label={`Download the results of ${about} as JSON lines`}
          >
            JSON lines
          </a>
        </>
      )}
      {!hasEnded(job) && (
        <form method="post" action={`${path}/cancel`}>
          <button type="submit" class="plain-button" aria-label={`Cancel ${about}`}>
            Cancel
          </button>
        </form>
      )}
    </>
  );
}

function JobRow({ job }: { job: Entry }) {
  return (
    <tr id={job.id}>
      <th scope="row">
        <a href={`/account/jobs/${job.id}`}>
          <time datetime={job.createdAt}>{formatMinute(job.createdAt)}</time>
        </a>
      </th>
      <td>
        <code>{job.operation}</code>
        {job.mode === "test" && <span class="soft"> Test</span>}
      </td>
      <td>
        <State job={job} />
      </td>
      <td data-head="Units">{job.units.toLocaleString("en")}</td>
      <td data-head="Deleted (UTC)">
        <time datetime={job.expiresAt}>{formatMinute(job.expiresAt)}</time>
      </td>
      <td data-head="ID">
        <code class="id">{job.id}</code>
      </td>
      <td>
        <Result job={job} />
      </td>
    </tr>
  );
}

/** The operations that a batch of files can call: the first of each API that accepts one. */
function fileOperations(apis: readonly Api[]) {
  return apis.flatMap((api) => {
    const found = Object.entries(api.operations).find(
      ([, operation]) => operation.accepts !== undefined && isMetered(api, operation),
    );
    return found === undefined ? [] : [{ api, id: found[0], operation: found[1] }];
  });
}

/** The choice of an option that has few values, such as text or markdown. */
function FormatChoice({ base, operation }: { base: string; operation: AnyOperation }) {
  const format = parametersOf(operation).find(([name]) => name === "format")?.[1];
  const { enum: values, default: usual } = format === undefined ? {} : schemaOf(format);
  if (values === undefined) return null;
  return (
    <p class="ask">
      <label for={`${base}-format`}>Format</label>
      <select id={`${base}-format`} name="format">
        {values.map((value) => (
          <option value={String(value)} selected={value === usual}>
            {String(value)}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Forms that start a batch with files: they may be dropped anywhere on one. */
function DropZones({ apis }: { apis: readonly Api[] }) {
  return (
    <div class="zones">
      {fileOperations(apis).map(({ api, id, operation }) => {
        const base = `batch-${api.name}`;
        const { file = "file", types = [] } = operation.accepts ?? {};
        return (
          <form
            class="zone"
            method="post"
            action={`/account/jobs?operation=${api.name}.${id}`}
            enctype="multipart/form-data"
            data-zone=""
          >
            <div>
              <h2>{operation.summary}</h2>
              <p class="soft">{costOf(api, operation)}</p>
            </div>
            <p class="ask">
              <label for={base}>
                Files
                <span data-zone-hint="" hidden>
                  {", or drop them anywhere on this panel"}
                </span>
              </label>
              <input id={base} name={file} type="file" accept={types.join(",")} multiple required />
            </p>
            <FormatChoice base={base} operation={operation} />
            <button type="submit">
              Start batch<span class="unseen"> of {api.title}</span>
            </button>
          </form>
        );
      })}
    </div>
  );
}

const PATH = "/account/jobs";

function Filters({ filters, apis, titles }: JobsView & { titles: ReadonlyMap<string, string> }) {
  const states = ["queued", "running", "finished", "failed", "canceled"] as const;
  return (
    <form class="filters" method="get" action={PATH}>
      <Choice
        name="api"
        label="API"
        all="All APIs"
        chosen={filters.api}
        options={apis.map((api) => [api, titles.get(api) ?? api])}
      />
      <Choice
        name="kind"
        label="Kind"
        all="All kinds"
        chosen={filters.kind}
        options={[
          ["job", "Jobs"],
          ["batch", "Batches"],
        ]}
      />
      <Choice
        name="state"
        label="State"
        all="All states"
        chosen={filters.state}
        options={states.map((state) => [state, STATES[state]])}
      />
      <button type="submit" class="plain-button">
        Apply filters
      </button>
    </form>
  );
}

interface ApiLists {
  /** The APIs that are on. */
  readonly served: readonly Api[];
  /** The titles of all, by name. */
  readonly titles: ReadonlyMap<string, string>;
}

/** The jobs and batches of an account, with their filters and results, and forms that start a batch. */
export function jobsPage(
  site: Site,
  view: JobsView,
  { served, titles }: ApiLists,
  rejected?: string,
): string {
  const { jobs, filters } = view;
  const isRunning = jobs.some((job) => !hasEnded(job));
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Jobs"
      title="Jobs and batches"
      lead="Calls that run in the background. They and their results are deleted after 48 hours. Times are UTC."
    >
      {rejected !== undefined && (
        <p class="failed" role="alert">
          {rejected}
        </p>
      )}
      <DropZones apis={served} />
      {(isFiltered || jobs.length > 0) && <Filters {...view} titles={titles} />}
      <div id="jobs" data-refresh={isRunning ? "" : undefined}>
        {isRunning && (
          <noscript>
            <p>
              <a href={filteredHref(PATH, filters)}>Refresh</a>
            </p>
          </noscript>
        )}
        {jobs.length === 0 ? (
          <p class="empty">
            {isFiltered ? (
              <>
                No jobs match. <a href={PATH}>Show all jobs</a>.
              </>
            ) : (
              <>
                No jobs in the last 48 hours. <a href="/docs/jobs">Run calls in the background</a>.
              </>
            )}
          </p>
        ) : (
          <Table
            label="Jobs and batches"
            heads={["Time (UTC)", "Operation", "State", "Units", "Deleted (UTC)", "ID", "Result"]}
          >
            {jobs.map((job) => (
              <JobRow job={job} />
            ))}
          </Table>
        )}
      </div>
      <FilteredPager path={PATH} {...view} />
    </Dashboard>
  )}`;
}
