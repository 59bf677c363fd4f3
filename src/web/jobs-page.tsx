/** @jsxImportSource hono/jsx */
import type { AccountJobsPage } from "../http/accounts/account-jobs.ts";
import { Table } from "./admin-parts.tsx";
import { formatMinute } from "./dates.ts";
import { Page, Pager, type Site } from "./page.tsx";

type Entry = AccountJobsPage["jobs"][number];

const STATES: Readonly<Record<Entry["state"], string>> = {
  queued: "Queued",
  running: "Running",
  succeeded: "Finished",
  failed: "Failed",
  canceled: "Canceled",
  finished: "Finished",
};

const hasEnded = ({ ended, size }: Entry) => ended >= size;

function State({ job }: { job: Entry }) {
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
          {failed > 0 && <span class="soft"> {failed.toLocaleString("en")} failed</span>}{" "}
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
    <tr>
      <th scope="row">
        <time datetime={job.createdAt}>{formatMinute(job.createdAt)}</time>
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

/** The jobs and batches of an account, with their results. */
export function jobsPage(site: Site, { jobs, next }: AccountJobsPage): string {
  const isRunning = jobs.some((job) => !hasEnded(job));
  return `<!doctype html>${(
    <Page site={site} path="/account" title="Jobs · Quintet" description="Jobs and batches" personal>
      <div class="admin">
        <p class="trail">
          <a href="/account">Your account</a>
        </p>
        <h1>Jobs and batches</h1>
        <p class="soft">
          Calls that run in the background. They and their results are deleted after 48 hours. Times are UTC.
        </p>
        {isRunning && (
          <p>
            <a href="/account/jobs">Refresh</a>
          </p>
        )}
        {jobs.length === 0 ? (
          <p class="empty">
            No jobs in the last 48 hours. <a href="/docs/jobs">Run calls in the background</a>.
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
        {next !== null && <Pager next={`/account/jobs?after=${encodeURIComponent(next)}`} />}
      </div>
    </Page>
  )}`;
}
