import { Encoded } from "../../../kit/encoded.ts";
import type { Audit } from "./schema/audit.ts";

/** The form in which a call asks for a report. */
interface Wanted {
  readonly format?: "json" | "html" | undefined;
  /** The members of the JSON; undefined for all. */
  readonly fields?: ReadonlySet<string> | undefined;
}

/** Writes a report in the format of a call, else in the media type of its `Accept` header. */
export async function auditResponse(
  report: Audit,
  { format, fields }: Wanted,
  mediaType: string,
): Promise<Encoded> {
  const asHtml = format === undefined ? mediaType === "text/html" : format === "html";
  if (asHtml) {
    const { printReport } = await import("./print/report.ts");
    return new Encoded(printReport(report), "text/html");
  }
  const { share, ...all } = report;
  const named = Object.entries(all).filter(([name]) => fields?.has(name) !== false);
  return new Encoded(JSON.stringify({ ...Object.fromEntries(named), share }), "application/json");
}
