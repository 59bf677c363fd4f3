/** @jsxImportSource hono/jsx */
import type { JobsView } from "../http/accounts/account-pages.ts";
import { formatMinute } from "../kit/dates.ts";
import { type AnyOperation, type Api, isMetered, parametersOf } from "../kit/descriptor.ts";
import { whole } from "../kit/numbers.ts";
import { Dashboard } from "./dashboard.tsx";
import { Time } from "./facts.tsx";
import { Cancel, Choice, Confirm, Create, Filters } from "./forms.tsx";
import type { Site } from "./page.tsx";
import { schemaOf } from "./parameters.ts";
import {
  ApiChoice,
  costColumn,
  Empty,
  ErrorCode,
  FilteredPager,
  filteredHref,
  isFiltered,
} from "./requests-page.tsx";
import { SubjectLink, subjectOf } from "./subject.tsx";
import { type Column, column, Table } from "./table.tsx";
import { StateBar, type StateCounts, stateText, WorkBadge, type WorkState } from "./work-state.tsx";

type Entry = JobsView["jobs"][number];

/** Reports whether nothing of a job or a batch is to run any more. */
export const hasEnded = ({ ended, size }: Pick<Entry, "ended" | "size">) => ended >= size;

/** The state of a job or a batch. A batch with canceled jobs was canceled. */
export function stateOf({ state, ended, succeeded, failed }: Entry): WorkState {
  if (state !== "finished") return state;
  if (succeeded + failed < ended) return "canceled";
  if (failed === 0) return "succeeded";
  return succeeded === 0 ? "failed" : "mixed";
}

/** The number of jobs of a batch in each state, as far as lists know it: running ones are counted as queued. */
function countsOf({ size, ended, succeeded, failed }: Entry): StateCounts {
  return { succeeded, failed, canceled: ended - succeeded - failed, running: 0, queued: size - ended };
}

/** The progress of a batch, and what did not succeed. */
function BatchProgress({ job }: { job: Entry }) {
  const counts = countsOf(job);
  const others = (["failed", "canceled"] as const)
    .filter((part) => counts[part] > 0 && counts[part] < job.size)
    .map((part) => `${whole(counts[part])} ${part}`);
  return (
    <>
      {!hasEnded(job) && <span class="whole">{` ${whole(job.ended)} of ${whole(job.size)}`}</span>}
      {others.length > 0 && <span class="soft"> {others.join(", ")}</span>}
      {!hasEnded(job) && <StateBar counts={counts} />}
    </>
  );
}

/** Asks before a job or a batch is canceled. `about` tells it from others of a list. */
export function CancelWork({ job: { id, kind }, about }: { job: Entry; about?: string }) {
  return (
    <Confirm
      action={`${PATH}/${id}/cancel`}
      text={about === undefined ? `Cancel ${kind}` : "Cancel"}
      submit={`Cancel ${kind}`}
      about={about}
      isDanger
    >
      <p>
        {kind === "job"
          ? "The job ends without a result and costs nothing."
          : "Jobs that have not ended are canceled and cost nothing. The others keep their results."}
      </p>
    </Confirm>
  );
}

/** What can be done with a job or a batch in the list. */
function RowAction({ job }: { job: Entry }) {
  const about = `${job.operation} of ${formatMinute(job.createdAt)}`;
  if (!hasEnded(job)) return <CancelWork job={job} about={about} />;
  if (!job.hasResult) return null;
  return (
    <a href={`${PATH}/${job.id}/result`} download aria-label={`Download the result of ${about}`}>
      Download
    </a>
  );
}

