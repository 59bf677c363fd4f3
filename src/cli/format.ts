import { printable } from "./printable.ts";

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

type Scalar = Exclude<Json, readonly Json[] | { readonly [name: string]: Json }>;

const isScalar = (value: Json): value is Scalar => typeof value !== "object" || value === null;
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function plain(value: Scalar): string {
  return value === null ? "-" : printable(String(value));
}

/** A value on one line. */
export const plainText = (value: Scalar): string => plain(value).replaceAll(/\s+/g, " ");

const cell = (value: Json): string =>
  isScalar(value) ? plainText(value) : isList(value) ? `${value.length} …` : "…";

/** The widest that a column of a table gets, in characters. */
const CELL_MAX = 48;

const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

function table(rows: readonly { readonly [name: string]: Json }[], width: number, indent: string): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names
    .map((name) => ({ name, cells: rows.map((row) => cut(cell(row[name] ?? null), CELL_MAX)) }))
    .map(({ name, cells }) => ({
      name,
      cells,
      width: Math.max(name.length, ...cells.map((text) => text.length)),
    }));
  let room = width - indent.length;
  // Columns that do not fit any more are left out: --json has them.
  const shown = columns.filter((column) => {
    room -= column.width + 2;
    return room >= -2;
  });
  const line = (texts: readonly string[]) =>
    `${indent}${shown
      .map((column, i) => (texts[i] ?? "").padEnd(column.width))
      .join("  ")
      .trimEnd()}`;
  return [
    line(shown.map(({ name }) => name)),
    ...rows.map((_, i) => line(shown.map(({ cells }) => cells[i] ?? ""))),
  ].join("\n");
}

function list(values: readonly Json[], width: number, indent: string): string {
  if (values.length === 0) return `${indent}none`;
  const objects = values.filter((value) => !isScalar(value) && !isList(value));
  if (objects.length === values.length)
    return table(objects as { readonly [name: string]: Json }[], width, indent);
  return values
    .map((value) => `${indent}${isScalar(value) ? plain(value) : JSON.stringify(value)}`)
    .join("\n");
}

/**
 * Formats JSON for a terminal with this many columns: single values as `name value`, lists of objects as
 * tables, multi-line texts under their name.
 */
export function format(value: Json, width: number, indent = ""): string {
  if (isScalar(value)) return `${indent}${plain(value)}`;
  if (isList(value)) return list(value, width, indent);
  const entries = Object.entries(value);
  const alone = entries.filter(([, member]) => isScalar(member) && !plain(member).includes("\n"));
  const name = Math.max(0, ...alone.map(([key]) => key.length));
  return entries
    .map(([key, member]) => {
      if (isScalar(member)) {
        const text = plain(member);
        if (!text.includes("\n")) return `${indent}${key.padEnd(name)}  ${text}`;
        return `${indent}${key}\n${text.replaceAll(/^/gm, `${indent}  `)}`;
      }
      return `${indent}${key}\n${format(member, width, `${indent}  `)}`;
    })
    .join("\n");
}
