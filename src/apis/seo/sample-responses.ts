import type { z } from "zod";
import type { SampleContext } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { pick } from "./report/fields.ts";
import { Audit } from "./report/schema/audit.ts";
import { Meta } from "./report/schema/meta.ts";

interface AuditOptions {
  readonly url: string;
  readonly fields?: ReadonlySet<string> | undefined;
  readonly format?: "json" | "html" | undefined;
}

/** The audit of an invented page, in the form and with the fields that are asked for. */
export async function sampleAudit(
  { url, fields, format }: AuditOptions,
  { mediaType, checkUrl }: SampleContext,
): Promise<Encoded> {
  await checkUrl(url, "url");
  const { default: recorded } = await import("./samples/audit.json");
  const report = Audit.parse(recorded);
  const asHtml = format === undefined ? mediaType === "text/html" : format === "html";
  if (!asHtml) return new Encoded(JSON.stringify(pick(report, fields)), "application/json");
  const { printReport } = await import("./report/print/report.ts");
  return new Encoded(printReport(report), "text/html");
}

/** The metadata of the same page. */
export async function sampleMeta(url: string, { checkUrl }: SampleContext): Promise<z.input<typeof Meta>> {
  await checkUrl(url, "url");
  const { default: recorded } = await import("./samples/meta.json");
  return Meta.parse(recorded);
}
