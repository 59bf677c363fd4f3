import type { Audit } from "./schema/audit.ts";

/** The members of a report that were asked for, in its own order; all of them where none was named. */
export function pick(report: Audit, fields: ReadonlySet<string> | undefined): Partial<Audit> {
  if (fields === undefined) return report;
  return Object.fromEntries(Object.entries(report).filter(([name]) => fields.has(name)));
}
