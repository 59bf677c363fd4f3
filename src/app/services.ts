import { availableParallelism, tmpdir } from "node:os";
import type { Config } from "../config.ts";
import type { SafeFetch } from "../egress/fetch.ts";
import { ConcurrencyLimit } from "../http/core/concurrency-limit.ts";
import { Uploads } from "../http/core/upload.ts";
import type { ReportStore, Services } from "../http/metering/context.ts";
import type { JobSubmitter } from "../http/metering/job-submitter.ts";
import type { Metering } from "../http/metering/metering.ts";
import { observed } from "../http/metering/observed.ts";
import type { ApiDeps } from "../kit/define-api.ts";
import type { Api } from "../kit/descriptor.ts";
import { lazily } from "../kit/lazily.ts";
import type { Run } from "../kit/sandbox.ts";
import type { State } from "../kit/state.ts";
import type { Log } from "../ops/log.ts";
import type { Trace } from "../ops/trace.ts";
import { createWorkMetrics, type WorkMetrics } from "../ops/work-metrics.ts";
import { askProgram } from "../sandbox/installed.ts";
import type { PoolOptions } from "../sandbox/local-leases.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { LeaseReply } from "../sandbox/shared-leases.ts";
import { openDatabase } from "../store/open-database.ts";
import { Coverage } from "../upstream/coverage.ts";

async function openEgress(config: Config): Promise<SafeFetch> {
  const { createFetch } = await import("../egress/fetch.ts");
  return createFetch({
    allowance: config.egressAllow,
    userAgent: config.userAgent,
  });
}

/** Opens the database of this server, or the one at `address`. */
export function databaseOf(config: Config, address = config.databaseUrl) {
  return openDatabase(address, { connections: config.databaseConnections });
}

/** Idle processes of each kind that stay ready, and when the others end. */
const SANDBOX_KEEP = 1;
const SANDBOX_IDLE_MS = 30_000;
/** Runs that may wait for a process: at least this many, more on machines with many processes. */
const SANDBOX_QUEUE = 32;
const SANDBOX_QUEUE_PER_PROCESS = 16;

/** Requests of one API with keys that a process works on at once, and those that may wait; accounts share them. */
const CONCURRENCY = { places: 64, queue: 128 };

/** Sandbox processes that the whole server may have: as configured, else one for each core. */
function sandboxSize({ sandboxProcesses }: Config): number {
  return sandboxProcesses ?? availableParallelism();
}

/** The pool of processes that read untrusted files, for the whole server. */
export function poolOptions(config: Config, log: Log): PoolOptions {
  const size = sandboxSize(config);
  return {
    size,
    keep: SANDBOX_KEEP,
    idleMs: SANDBOX_IDLE_MS,
    queue: Math.max(SANDBOX_QUEUE, SANDBOX_QUEUE_PER_PROCESS * size),
    onFailure: (fields) => log.warn("a process of the sandbox was ended", fields),
  };
}

/** This process's share of a limit of the whole server. */
function ownPart({ webConcurrency }: Config, size: number): number {
  return Math.max(1, Math.ceil(size / webConcurrency));
}

async function openSandbox(config: Config, log: Log, work: WorkMetrics): Promise<Sandbox> {
  const { createSandbox } = await import("../sandbox/sandbox.ts");
  const options = poolOptions(config, log);
  const onWait = (job: string, ms: number) => work.waits.observe({ job }, ms);
  if (config.worker === undefined) return createSandbox({ ...options, onWait });
  const { SharedLeases } = await import("../sandbox/shared-leases.ts");
  const { connectShared } = await import("../http/core/cluster.ts");
  // What the primary sends comes from `LeaseServer`: both ends are ours.
  const send = connectShared((message) => leases.onMessage(message as LeaseReply));
  const leases = new SharedLeases(send);
  return createSandbox({ ...options, size: ownPart(config, options.size), onWait }, leases);
}

/** Dependencies that the API modules get from this process. */
function apiDeps({ userAgent, dataDir }: Config, log: Log, fieldCounter: Coverage): ApiDeps {
  return {
    userAgent,
    dataDir,
    programs: { find: (name) => Bun.which(name) ?? undefined, ask: askProgram },
    fieldCounter,
    warn: (message, fields) => log.warn(message, fields),
  };
}

