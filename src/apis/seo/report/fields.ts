import { refuse } from "../../../kit/parameter.ts";
import { Audit } from "./schema/audit.ts";

const names = Object.keys(Audit.shape);

/** Reads a comma list of members of an audit; throws `invalid-parameter` for a name that none has. */
export function readFields(list: string): ReadonlySet<string> {
  const asked = list.split(",");
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined || new Set(asked).size < asked.length) {
    throw refuse("fields", `fields must be a comma list without repetition of ${names.join(", ")}.`);
  }
  return new Set(asked);
}

/** The members of a report that were asked for, in its own order; all of them where none was named. */
export function pick(report: Audit, fields: ReadonlySet<string> | undefined): Partial<Audit> {
  if (fields === undefined) return report;
  return Object.fromEntries(Object.entries(report).filter(([name]) => fields.has(name)));
}
