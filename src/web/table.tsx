/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** The head of a column. */
interface Head {
  /** Empty above actions. */
  readonly text: string;
  readonly isNumber?: boolean;
  /** The name of a cell where the cells of a row are below each other; empty for none. Default: the text without its time zone. */
  readonly label?: string;
  /** The class of the cells. */
  readonly kind?: string | undefined;
  /** The URL of the list in the order that a click brings. */
  readonly href?: string | undefined;
  readonly sorted?: "ascending" | "descending" | undefined;
}

/** A column of a table: its head, and its cell in a row. */
export interface Column<Row> {
  readonly head: Head;
  cell(row: Row): Child;
}

/** Makes a column. */
export function column<Row>(head: string | Head, cell: (row: Row) => Child): Column<Row> {
  return { head: typeof head === "string" ? { text: head } : head, cell };
}

function HeadCell({ text, isNumber = false, href, sorted }: Head) {
  if (text === "") return <td />;
  return (
    <th scope="col" class={isNumber ? "number" : undefined} aria-sort={sorted}>
      {href === undefined ? text : <a href={href}>{text}</a>}
    </th>
  );
}

function Cell({ head, children }: { head: Head; children: Child }) {
  const { text, label = text.replace(" (UTC)", ""), isNumber = false } = head;
  const { kind = text === "" ? "row-action" : undefined } = head;
  return (
    <td data-head={label || undefined} class={isNumber ? "number" : kind}>
      {children}
    </td>
  );
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first one has the name of each row. */
  readonly columns: readonly Column<Row>[];
  /** A further class of the table. */
  readonly kind?: string;
  /** The ID of a row, to which links lead. */
  readonly idOf?: (row: Row) => string;
  /** What is there instead of a table without rows. */
  readonly empty?: Child;
  /** The element with a title that is part of the table. */
  readonly caption?: Child;
}

/** A table that scrolls by itself where it is wider than the screen. */
export function Table<Row>({ label, rows, columns, kind = "", ...more }: TableProps<Row>) {
  const { idOf, empty, caption } = more;
  if (rows.length === 0 && empty !== undefined) return <p class="empty">{empty}</p>;
  const [first, ...others] = columns;
  return (
    <section class="scroll" aria-label={label} tabindex={0}>
      <table class={`plain listed ${kind}`}>
        {caption}
        <thead>
          <tr>
            {columns.map(({ head }) => (
              <HeadCell {...head} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr id={idOf?.(row)}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map(({ head, cell }) => (
                <Cell head={head}>{cell(row)}</Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
