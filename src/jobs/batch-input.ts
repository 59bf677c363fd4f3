import { textFields, wrongPart } from "../http/core/body.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import { boundaryOf, MultipartScanner, type PartSink, TextPart } from "../http/core/multipart-scanner.ts";
import { invalidBody, tooLarge } from "../http/core/read-body.ts";
import type { StoredFile, Upload, Uploads } from "../http/core/upload.ts";
import { fileNameOf, priceOf } from "../http/metering/keyed-operation.ts";
import {
  type AnyOperation,
  type Api,
  fileNames,
  isMetered,
  mediaTypes,
  pathNames,
  resultBytesOf,
} from "../kit/descriptor.ts";
import { invalidParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import { lazyInputReader, UNREAD_FILE } from "../kit/query.ts";
import { isRecord } from "../kit/record.ts";
import { BATCH_MAX } from "./job.ts";
import type { BatchItem, CallFile } from "./job-store.ts";
import { valuesIn } from "./json-items.ts";
import { type ZipEntry, zipEntries } from "./zip-file.ts";

const LINES_BYTES_MAX = 20_000_000;
/** The largest body with files, as a multiple of the largest file. */
const FILES_MAX = 4;
const FIELDS_BYTES_MAX = 64 * 1024;
/** How long items are checked before other requests get the event loop, in milliseconds. */
const CHECK_MS = 4;

/** An operation that batches can call. */
export interface BatchOperation {
  readonly api: Api;
  readonly id: string;
  readonly operation: AnyOperation;
}

/** Every operation that is paid for, by its name: `seo.meta`. */
export function batchOperations(apis: readonly Api[]): ReadonlyMap<string, BatchOperation> {
  const all = apis.flatMap((api) =>
    Object.entries(api.operations)
      .filter(([, operation]) => isMetered(api, operation))
      .map(([id, operation]): [string, BatchOperation] => [`${api.name}.${id}`, { api, id, operation }]),
  );
  return new Map(all);
}

type Pairs = readonly (readonly [string, string])[];

interface BatchQuery {
  readonly name: string;
  readonly accept: string | null;
  readonly common: [string, string][];
}

/** Reads the query of a request for a batch. */
export function queryOf(url: string): BatchQuery {
  const pairs = [...new URL(url, "http://local.invalid").searchParams];
  const own = (wanted: string) => {
    const [first, second] = pairs.filter(([name]) => name === wanted);
    if (second !== undefined) throw invalidParameter(wanted, `${wanted} is repeated. Send it only once.`);
    return first?.[1];
  };
  const common = pairs.filter(([name]) => name !== "operation" && name !== "accept");
  return { name: own("operation") ?? "", accept: own("accept") ?? null, common };
}

/** Checks the media type that a batch asks for. Throws `invalid-parameter` for one that the operation does not have. */
export function checkAccept({ operation }: BatchOperation, accept: string | null): void {
  const types = mediaTypes(operation);
  if (accept === null || types.includes(accept)) return;
  throw invalidParameter("accept", `accept must be one of ${types.join(", ")}.`);
}

function pairsOf(value: unknown): [string, string][] {
  if (!isRecord(value)) throw invalidBody("Each item must be a JSON object of parameters.");
  return textFields(value, (name) =>
    invalidBody("Each parameter must be a string, a number, true, false, or a list of these.", name),
  );
}

function atItem(error: unknown, index: number): unknown {
  if (!(error instanceof Problem)) return error;
  const { options, code, message } = error;
  return new Problem(code, `Item ${index}: ${message}`, {
    ...options,
    members: { ...options.members, index },
  });
}

/** Makes what checks the parameters of one call and makes the item that is stored. */
function createItems({ operation }: BatchOperation, accept: string | null) {
  const inPath = pathNames(operation.path);
  const resultBytes = resultBytesOf(operation);
  const read = lazyInputReader(operation.input, inPath, operation);
  return (pairs: Pairs, files: readonly CallFile[], sent?: string): BatchItem => {
    const params = Object.fromEntries(pairs.filter(([name]) => inPath.includes(name)));
    const rest = pairs
      .filter(([name]) => !inPath.includes(name))
      .map(([name, value]): [string, string] => [name, value]);
    const isBody = operation.accepts !== undefined;
    const query = isBody ? "" : new URLSearchParams(rest).toString();
    // One that is empty fails alone, when its call runs.
    const given = Object.fromEntries(files.map(({ name }) => [name, UNREAD_FILE]));
    const input = read(query, params, isBody ? { fields: rest, files: given } : undefined);
    const names = files.map(({ name }) => name);
    return {
      call: { query, params, fields: isBody ? rest : [], files: names, accept },
      files,
      fileName: fileNameOf(operation, input, sent),
      units: priceOf(operation, input),
      resultBytes,
    };
  };
}

function wrongCount(items: number): Problem {
  const advice = items === 0 ? "" : " Send the others as another batch.";
  return invalidBody(`A batch has 1 to ${BATCH_MAX} items.${advice}`);
}

function filesReader(name: string, contentType: string, upload: Upload, maxBytes: number) {
  const files: StoredFile[] = [];
  const fields: [string, string][] = [];
  let left = FIELDS_BYTES_MAX;
  const tooLong = () =>
    new Problem(
      "payload-too-large",
      `The fields of the form may have at most ${FIELDS_BYTES_MAX} bytes together.`,
    );
  const scanner = new MultipartScanner(boundaryOf(contentType), {
    partsMax: BATCH_MAX,
    headersMax: BATCH_MAX * 512,
    part({ name: given, fileName }): PartSink {
      if (fileName !== undefined) {
        if (given !== name) throw wrongPart(given, [name]);
        const file = upload.store(maxBytes, fileName);
        files.push(file);
        return { push: (bytes) => file.append(bytes), end: () => {} };
      }
      return new TextPart(left, tooLong, (text) => {
        left -= Buffer.byteLength(text);
        fields.push([given, text]);
      });
    },
  });
  return {
    push: (chunk: Uint8Array) => scanner.push(chunk),
    end() {
      scanner.end();
      return { files, fields };
    },
  };
}

async function bodyOf(request: RoutedRequest, upload: Upload, most: number): Promise<StoredFile> {
  const body = upload.store(most);
  await upload.receive(request, most, { push: (chunk: Uint8Array) => body.append(chunk), end() {} });
  return body;
}

async function zipFiles(body: StoredFile, upload: Upload, signal: AbortSignal): Promise<ZipEntry[]> {
  const slice = (from: number, to: number) => body.bytes(upload, signal, from, to);
  const entries = await zipEntries({ size: body.size, slice });
  if (entries.length > BATCH_MAX) throw wrongCount(entries.length);
  return entries;
}

/** Reads and checks the items of a batch. Throws the problem of the first that is not accepted, with its `index`. */
export async function readBatch(
  of: BatchOperation,
  { common, accept }: BatchQuery,
  request: RoutedRequest,
  upload: Upload,
  { limits }: Uploads,
): Promise<BatchItem[]> {
  const contentType = request.headers.get("content-type") ?? "";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const [file] = fileNames(of.operation.accepts);
  const make = createItems(of, accept);
  const items: BatchItem[] = [];
  let since = performance.now();
  const add = async (pairs: () => Pairs, files: readonly CallFile[] = [], sent?: string) => {
    try {
      items.push(make([...common, ...pairs()], files, sent));
    } catch (error) {
      throw atItem(error, items.length);
    }
    if (performance.now() - since < CHECK_MS) return;
    await new Promise(setImmediate);
    since = performance.now();
  };
  if (type === "multipart/form-data" && file !== undefined) {
    const reader = filesReader(file, contentType, upload, limits.maxBytes);
    const { files, fields } = await upload.receive(request, FILES_MAX * limits.maxBytes, reader);
    for (const one of files) {
      const bytes = () => one.bytes(upload, request.signal);
      await add(() => fields, [{ name: file, size: one.size, bytes }], one.fileName);
    }
  } else if (type === "application/zip" && file !== undefined) {
    const body = await bodyOf(request, upload, FILES_MAX * limits.maxBytes);
    for (const { name, size, read } of await zipFiles(body, upload, request.signal)) {
      if (size > limits.maxBytes) throw atItem(tooLarge(limits.maxBytes), items.length);
      await add(() => [], [{ name: file, size, bytes: read }], name);
    }
  } else if (["application/x-ndjson", "application/jsonl", "application/json"].includes(type)) {
    const bytes = await (await bodyOf(request, upload, LINES_BYTES_MAX)).bytes(upload, request.signal);
    for await (const value of valuesIn(bytes, type === "application/json")) {
      if (items.length >= BATCH_MAX) throw wrongCount(items.length);
      await add(() => pairsOf(value));
    }
  } else {
    const others = file === undefined ? "" : ", multipart/form-data with files, or application/zip";
    throw new Problem(
      "unsupported-media-type",
      `Send application/x-ndjson with one JSON object per line, application/json with a list of them${others}, and set Content-Type.`,
    );
  }
  if (items.length === 0 || items.length > BATCH_MAX) throw wrongCount(items.length);
  return items;
}

/** Finds the operation that a request names. Throws `invalid-parameter`, which lists all operations. */
export function namedOperation(
  operations: ReadonlyMap<string, BatchOperation>,
  name: string,
): BatchOperation {
  const found = operations.get(name);
  if (found !== undefined) return found;
  throw invalidParameter("operation", `operation must be one of ${[...operations.keys()].join(", ")}.`);
}
