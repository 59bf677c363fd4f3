import type { Context } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { kindOf } from "./pixels/kind.ts";

/** A file from an address: as large as pictures get, within seconds. */
const URL_BYTES = 50_000_000;
const URL_MS = 10_000;
const URL_REDIRECTS = 3;

async function fetched(url: string, parameter: string, context: Context): Promise<Uint8Array> {
  const { status, body } = await context.fetch(url, {
    maxBytes: URL_BYTES,
    overflow: "refuse",
    deadlineMs: URL_MS,
    maxRedirects: URL_REDIRECTS,
    parameter,
  });
  if (status >= 200 && status < 300) return body;
  throw new Problem(
    "url-not-a-file",
    `The address in ${parameter} answers with status ${status}: it must lead to the picture itself.`,
    { parameter },
  );
}

/**
 * The bytes of a picture, sent or fetched, that begin like a picture. Throws `unsupported-image`,
 * `url-not-a-file` and what the fetch of an address throws.
 */
export async function pictureBytes(
  file: Uint8Array | undefined,
  url: string | undefined,
  names: { readonly file: string; readonly url: string },
  context: Context,
): Promise<Uint8Array | undefined> {
  const bytes = url === undefined ? file : await fetched(url, names.url, context);
  if (bytes !== undefined) kindOf(bytes, url === undefined ? names.file : names.url);
  return bytes;
}
