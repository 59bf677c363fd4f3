import { promisify } from "node:util";
import type { ZlibOptions } from "node:zlib";
import { zlib } from "../kit/zlib.ts";

/** Compresses a text outside of the event loop: it may have megabytes. */
export const gzipped = (text: string) => promisify<string, Buffer>(zlib().gzip)(text);

/** Decompresses gzip, outside of the event loop. Rejects for more than `maxOutputLength` bytes. */
export const gunzipped = (bytes: Uint8Array, maxOutputLength?: number) =>
  promisify<Uint8Array, ZlibOptions, Buffer>(zlib().gunzip)(bytes, { maxOutputLength });