/** Disk that uploads leave free, in bytes: the database may be on it. */
const KEEP_FREE_BYTES = 256 * 1024 * 1024;
/** How long a file may take to arrive before it must have come at 10 KB a second. */
const UPLOAD_PATIENCE_MS = 15_000;
/** An upload is complete within two minutes, or within the time that the largest file takes at 3.3 Mbit/s. */
const UPLOAD_DEADLINE_MS = 120_000;
const UPLOAD_MS_PER_MB = 2_400;

function uploadsOf(config: Config): Uploads {
  return new Uploads({
    maxBytes: config.uploadMaxBytes,
    patienceMs: UPLOAD_PATIENCE_MS,
    deadlineMs: Math.max(UPLOAD_DEADLINE_MS, (config.uploadMaxBytes / 1_000_000) * UPLOAD_MS_PER_MB),
    folders: [config.dataDir, tmpdir()],
    keepFreeBytes: KEEP_FREE_BYTES,
    // One more than are worked on.
    inMemory: ownPart(config, sandboxSize(config)) + 1,
  });
}

/** Dependencies that operations share with the rest of the app. */
export interface ServicesOptions {
  readonly state: State;
  /** Undefined: nothing is charged. */
  readonly metering: Omit<Metering, "trace" | "work"> | undefined;
  readonly trace?: Trace | undefined;
  /** Where reports are stored that links show. Default: none is shared. */
  readonly reports?: ReportStore | undefined;
  /** Where calls are stored that run later. Default: every call runs now. */
  readonly jobs?: JobSubmitter | undefined;
}

/**
 * Makes the outgoing services of operations, with counts of the sandbox and the sites. Each part is loaded with its
 * first use: the UUID service needs none.
 */
export function servicesOf(
  config: Config,
  log: Log,
  { state, metering, trace, jobs, reports }: ServicesOptions,
) {
  let pools: Sandbox["counts"] = () => [];
  const work = createWorkMetrics();
  const egress = lazily(() => openEgress(config));
  let sandbox: Promise<Sandbox> | undefined;
  const open = lazily(async () => {
    const made = await openSandbox(config, log, work);
    pools = made.counts;
    return made;
  });
  const opened = () => {
    sandbox = open();
    return sandbox;
  };
  const coverage = new Coverage();
  const deps = apiDeps(config, log, coverage);
  const reaching = observed(
    {
      async fetch(url, options, client, of) {
        return (await egress())(url, options, client, of);
      },
      async *run(job, input, client, of) {
        yield* (await opened()).run(job, input, client, of);
      },
      async pipe(program, input, client, of) {
        return (await opened()).pipe(program, input, client, of);
      },
      async browse(task, handleRequest, client, of) {
        return (await opened()).browse(task, handleRequest, client, of);
      },
    },
    { log, work, trace },
  );
  const services: Services = {
    metering: metering && { ...metering, trace, work },
    state,
    jobs,
    reports,
    uploads: uploadsOf(config),
    concurrency: new ConcurrencyLimit(CONCURRENCY),
    ...reaching,
  };
  return {
    services,
    createApis: () => config.apis.map((configured) => configured.create(deps)),
    deps,
    pools: () => pools(),
    coverage,
    /** Counts of outgoing work of requests, for the metrics. */
    internals: { work, droppedSpans: () => trace?.dropped() },
    /** Ends the processes that jobs ran in. */
    close: async () => (await sandbox)?.close(),
  };
}

/** Runs a job in a sandbox of its own. Throws an error whose cause is what the process said. */
const tryJob: Run = async function* (job, input) {
  const { createSandbox } = await import("../sandbox/sandbox.ts");
  let cause: unknown;
  const onFailure = (fields: { readonly cause?: unknown }) => {
    cause = fields.cause;
  };
  const sandbox = createSandbox({ size: 1, keep: 0, idleMs: 0, queue: 0, onFailure });
  try {
    yield* sandbox.run(job, input, new AbortController().signal);
  } catch {
    throw new Error("The job failed.", { cause });
  } finally {
    await sandbox.close();
  }
};

/**
 * Checks what the settings of the APIs name, such as a model. Only the first process of a server also tries it out.
 * Throws a `ConfigError` where it cannot be used.
 */
export async function prepareApis(apis: readonly Api[], isFirst: boolean): Promise<void> {
  await Promise.all(apis.map((api) => api.prepare?.(isFirst ? tryJob : undefined)));
}
