// Generated from the modules in src by `npm run generate`. Edit those.
/** A file on this computer, for Node 20.16 or newer, Bun and Deno. */
export interface FilePath {
    readonly path: string;
}
/**
 * A file of a call. A stream is read into memory before it is sent, so that the call can be retried; a path and a
 * `Blob` are not.
 */
export type FileInput = Blob | FilePath | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
/** Whether a value is a file, and not the parameters of a call. */
export declare function isFileInput(value: unknown): value is FileInput;
/** The content of a file and its name, ready to be sent more than once. Throws where the path cannot be read. */
export declare function openFile(name: string, file: FileInput): Promise<{
    blob: Blob;
    name: string;
}>;
