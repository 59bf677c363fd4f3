import { type AnyOperation, pathNames } from "../../kit/descriptor.ts";
import { lazyInputReader, rawQuery, UNREAD_FILE } from "../../kit/query.ts";
import { createReceiver, PARSED_MAX, type Received } from "../core/body.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import type { Upload } from "../core/upload.ts";
import type { Services } from "./context.ts";

/** An input whose files are still to be read into memory. */
export interface PendingInput {
  readonly input: Record<string, unknown>;
  readonly files: Received["files"];
  /** The fields of the body, as they were sent. */
  readonly fields: Received["fields"];
}

const EMPTY_FILE = new Uint8Array();

/** Reads the body of an operation that takes no file: it says nothing, and tells one request from another. */
async function readUnused(request: RoutedRequest, upload: Upload): Promise<void> {
  await upload.receive(request, PARSED_MAX, { push() {}, end() {} });
}

/**
 * Makes the reader of the whole input of a request: path, query and, where the operation takes a file, the body, which
 * its `Upload` holds until that is disposed of.
 */
export function inputOf(operation: AnyOperation, { uploads }: Services) {
  const { accepts } = operation;
  const query = lazyInputReader(operation.input, pathNames(operation.path), operation);
  const receive =
    accepts === undefined ? undefined : createReceiver({ ...operation, accepts }, uploads.limits.maxBytes);
  return async (request: RoutedRequest, upload: Upload): Promise<PendingInput> => {
    const asked = rawQuery(request.url);
    if (receive === undefined) {
      if (request.headers.has("idempotency-key")) await readUnused(request, upload);
      return { input: query(asked, request.params), files: {}, fields: [] };
    }
    const received = request.received ?? (await receive(request, upload));
    const files = Object.fromEntries(
      Object.entries(received.files).map(([name, { size }]) => [name, size === 0 ? EMPTY_FILE : UNREAD_FILE]),
    );
    const input = query(asked, request.params, { fields: received.fields, files });
    return { input, files: received.files, fields: received.fields };
  };
}

/** The input with the bytes of its files, once they may be in memory. */
export async function withFiles(
  { input, files }: Pick<PendingInput, "input" | "files">,
  upload: Upload,
  client: AbortSignal,
): Promise<Record<string, unknown>> {
  const whole = { ...input };
  for (const [name, file] of Object.entries(files)) whole[name] = await file.bytes(upload, client);
  return whole;
}
