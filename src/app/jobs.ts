import type { Accounts } from "../accounts/create-accounts.ts";
import type { DataKeys } from "../accounts/data-keys.ts";
import { readQueueQuota } from "../accounts/queue-quota.ts";
import type { Config } from "../config.ts";
import { S3Objects } from "../egress/s3-objects.ts";
import { EventStreams } from "../http/core/event-streams.ts";
import { anonymousCaller } from "../http/metering/async-call.ts";
import { AccountJobs } from "../jobs/account-jobs.ts";
import { batchOperations } from "../jobs/batch-input.ts";
import { EventLinks } from "../jobs/event-links.ts";
import { JobBodies, type ObjectStore } from "../jobs/job-bodies.ts";
import { JobQueue } from "../jobs/job-queue.ts";
import { createJobSubmitter, JobService, type QuotaOf } from "../jobs/job-service.ts";
import { JobStore } from "../jobs/job-store.ts";
import { createRunJob } from "../jobs/run-job.ts";
import { SharedReports } from "../jobs/shared-reports.ts";
import { Worker, type WorkerOptions } from "../jobs/worker.ts";
import { ConfigError } from "../kit/config-error.ts";
import { backgroundTenant } from "../kit/fair-queue.ts";
import type { Log } from "../ops/log.ts";
import { counts } from "../ops/work-metrics.ts";
import { type Calls, offApis } from "./calls.ts";

/** Overrides of the defaults by which this process runs jobs. */
export interface JobsOptions extends Pick<WorkerOptions, "slots" | "leaseMs"> {
  /** The store of long inputs and results, instead of that of `STORAGE_URL`. */
  readonly objects?: ObjectStore | undefined;
}

/** The store of long inputs and results; undefined where they are in the database. */
function objectsOf({ storage }: Config, log: Log): S3Objects | undefined {
  if (storage === undefined) return undefined;
  return new S3Objects(storage, {
    onFailure(code, isRejection) {
      if (isRejection) log.error("the object store rejects requests: check STORAGE_URL", { code });
      else log.warn("the object store fails: jobs wait that have long inputs or results", { code });
    },
    onRecovery: () => log.info("the object store works again"),
  });
}

/** How long a start waits for the database to find the keys of jobs, in milliseconds. */
const KEYS_MS = 2_000;

/** Renews what protects the keys of accounts. A failure after a wait of 2 s shows in the jobs of that account. */
async function rotateKeys(keys: DataKeys, log: Log): Promise<void> {
  const rotating = keys.rotate().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
    log.warn("the keys of jobs are not checked yet", { cause: error });
  });
  await Promise.race([rotating, Bun.sleep(KEYS_MS)]);
}

/** Makes the function that reads what waiting calls of a caller may cost; it finds no limit with METERING=off. */
function quotaReader({ metering }: Config, { catalogue, charges, now }: Accounts): QuotaOf {
  return async (caller, api, units) =>
    metering ? readQueueQuota({ catalogue, charges, caller, api, units, now: now() }) : undefined;
}

/** The streams of events of this process, and the URLs that open them without a key. */
function createEvents({ baseUrl, metering }: Config, { authenticator, now }: Accounts, keys: DataKeys) {
  const identify = async (key: string, account: string) =>
    metering ? authenticator.identifyById(key, account) : anonymousCaller;
  return { streams: new EventStreams(), eventLinks: new EventLinks({ keys, baseUrl, identify, now }) };
}

/** Jobs in the database of the accounts: where calls are stored, and what runs them. */
export function createJobs(config: Config, accounts: Accounts, log: Log, options: JobsOptions = {}) {
  const { database, dataKeys: keys, now } = accounts;
  let worker: Worker | undefined;
  const objects = objectsOf(config, log);
  const bodies = new JobBodies({ database, keys, objects: options.objects ?? objects, log, now });
  const ended = counts("quintet_jobs_ended_total", "Jobs that ended, by API and state.");
  const shared = { database, keys, log, now, ended };
  const limited = (batch: string) => store.failRest(batch);
  const queue = new JobQueue({ ...shared, leaseMs: options.leaseMs, limited });
  const added = (api: string) => worker?.wake(api);
  const store = new JobStore({ ...shared, bodies, limits: config.jobLimits, added });
  const quotaOf = quotaReader(config, accounts);
  const off = offApis(config);
  const live = createEvents(config, accounts, keys);
  return {
    store,
    bodies,
    ended,
    ...live,
    reports: new SharedReports({ database, bodies, keys, state: accounts.state, now }),
    /** Whether the last request to the object store failed. */
    isStoreFailing: () => objects?.hasFailed ?? false,
    /** Tries the object store, and renews what protects the keys of accounts. Throws a `ConfigError`. */
    async prepare(): Promise<void> {
      await objects?.start();
      if (config.metering || config.encryptionKeys.length > 0) await rotateKeys(keys, log);
    },
    submitter: createJobSubmitter(store, { idempotencyStore: accounts.idempotencyStore, log }, quotaOf),
    /** Jobs and batches, for every interface and for the pages of accounts. */
    open({ apis, services: { uploads } }: Calls) {
      const { baseUrl } = config;
      const { idempotencyStore, requestLog } = accounts;
      const checkAccount = async (account: string) => {
        if (config.metering) await accounts.suspensions.check(account);
      };
      const deps = {
        ...{ store, bodies, keys, uploads, idempotencyStore, log },
        operations: batchOperations(apis.filter(({ name }) => !off.has(name))),
        ...{ baseUrl, quotaOf, now, checkAccount },
      };
      return { jobs: new JobService(deps), ofAccounts: new AccountJobs({ ...deps, apis, requestLog }) };
    },
    /** Runs the jobs of these APIs in this process until it is stopped. */
    startWorker({ apis, call, services: { uploads } }: Calls, names: ReadonlySet<string>): Worker {
      const { baseUrl, metering } = config;
      const parts = { apis, call, uploads, queue, bodies, accounts, metering, baseUrl };
      const run = createRunJob({ ...parts, storage: store.storage });
      const waitMs = (account: string) => (metering ? accounts.freeCpu.wait(backgroundTenant(account)) : 0);
      worker = new Worker({ queue, bodies, run, apis: names, log, now, waitMs, ...options });
      worker.start();
      return worker;
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
