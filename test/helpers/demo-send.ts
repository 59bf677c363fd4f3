import { modules } from "../../src/apis/index.ts";
import { createDemoSend } from "../../src/app/demo-apis.ts";
import type { Send } from "../../src/http/core/in-process.ts";
import type { Services } from "../../src/http/metering/context.ts";
import { describeApi } from "../../src/kit/define-api.ts";
import type { Api } from "../../src/kit/descriptor.ts";
import { Problem } from "../../src/kit/problem.ts";
import type { Run, Steps } from "../../src/kit/sandbox.ts";
import { createLog } from "../../src/ops/log.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { type Call, createCall } from "../../src/web/call.ts";
import { SHOWN_ID } from "../../src/web/demo-samples.ts";
import { testUploads } from "./uploads.ts";

/** Where the pages of the tests say that they live. */
export const BASE = "https://api.example.com";

/** An id that a request of the tests carries. */
export const REQUEST_ID = SHOWN_ID;

/** Calls the operations of these APIs as pages do; `fetch` is the network. Without a sandbox no job is run. */
export function openDemoSend(
  apis: readonly Api[],
  fetch?: Services["fetch"],
  sandbox?: Pick<Sandbox, "run">,
): Send {
  const noRun = () => {
    throw new Problem("busy", "No process runs in this test.");
  };
  const run: Services["run"] = sandbox?.run ?? noRun;
  const deps = { baseUrl: BASE, log: createLog("silent") };
  return createDemoSend(apis, deps, {
    run,
    uploads: testUploads(),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** Runs a job in this process: the samples are our own, and a busy machine may take too long to start another one. */
const runHere: Run = async function* (job, input) {
  const { run }: { readonly run: Steps<unknown, unknown> } = await import(job.module);
  yield* run(input) as AsyncGenerator<never, void>;
};

/** Opens every API on the samples of the pages, to record its responses. */
export function openSamples(): { readonly apis: readonly Api[]; readonly call: Call } {
  const apis = modules.map((module) => describeApi(module, module.demo));
  const send = openDemoSend(apis, undefined, { run: runHere });
  return { apis, call: createCall(send, BASE, new AbortController().signal) };
}
