import type { Context } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";

/** A file from an address: as large as an upload, within seconds. */
const URL_BYTES = 50_000_000;
const URL_MS = 10_000;
const URL_REDIRECTS = 3;

/** Where the mark of a PDF must be; Adobe's readers look as far. */
const MARK_WITHIN = 1_024;

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MARK_WITHIN)).includes("%PDF-");
}

async function fetched(url: string, context: Context): Promise<Uint8Array> {
  const { status, body } = await context.fetch(url, {
    maxBytes: URL_BYTES,
    overflow: "refuse",
    deadlineMs: URL_MS,
    maxRedirects: URL_REDIRECTS,
  });
  if (status >= 200 && status < 300 && isPdf(body)) return body;
  const what = status >= 200 && status < 300 ? "something that is not a PDF" : `status ${status}`;
  throw new Problem(
    "url-not-a-file",
    `The address in url answers with ${what}: it must lead to the PDF itself.`,
    {
      parameter: "url",
    },
  );
}

/**
 * The bytes of the PDF: sent, or fetched. Throws `not-a-pdf`, `url-not-a-file`, and what the fetch of an
 * address throws.
 */
export async function pdfBytes(
  { file, url }: { readonly file?: Uint8Array | undefined; readonly url?: string | undefined },
  context: Context,
): Promise<Uint8Array> {
  if (url !== undefined) return fetched(url, context);
  if (file !== undefined && isPdf(file)) return file;
  throw new Problem("not-a-pdf", "file must be a PDF: its first 1,024 bytes hold no %PDF- mark.", {
    parameter: "file",
  });
}
