import type { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { fetchFile, notAFile } from "../../kit/fetch-file.ts";
import { Problem } from "../../kit/problem.ts";
import type { ExtractInput } from "./input-schema.ts";

/** The `%PDF-` header must be within this many bytes, as in Adobe's readers. */
const MARK_WITHIN = 1_024;

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MARK_WITHIN)).includes("%PDF-");
}

/** The bytes of an uploaded PDF. Throws `not-a-pdf`. */
export function requirePdf(file: Uint8Array | undefined): Uint8Array {
  if (file !== undefined && isPdf(file)) return file;
  throw new Problem("not-a-pdf", "file must be a PDF: its first 1,024 bytes do not contain %PDF-.", {
    parameter: "file",
  });
}

/** Returns the bytes of the PDF, uploaded or fetched. Throws `not-a-pdf`, and what `fetchFile` throws. */
export async function pdfBytes(
  { file, url }: Pick<z.output<typeof ExtractInput>, "file" | "url">,
  context: Context,
): Promise<Uint8Array> {
  if (url === undefined) return requirePdf(file);
  const body = await fetchFile(context.fetch, url, "url", "the PDF");
  if (isPdf(body)) return body;
  throw notAFile("url", "something that is not a PDF", "the PDF");
}
