import {
  type AnyOperation,
  type Api,
  mediaTypes,
  resultBytesOf,
  type SampleContext,
} from "../../kit/descriptor.ts";
import { cleanFileName, fileNameOfUrl } from "../../kit/file-name.ts";
import { rawQuery } from "../../kit/query.ts";
import type { CallCost } from "../../kit/work.ts";
import { negotiate } from "../core/content-negotiation.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import type { Upload } from "../core/upload.ts";
import type { Charging } from "./call-charge.ts";
import { type CallInput, createInputReader, withFiles } from "./call-input.ts";
import { KeyedContext, type Services } from "./context.ts";
import type { Submission } from "./job-submitter.ts";
import { parameterLogger } from "./logged-parameters.ts";
import { responsesOf } from "./operation-responses.ts";
import { sampleOf } from "./sample.ts";

/** A request to an operation with keys. */
export interface CallRequest {
  readonly request: RoutedRequest;
  readonly requestId: string;
  /** Holds the body until it is disposed of. */
  readonly upload: Upload;
  /** Where the processes that work for the call add up their time. */
  readonly cost: CallCost;
}

/** The price of a call in the API's unit; undefined where the operation measures it while it runs. */
export function priceOf({ cost = 1 }: AnyOperation, input: unknown): number | undefined {
  if (cost === "measured") return undefined;
  return typeof cost === "number" ? cost : cost(input);
}

/** The name of the file of a call: as it was sent, or that of its URL; undefined where it has none. */
export function fileNameOf(
  { accepts }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  sent: string | undefined,
): string | undefined {
  if (accepts === undefined) return undefined;
  return cleanFileName(sent ?? "") ?? fileNameOfUrl(String(input.url ?? ""));
}

/** An operation of an API with keys: the steps of its calls that have nothing to do with who pays. */
export class KeyedOperation {
  readonly api: Api;
  readonly id: string;
  readonly operation: AnyOperation;
  readonly read: (request: RoutedRequest, upload: Upload) => Promise<CallInput>;
  readonly log: ReturnType<typeof parameterLogger>;
  readonly #services: Services;
  readonly #types: ReturnType<typeof mediaTypes>;
  readonly #respond: ReturnType<typeof responsesOf>;

  constructor(api: Api, id: string, operation: AnyOperation, services: Services) {
    if (operation.jsonBody !== undefined) throw new TypeError("only an open operation may take a JSON body");
    this.api = api;
    this.id = id;
    this.operation = operation;
    this.read = createInputReader(`${api.name}.${id}`, operation, services.uploads);
    this.log = parameterLogger(operation);
    this.#services = services;
    this.#types = mediaTypes(operation);
    this.#respond = responsesOf(operation);
  }

  /** Waits for a place among the running requests of `tenant` and returns the function that frees it. Throws `busy`. */
  admit(tenant: string, { request }: CallRequest): Promise<() => void> {
    return this.#services.concurrency.acquire(this.api.name, tenant, request.signal);
  }

  async run(
    { request, requestId, upload, cost }: CallRequest,
    input: CallInput,
    tenant: string,
    charging: Charging,
  ): Promise<Response> {
    const whole = await withFiles(input, upload, request.signal);
    const mediaType = negotiate(request.headers.get("accept"), this.#types);
    const work = { requestId, api: this.api.name, tenant, cost };
    const context = new KeyedContext(mediaType, request, this.#services, work, charging);
    return this.#respond(await this.operation.run(whole, context), mediaType, requestId);
  }

  /** The response for a test key: nothing runs. */
  async sample(
    { request, requestId, upload }: CallRequest,
    input: CallInput,
    checkUrl: SampleContext["checkUrl"],
  ): Promise<Response> {
    const whole = await withFiles(input, upload, request.signal);
    const mediaType = negotiate(request.headers.get("accept"), this.#types);
    const value = await sampleOf(this.operation, whole, { mediaType, checkUrl });
    return this.#respond(value, mediaType, requestId);
  }

  async submission({ request, upload }: CallRequest, call: CallInput): Promise<StoredCall> {
    const { input, fields, files } = call;
    const whole = await withFiles({ input: {}, files }, upload, request.signal);
    const bytes: Record<string, Uint8Array> = {};
    for (const [name, value] of Object.entries(whole)) if (value instanceof Uint8Array) bytes[name] = value;
    return {
      api: this.api.name,
      operation: this.id,
      call: {
        query: rawQuery(request.url),
        params: { ...request.params },
        fields: fields.map(([name, value]): [string, string] => [name, value]),
        files: Object.keys(bytes),
        accept: request.headers.get("accept"),
      },
      files: bytes,
      fileName: fileNameOf(this.operation, input, files[this.operation.accepts?.file ?? ""]?.fileName),
      resultBytes: resultBytesOf(this.operation),
    };
  }
}

type StoredCall = Pick<Submission, "api" | "operation" | "call" | "files" | "fileName" | "resultBytes">;
