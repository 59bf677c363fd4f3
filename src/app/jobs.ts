import type { Accounts } from "../accounts/create-accounts.ts";
import type { Config } from "../config.ts";
import { createAccountJobs } from "../http/jobs/account-jobs.ts";
import { createJobSubmitter, jobEndpoints } from "../http/jobs/job-endpoints.ts";
import { createRunJob } from "../http/jobs/run-job.ts";
import { webhookJobEvents } from "../http/jobs/webhook-events.ts";
import { createJobBodies } from "../jobs/job-bodies.ts";
import { createJobQueue } from "../jobs/job-queue.ts";
import { createJobStore } from "../jobs/job-store.ts";
import { createWorker, type Worker, type WorkerOptions } from "../jobs/worker.ts";
import type { Log } from "../ops/log.ts";
import { type Calls, offApis } from "./calls.ts";

/** How the jobs of this process are run, where it is not as usual. */
export type JobsOptions = Pick<WorkerOptions, "slots" | "leaseMs">;

/** Jobs in the database of the accounts: where calls are stored, and what runs them. */
export function createJobs(config: Config, accounts: Accounts, log: Log, options: JobsOptions = {}) {
  const { database, now } = accounts;
  let worker: Worker | undefined;
  const bodies = createJobBodies(database);
  const events = webhookJobEvents(now);
  const queue = createJobQueue(database, now, options.leaseMs, events);
  const store = createJobStore(database, bodies, { now, added: () => worker?.wake(), events });
  return {
    store,
    submitter: createJobSubmitter(store),
    /** `/jobs` and `/batches`. */
    endpoints({ apis, services }: Calls) {
      const { uploads, metering } = services;
      return jobEndpoints({ store, bodies, apis, off: offApis(config), uploads, metering, now });
    },
    /** The jobs of one account, for its page. */
    ofAccounts: createAccountJobs({ store, bodies, now }),
    /** Runs the jobs of these APIs in this process until it is stopped. */
    startWorker({ apis, call, services }: Calls, names: ReadonlySet<string>): Worker {
      const { baseUrl, metering } = config;
      const { uploads } = services;
      const run = createRunJob({ apis, call, uploads, bodies, accounts, metering, baseUrl });
      worker = createWorker({ queue, bodies, run, apis: names, log, now, ...options });
      worker.start();
      return worker;
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
