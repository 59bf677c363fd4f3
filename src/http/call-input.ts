import { type AnyOperation, pathNames } from "../kit/descriptor.ts";
import { GrowableBuffer } from "../kit/growable-buffer.ts";
import { inputReader, rawQuery } from "../kit/query.ts";
import { createReceiver, digestOf, PARSED_MAX, type Received } from "./body.ts";
import type { Services } from "./context.ts";
import type { RoutedRequest } from "./endpoint.ts";
import { boundaryOf } from "./multipart-body.ts";
import type { Upload } from "./upload.ts";

/** An input whose files are still to be read into memory, and what makes its body the same as another. */
export interface PendingInput {
  readonly input: Record<string, unknown>;
  readonly files: Received["files"];
  digest(): string;
}

/** What says to the reader of the input that there is a file: its bytes come when its turn does. */
const GIVEN = new Uint8Array();

/** The body of an operation that takes no file: it says nothing, and tells one request from another. */
async function receiveText(request: RoutedRequest, upload: Upload): Promise<string> {
  const text = new GrowableBuffer(PARSED_MAX, 1_024);
  const reader = { push: (piece: Uint8Array) => void text.add(piece), end: () => text.bytes() };
  const bytes = Buffer.from(await upload.receive(request, PARSED_MAX, reader));
  // A client makes another boundary each time it sends the same form.
  const type = request.headers.get("content-type") ?? "";
  const boundary = type.startsWith("multipart/") ? boundaryOf(type) : undefined;
  const latin1 = bytes.toString("latin1");
  return boundary === undefined ? latin1 : latin1.replaceAll(boundary, "");
}

/**
 * Makes the reader of the whole input of a request: path, query and, where the operation takes a file, the body, which
 * its `Upload` holds until that is disposed of.
 */
export function inputOf(operation: AnyOperation, { uploads }: Services) {
  const { accepts } = operation;
  const query = inputReader(operation.input, pathNames(operation.path), operation);
  const receive =
    accepts === undefined ? undefined : createReceiver({ ...operation, accepts }, uploads.limits.maxBytes);
  return async (request: RoutedRequest, upload: Upload): Promise<PendingInput> => {
    const asked = rawQuery(request.url);
    if (receive === undefined) {
      const isRepeatable = request.headers.has("idempotency-key");
      const text = isRepeatable ? await receiveText(request, upload) : "";
      return { input: query(asked, request.params), files: {}, digest: () => text };
    }
    const received = request.received ?? (await receive(request, upload));
    const files = Object.fromEntries(Object.keys(received.files).map((name) => [name, GIVEN]));
    const input = query(asked, request.params, { fields: received.fields, files });
    return { input, files: received.files, digest: () => digestOf(received) };
  };
}

/** The input with the bytes of its files, once they may be in memory. */
export async function withFiles(
  { input, files }: PendingInput,
  upload: Upload,
  client: AbortSignal,
): Promise<Record<string, unknown>> {
  const whole = { ...input };
  for (const [name, file] of Object.entries(files)) whole[name] = await file.bytes(upload, client);
  return whole;
}
