import { promisify } from "node:util";
import { zlib } from "../kit/zlib.ts";

/** Compresses a text outside of the event loop: it may have megabytes. */
export const gzipped = (text: string) => promisify<string, Buffer>(zlib().gzip)(text);

/** Decompresses what `gzipped` returned, outside of the event loop. */
export const gunzipped = (bytes: Uint8Array) => promisify<Uint8Array, Buffer>(zlib().gunzip)(bytes);
