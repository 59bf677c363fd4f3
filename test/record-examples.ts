/**
 * Records the example responses of the OpenAPI documents in `src/apis/examples.json`: each operation is called with one
 * of its examples, as the docs call them, on the samples of the demos. `npm run generate` runs it.
 */
import { modules } from "../src/apis/index.ts";
import { describeApi } from "../src/kit/define-api.ts";
import type { AnyOperation, Api, Example } from "../src/kit/descriptor.ts";
import { operationId, type ShownCall, type ShownCalls } from "../src/openapi/document.ts";
import { createSandbox } from "../src/sandbox/sandbox.ts";
import { createCall } from "../src/web/call.ts";
import { sampleInput } from "../src/web/demo-samples.ts";
import { BASE, openDemoSend } from "./demo-send.ts";

/** The longest text of an example, in characters. */
const TEXT_MAX = 72;

const UUID = /^[\da-f]{8}-[\da-f]{4}-([47])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/** The UUIDs of RFC 9562's examples. */
const uuids: Readonly<Record<string, string>> = {
  4: "919108f7-52d1-4320-9bac-f847db4148a8",
  7: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
};

/** A text without what differs from call to call, and short; what has no spaces keeps a length that Base64 allows. */
function shortText(text: string, startedAt: number): string {
  const [, version] = UUID.exec(text) ?? [];
  if (version !== undefined) return uuids[version] ?? text;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Date.parse(text) >= startedAt)
    return "2026-11-20T09:30:00.000Z";
  if (text.length <= TEXT_MAX) return text;
  return /\s/.test(text) ? `${text.slice(0, TEXT_MAX - 1).trimEnd()}…` : text.slice(0, TEXT_MAX);
}

/** The same JSON, small: of each list its first item, and of each text its beginning. */
function short(value: unknown, startedAt: number): unknown {
  if (typeof value === "string") return shortText(value, startedAt);
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => short(item, startedAt));
  if (typeof value !== "object" || value === null) return value;
  // The milliseconds that a call took.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === "ms" ? 180 : short(member, startedAt)]),
  );
}

/** The input that is shown: of an operation whose response can be a part, an example that asks for one. */
function shownInput(
  api: Api,
  id: string,
  { examples, selects }: AnyOperation,
): Pick<Example, "input" | "file"> {
  const successes = examples.filter(({ status = 200 }) => status === 200);
  const partial = successes.find(({ input }) => selects !== undefined && input[selects] !== undefined);
  const [first] = successes;
  const shown = partial ?? first;
  if (shown === undefined) throw new TypeError(`${api.name}.${id} has no example`);
  return shown.upstream === true ? { input: { ...shown.input, ...sampleInput(api.name, id) } } : shown;
}

/** The response of each operation as JSON, by operation ID: what differs from call to call is fixed, lists are short. */
export async function recordExamples(): Promise<ShownCalls> {
  const startedAt = Date.now();
  const apis = modules.map((module) => describeApi(module, module.demo));
  const sandbox = createSandbox({ size: 1, queue: 64, keep: 1, idleMs: 60_000, onFailure: () => {} });
  try {
    const call = createCall(openDemoSend(apis, undefined, sandbox), BASE, new AbortController().signal);
    const recorded: Record<string, ShownCall> = {};
    for (const api of apis) {
      for (const [id, operation] of Object.entries(api.operations)) {
        const { input, file } = shownInput(api, id, operation);
        const ask = () => call(operation, input, { file: file?.make(), mediaType: "application/json" });
        let answer = await ask();
        // A busy machine may take too long to start the sandbox.
        for (let more = 10; answer.status === 503 && more > 0; more--) answer = await ask();
        if (answer.status !== 200 || answer.mediaType !== "application/json") {
          throw new TypeError(`${api.name}.${id}: ${answer.status} ${answer.body.slice(0, 500)}`);
        }
        recorded[operationId(api, id)] = { response: short(JSON.parse(answer.body), startedAt) };
      }
    }
    return recorded;
  } finally {
    await sandbox.close();
  }
}

if (import.meta.main) {
  const file = new URL("../src/apis/examples.json", import.meta.url);
  await Bun.write(file, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
}
