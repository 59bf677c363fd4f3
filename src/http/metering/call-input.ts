import { type AnyOperation, pathNames } from "../../kit/descriptor.ts";
import { lazyInputReader, rawQuery, UNREAD_FILE } from "../../kit/query.ts";
import { createReceiver, PARSED_MAX, type Received } from "../core/body.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import type { Upload, Uploads } from "../core/upload.ts";
import { RequestFingerprint } from "./request-fingerprint.ts";

/** The input of a call, whose files are still to be read into memory. */
export interface CallInput {
  readonly input: Record<string, unknown>;
  readonly files: Received["files"];
  readonly fields: Received["fields"];
  /** Tells one request from another with the same `Idempotency-Key`; empty where the request has none. */
  readonly fingerprint: string;
}

const EMPTY_FILE = new Uint8Array();

/** Makes the reader of the whole input of a request, with the body where it takes a file. `name` is for fingerprints. */
export function createInputReader(name: string, operation: AnyOperation, uploads: Uploads) {
  const { accepts, synonyms = {}, isLenient = false } = operation;
  const query = lazyInputReader(operation.input, pathNames(operation.path), operation);
  const receive =
    accepts === undefined
      ? undefined
      : createReceiver({ accepts, synonyms, isLenient }, uploads.limits.maxBytes);
  return async (request: RoutedRequest, upload: Upload): Promise<CallInput> => {
    const asked = rawQuery(request.url);
    const isRepeatable = request.headers.has("idempotency-key");
    const hash = isRepeatable ? new RequestFingerprint(`${name}?${asked}`, request.headers) : undefined;
    upload.onChunk = (chunk) => hash?.update(chunk);
    const fingerprint = () => hash?.digest() ?? "";
    if (receive === undefined) {
      // A body of an operation that takes no file says nothing, and tells one request from another.
      if (isRepeatable) await upload.receive(request, PARSED_MAX, { push() {}, end() {} });
      return { input: query(asked, request.params), files: {}, fields: [], fingerprint: fingerprint() };
    }
    const received = request.received ?? (await receive(request, upload));
    const files = Object.fromEntries(
      Object.entries(received.files).map(([file, { size }]) => [file, size === 0 ? EMPTY_FILE : UNREAD_FILE]),
    );
    const input = query(asked, request.params, { fields: received.fields, files });
    return { input, files: received.files, fields: received.fields, fingerprint: fingerprint() };
  };
}

/** The input with the bytes of its files, once they may be in memory. */
export async function withFiles(
  { input, files }: Pick<CallInput, "input" | "files">,
  upload: Upload,
  client: AbortSignal,
): Promise<Record<string, unknown>> {
  const whole = { ...input };
  for (const [name, file] of Object.entries(files)) whole[name] = await file.bytes(upload, client);
  return whole;
}
