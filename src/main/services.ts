import { availableParallelism } from "node:os";
import type { Accounts } from "../accounts/open.ts";
import type { Config } from "../config.ts";
import type { SafeFetch } from "../egress/fetch.ts";
import type { Services } from "../http/context.ts";
import type { Log } from "../ops/log.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { Coverage } from "../upstream/coverage.ts";
import { createUpstream } from "../upstream/upstream.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import { recogniserOf } from "./recogniser.ts";

/** The version that agents are told. */
export const VERSION = "1.0.0";

async function openEgress(config: Config): Promise<SafeFetch> {
  const { createFetch } = await import("../egress/fetch.ts");
  return createFetch({
    allowance: config.egressAllow,
    userAgent: config.userAgent,
  });
}

async function openSandbox(config: Config, log: Log): Promise<Sandbox> {
  const { createSandbox } = await import("../sandbox/sandbox.ts");
  const inAll = config.sandboxProcesses ?? availableParallelism();
  return createSandbox({
    size: Math.max(1, Math.ceil(inAll / config.webConcurrency)),
    keep: config.sandboxKeep,
    idleMs: config.sandboxIdleSeconds * 1_000,
    queue: config.sandboxQueue,
    onFailure: (fields) => log.warn("a process of the sandbox was ended", fields),
  });
}

/** The sites that APIs read, and what is counted of them. */
function upstreamsOf({ upstreams: { amazon, linkedin } }: Config, coverage: Coverage): Upstreams {
  return {
    amazon: { ...amazon, ...createUpstream("products", amazon.settings, coverage) },
    linkedin: { ...linkedin, ...createUpstream("profiles", linkedin.settings, coverage) },
  };
}

/**
 * What operations reach the world through, and what its sandbox and its sites count. Each room behind it is loaded when
 * it is first needed: the UUID service alone needs none.
 */
export function servicesOf(config: Config, accounts: Accounts, log: Log) {
  let egress: Promise<SafeFetch> | undefined;
  let sandbox: Promise<Sandbox> | undefined;
  let pools: Sandbox["counts"] = () => [];
  const opened = () => {
    sandbox ??= openSandbox(config, log).then((made) => {
      pools = made.counts;
      return made;
    });
    return sandbox;
  };
  const coverage = new Coverage();
  const services: Services = {
    metering: config.metering ? accounts : undefined,
    state: accounts.state,
    recogniser: recogniserOf(config),
    upstreams: upstreamsOf(config, coverage),
    uploadMaxBytes: config.uploadMaxBytes,
    uploadPatienceMs: config.uploadPatienceSeconds * 1_000,
    async fetch(url, options, client) {
      egress ??= openEgress(config);
      return (await egress)(url, options, client);
    },
    async *run(job, input, client) {
      yield* (await opened()).run(job, input, client);
    },
    async pipe(program, input, client) {
      return (await opened()).pipe(program, input, client);
    },
  };
  return {
    services,
    pools: () => pools(),
    coverage,
    /** Ends the processes that jobs ran in. */
    close: async () => (await sandbox)?.close(),
  };
}