function columnsOf({ inputs, units }: JobsView, served: readonly Api[]): Column<Entry>[] {
  return [
    column("Job", (job) => (
      <SubjectLink
        href={`${PATH}/${job.id}`}
        text={subjectOf(inputs.get(job.id), job.operation, served, job.fileName)}
        others={job.size - 1}
        name={<code>{job.operation}</code>}
      >
        {job.kind === "batch" && ` Batch of ${whole(job.size)}`}
        {job.mode === "test" && " Test"}
      </SubjectLink>
    )),
    column({ text: "State", label: "" }, (job) => (
      <>
        <WorkBadge state={stateOf(job)} /> {job.code !== null && <ErrorCode code={job.code} />}
        {job.kind === "batch" && <BatchProgress job={job} />}
      </>
    )),
    costColumn((job) => {
      const [api = ""] = job.operation.split(".");
      return { units: job.units, unit: units.get(api), calls: job.succeeded };
    }),
    column("Created (UTC)", ({ createdAt }) => <Time of={createdAt} as={formatMinute} />),
    column("", (job) => <RowAction job={job} />),
  ];
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

/** Formats whose names are words. */
const FORMATS: Readonly<Record<string, string>> = { auto: "Auto", markdown: "Markdown", text: "Text" };

/** The choice of a format, where the operation has some. */
function FormatChoice({ base, operation }: { base: string; operation: AnyOperation }) {
  const format = parametersOf(operation).find(([name]) => name === "format")?.[1];
  const { enum: values, default: usual } = format === undefined ? {} : schemaOf(format);
  if (values === undefined) return null;
  return (
    <Choice
      id={`${base}-format`}
      name="format"
      label="Format"
      chosen={String(usual)}
      options={values.map((value) => [String(value), FORMATS[String(value)] ?? String(value).toUpperCase()])}
    />
  );
}

/** Forms that start a batch with files, which may be dropped anywhere on one. They are closed beside a list. */
function NewBatch({ apis, isOpen, hasList }: { apis: readonly Api[]; isOpen: boolean; hasList: boolean }) {
  const operations = fileOperations(apis);
  if (operations.length === 0) return null;
  return (
    <Create text="New batch" isOpen={isOpen} isDropZone>
      <div id="new-batch" class="zones">
        {operations.map(({ api, id, operation }) => {
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
              <h3>{operation.summary}</h3>
              <p class="ask">
                <label for={base}>Files</label>
                <input id={base} name={file} type="file" accept={types.join(",")} multiple required />
                <span class="soft" data-scripted="">
                  Or drop files here.
                </span>
              </p>
              <FormatChoice base={base} operation={operation} />
              <button type="submit">
                Start batch<span class="unseen"> of {api.title}</span>
              </button>
            </form>
          );
        })}
      </div>
      {hasList && (
        <p class="acts">
          <Cancel list={PATH} />
        </p>
      )}
    </Create>
  );
}

const PATH = "/account/jobs";

function JobFilters({ filters, apis, titles }: JobsView & { titles: ReadonlyMap<string, string> }) {
  const states = ["queued", "running", "succeeded", "failed", "canceled"] as const;
  // Links of earlier releases may ask for what has ended.
  const former = filters.state === "finished" ? ([["finished", "Finished"]] as const) : [];
  return (
    <Filters action={PATH}>
      <ApiChoice chosen={filters.api} apis={apis} titles={titles} />
      <Choice
        {...{ name: "kind", label: "Kind", all: "All kinds", chosen: filters.kind }}
        options={{ job: "Jobs", batch: "Batches" }}
      />
      <Choice
        {...{ name: "state", label: "State", all: "All states", chosen: filters.state }}
        options={[...states.map((state) => [state, stateText(state)] as const), ...former]}
      />
    </Filters>
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
  const hasList = jobs.length > 0 || isFiltered(filters);
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Jobs"
      title="Jobs and batches"
      lead="Calls that run in the background, charged like other calls. Jobs and their results are deleted after 48 hours. Times are UTC."
      rejected={rejected}
    >
      <NewBatch apis={served} isOpen={rejected !== undefined || !hasList} hasList={hasList} />
      {hasList && <JobFilters {...view} titles={titles} />}
      <div id="jobs" class="stack" data-refresh={isRunning ? "" : undefined}>
        {isRunning && (
          <noscript>
            <p>
              <a href={filteredHref(PATH, filters)}>Refresh</a>
            </p>
          </noscript>
        )}
        <Table
          label="Jobs and batches"
          rows={jobs}
          columns={columnsOf(view, served)}
          idOf={({ id }) => id}
          empty={
            <Empty of="jobs" path={PATH} filters={filters}>
              No jobs in the last 48 hours. Start a batch of files here, or{" "}
              <a href="/docs/jobs">run calls in the background</a> with a key.
            </Empty>
          }
        />
        <FilteredPager path={PATH} {...view} />
      </div>
    </Dashboard>
  )}`;
}
