import type { z } from "zod";
import type { SampleContext } from "../../kit/descriptor.ts";
import type { Encoded } from "../../kit/encoded.ts";
import { auditResponse } from "./report/response.ts";
import { Audit } from "./report/schema/audit.ts";
import { Meta } from "./report/schema/meta.ts";

/** The audit of an invented page, in the form and with the fields that are asked for. */
export async function sampleAudit(
  { url, ...wanted }: { readonly url: string } & Parameters<typeof auditResponse>[1],
  { mediaType, checkUrl }: SampleContext,
): Promise<Encoded> {
  await checkUrl(url, "url");
  const { default: recorded } = await import("./samples/audit.json");
  return auditResponse(Audit.parse(recorded), wanted, mediaType);
}

/** The metadata of the same page. */
export async function sampleMeta(url: string, { checkUrl }: SampleContext): Promise<z.input<typeof Meta>> {
  await checkUrl(url, "url");
  const { default: recorded } = await import("./samples/meta.json");
  return Meta.parse(recorded);
}
