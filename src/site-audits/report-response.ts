import { negotiate } from "../http/core/content-negotiation.ts";
import { type ReportFormat, reportTypes } from "./site-audit-schemas.ts";

/** A report in one of its formats. */
export interface ReportFile {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Without its ending. */
  readonly name: string;
}

/** A report shows texts of the audited site: opened by itself, it runs nothing and loads nothing. It has the operator's logo. */
const REPORT_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; sandbox allow-popups",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
} as const;

/** The headers of a report: files are downloads. */
export function reportHeaders(
  format: ReportFormat,
  { name }: ReportFile,
  requestId: string,
): Record<string, string> {
  const text = format === "csv" || format === "html" ? "; charset=utf-8" : "";
  const isFile = format !== "json" && format !== "html";
  return {
    ...REPORT_HEADERS,
    "Content-Type": `${reportTypes[format]}${text}`,
    "X-Request-Id": requestId,
    ...(isFile ? { "Content-Disposition": `attachment; filename="${name}.${format}"` } : {}),
  };
}

/** The format that a client asks for. */
export function formatOf(request: Request, given: ReportFormat | undefined): ReportFormat {
  if (given !== undefined) return given;
  const { json, csv, zip, xlsx, html } = reportTypes;
  const type = negotiate(request.headers.get("accept"), [json, csv, zip, xlsx, html]);
  const formats = Object.keys(reportTypes) as ReportFormat[];
  return formats.find((format) => reportTypes[format] === type) ?? "json";
}
