import { whole } from "../kit/numbers.ts";
import { printable } from "../kit/printable.ts";
import { cut, padded, widthOf, wrapText } from "./text.ts";

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

/** The longest text without spaces that is shown whole, such as a URL; longer ones are Base64. */
const WORD_MAX = 1_000;

/** A moment in a column: to the minute, in UTC. */
const minuteOf = (text: string) =>
  text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d{1,9})?Z$/, "$1 $2Z");

function cell(value: Json): string {
  if (isScalar(value)) {
    const [line = "", ...others] = plain(value).split("\n");
    return minuteOf(plainText(line)) + (others.length > 0 ? " …" : "");
  }
  if (!isList(value)) {
    const parts = Object.entries(value).map(([name, part]) => `${plainText(name)}: ${cell(part)}`);
    return parts.join(", ") || "-";
  }
  return value.every(isScalar) ? value.map(plainText).join(", ") || "-" : `${value.length} …`;
}

/** The widest that a column gets, but the last, which is wrapped, and how narrow columns are made in a narrow terminal. */
const CELL_MAX = 48;
const LAST_MAX = 200;
const CELL_MIN = 16;

interface Column {
  readonly name: string;
  readonly cells: readonly string[];
  readonly isNumber: boolean;
  readonly width: number;
  /** How narrow it may be: values that are copied, such as an ID, are never cut. */
  readonly least: number;
}

function columnOf(name: string, values: readonly Json[], isLast: boolean): Column {
  const cells = values.map((value) => cut(cell(value), isLast ? LAST_MAX : CELL_MAX));
  const width = Math.max(widthOf(name), ...cells.map(widthOf));
  const isId = cells.some((text) => /^[\da-f-]{36}$/.test(text));
  return {
    name: plainText(name),
    cells,
    isNumber: values.every((value) => value === null || typeof value === "number"),
    width,
    least: isId ? width : Math.min(width, Math.max(CELL_MIN, widthOf(name))),
  };
}

/** The columns that fit, the widest ones cut first; columns at the end that do not fit are left out. */
function fitting(columns: readonly Column[], room: number): Column[] {
  const shown = [...columns];
  while (shown.length > 1 && shown.reduce((sum, { least }) => sum + least + 2, -2) > room) shown.pop();
  const over = () => shown.reduce((sum, { width }) => sum + width + 2, -2) - room;
  while (over() > 0) {
    const widest = shown
      .filter(({ width, least }) => width > least)
      .sort((one, other) => other.width - one.width)[0];
    if (widest === undefined) break;
    const width = Math.max(widest.least, widest.width - over());
    shown[shown.indexOf(widest)] = { ...widest, width };
  }
  return shown;
}

const notShown = (names: readonly string[]) =>
  `Not shown: ${names.join(", ")}. Add --json to see ${names.length === 1 ? "it" : "them"}.`;

function table(rows: readonly { readonly [name: string]: Json }[], width: number, indent: string): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names
    .filter((name) => rows.some((row) => (row[name] ?? null) !== null))
    .map((name, i, all) => {
      const values = rows.map((row) => row[name] ?? null);
      return columnOf(name, values, i === all.length - 1);
    });
  const shown = fitting(columns, width - indent.length);
  const isWhole = shown.length === columns.length;
  const line = (texts: readonly string[]) => {
    const cells = shown.map(({ width: own, isNumber }, i) => {
      const text = texts[i] ?? "";
      if (isWhole && i === shown.length - 1) return text;
      return isNumber ? cut(text, own).padStart(own) : padded(cut(text, own), own);
    });
    if (!isWhole) return (indent + cells.join("  ")).trimEnd();
    const last = cells.pop() ?? "";
    const head = indent + cells.map((text) => `${text}  `).join("");
    const own = shown.at(-1);
    const wrapped = wrapText(last, width, widthOf(head)).split("\n");
    const placed = wrapped
      .map((text) => cut(text, width))
      .join("\n")
      .trimStart();
    return (head + (own?.isNumber ? last.padStart(own.width) : placed)).trimEnd();
  };
  const left = columns.slice(shown.length).map(({ name }) => name);
  return [
    line(shown.map(({ name }) => name)),
    ...rows.map((_, i) => line(shown.map(({ cells }) => cells[i] ?? ""))),
    ...(left.length === 0 ? [] : [wrapText(notShown(left), width, indent.length)]),
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

/** A text after its name: on the same line where it fits, else in lines of its own that are indented as far. */
function valueLine(head: string, text: string, width: number): string {
  if (text.length > WORD_MAX && !text.includes(" ")) {
    const kept = cut(text, Math.max(20, width - head.length - 30));
    return `${head}${kept} (${whole(text.length)} characters)`;
  }
  if (widthOf(text) <= width - head.length) return head + text;
  return head + wrapText(text, width, head.length).trimStart();
}

/** Formats JSON for a terminal: single values as `name value`, lists of objects as tables, multi-line texts under their name. */
export function format(value: Json, width: number, indent = ""): string {
  if (isScalar(value)) return `${indent}${plain(value)}`;
  if (isList(value)) return list(value, width, indent);
  const entries = Object.entries(value).map(([key, member]) => [plainText(key), member] as const);
  if (entries.length === 0) return `${indent}-`;
  const alone = entries.filter(([, member]) => isScalar(member) && !plain(member).includes("\n"));
  const name = Math.max(0, ...alone.map(([key]) => widthOf(key)));
  return entries
    .map(([key, member]) => {
      if (isScalar(member)) {
        const text = plain(member);
        if (!text.includes("\n")) return valueLine(`${indent}${padded(key, name)}  `, text, width);
        return `${indent}${key}\n${text.replaceAll(/^(?=.)/gm, `${indent}  `)}`;
      }
      return `${indent}${key}\n${format(member, width, `${indent}  `)}`;
    })
    .join("\n");
}
