import type { Context } from "../../kit/context.ts";
import { fetchFile } from "../../kit/fetch-file.ts";
import { kindOf } from "./pixels/kind.ts";

/**
 * The bytes of an image, sent or fetched, that begin like an image. Throws `unsupported-image`
 * and what `fetchFile` throws.
 */
export async function imageBytes(
  file: Uint8Array | undefined,
  url: string | undefined,
  names: { readonly file: string; readonly url: string },
  context: Context,
): Promise<Uint8Array | undefined> {
  const bytes = url === undefined ? file : await fetchFile(context.fetch, url, names.url, "the image");
  if (bytes !== undefined) kindOf(bytes, url === undefined ? names.file : names.url);
  return bytes;
}
