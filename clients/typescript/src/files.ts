/** A file on this computer, for Node 20.16 or newer, Bun and Deno. */
export interface FilePath {
  readonly path: string;
}

/**
 * A file of a call. A stream is read into memory before it is sent, so that the call can be retried; a path and a
 * `Blob` are not.
 */
export type FileInput =
  | Blob
  | FilePath
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

interface FileSystem {
  openAsBlob(path: string): Promise<Blob>;
}

/** Node's `fs` without an import, which bundlers for browsers and edge runtimes would reject. */
function fileSystem(): FileSystem {
  const { process } = globalThis as unknown as {
    process?: { getBuiltinModule?(name: string): FileSystem | undefined };
  };
  const found = process?.getBuiltinModule?.("node:fs");
  if (typeof found?.openAsBlob === "function") return found;
  throw new TypeError("Files by path need Node 20.16, Bun or Deno. Pass a Blob instead.");
}

/** Bytes as a `Blob` takes them: not every version of its types knows shared memory. */
type Bytes = Uint8Array<ArrayBuffer>;

async function readAll(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Blob> {
  const chunks: Bytes[] = [];
  if ("getReader" in stream) {
    // Not every browser can iterate a stream.
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value as Bytes);
    }
  } else {
    for await (const chunk of stream) chunks.push(chunk as Bytes);
  }
  return new Blob(chunks);
}

const lastOf = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

/** Whether a value is a file, and not the parameters of a call. */
export function isFileInput(value: unknown): value is FileInput {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return true;
  return (
    "getReader" in value ||
    Symbol.asyncIterator in value ||
    ("path" in value && typeof value.path === "string")
  );
}

/** The content of a file and its name, ready to be sent more than once. Throws where the path cannot be read. */
export async function openFile(name: string, file: FileInput): Promise<{ blob: Blob; name: string }> {
  if (file instanceof Blob) {
    const own = "name" in file && typeof file.name === "string" ? lastOf(file.name) : "";
    return { blob: file, name: own === "" ? name : own };
  }
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) {
    return { blob: new Blob([file as ArrayBuffer | Bytes]), name };
  }
  if ("path" in file && typeof file.path === "string" && !("pipe" in file)) {
    return { blob: await fileSystem().openAsBlob(file.path), name: lastOf(file.path) };
  }
  if ("getReader" in file || Symbol.asyncIterator in file) return { blob: await readAll(file), name };
  throw new TypeError(`${name} must be a Blob, bytes, a stream or { path }.`);
}
