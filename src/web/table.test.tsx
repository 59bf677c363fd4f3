/** @jsxImportSource hono/jsx */
import { expect, test } from "bun:test";
import { type Column, column, Table } from "./table.tsx";

const rows = [{ name: "<b>", calls: 2 }];
const columns: readonly Column<(typeof rows)[number]>[] = [
  column("Name", ({ name }) => name),
  column(
    { text: "Calls (UTC)", isNumber: true, href: "?sort=calls", sorted: "descending" },
    ({ calls }) => calls,
  ),
  column({ text: "State", label: "" }, () => "on"),
  column("", () => <a href="/x">Open</a>),
];

test("a table names each cell by its column, for screens on which the cells are below each other", () => {
  const html = String(<Table label="Keys" rows={rows} columns={columns} idOf={({ name }) => name} />);
  expect(html).toContain('<th scope="row">&lt;b&gt;</th>');
  expect(html).toContain('<td data-head="Calls" class="number">2</td>');
  expect(html).toContain('<th scope="col" class="number" aria-sort="descending"><a href="?sort=calls">');
  expect(html).toContain("<td>on</td>");
  expect(html).toContain('<td class="row-action"><a href="/x">Open</a></td>');
  expect(html).toContain('<tr id="&lt;b&gt;">');
});

test("a table without rows is a sentence, where there is one", () => {
  const of = { label: "Keys", rows: rows.slice(1), columns };
  expect(String(<Table {...of} empty="No keys." />)).toBe('<p class="empty">No keys.</p>');
  expect(String(<Table {...of} />)).toContain("<tbody></tbody>");
});
