/** Fills bytes with random ones. */
type Fill = (bytes: Uint8Array) => void;

/** Makes a generator of version 4 UUIDs: each call returns 16 bytes. */
export function createV4(fill?: Fill): () => Uint8Array<ArrayBuffer>;

/** Makes a generator of version 7 UUIDs, each greater than the one before. */
export function createV7(options?: {
  readonly fill?: Fill;
  readonly now?: () => number;
  readonly after?: { readonly ms: number; readonly counter: number };
}): () => Uint8Array<ArrayBuffer>;

/** How the 16 bytes of a UUID are written, by the names of the API's `format`. */
export const formats: Readonly<Record<string, (bytes: Uint8Array) => string>>;
