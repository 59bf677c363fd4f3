/**
 * `npm run conformance:markdown FOLDER [--misses]`: compares the headings, list items and tables of our Markdown with
 * the sources of documents. The folder has a `name.pdf` and a `name.json` for each: the PDF as its project builds it
 * (pdflatex, dblatex, docbook-xsl and FOP) or as Pandoc does (WeasyPrint, Chromium, groff, XeTeX), and the syntax tree
 * of its source, made with `pandoc -f latex|docbook|gfm -t json SOURCE -o name.json`. Ends with status 1 below F1 0.90
 * for headings or list items.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../src/apis/pdf/worker.ts";
import { usualOrder } from "../fixtures/pdf-corpus/read.ts";
import {
  type Comparison,
  type Counts,
  compareHeadings,
  compareItems,
  compareTables,
  f1,
  structureOfMarkdown,
  structureOfSource,
} from "./markdown-score.ts";

const out = (line: string) => process.stdout.write(`${line}\n`);

const [folder, misses] = process.argv.slice(2);
if (folder === undefined) {
  out("Usage: npm run conformance:markdown FOLDER [--misses]");
  process.exit(2);
}

/** The Markdown of a file without running headers. */
async function markdownOf(bytes: Uint8Array): Promise<string> {
  const pages: string[] = [];
  for await (const message of run({ ...usualOrder(bytes), markdown: true, headers: "drop" })) {
    if (message.kind !== "pages") continue;
    for (const page of message.pages) if (page.kind !== null) pages.push(page.text);
  }
  return pages.join("\n\f\n");
}

const KINDS = ["headings", "items", "tables"] as const;
const sums = { headings: [] as Counts[], items: [] as Counts[], tables: [] as Counts[] };

function list(title: string, { missed, wrong }: Comparison): void {
  for (const text of missed) out(`    missed ${title}: ${text.slice(0, 100)}`);
  for (const text of wrong) out(`    wrong ${title}: ${text.slice(0, 100)}`);
}

for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith(".json")) continue;
  const source = structureOfSource(readFileSync(join(folder, name), "utf8"));
  const found = structureOfMarkdown(
    await markdownOf(readFileSync(join(folder, name.replace(/json$/, "pdf")))),
  );
  const headings = compareHeadings(found.headings, source);
  const items = compareItems(found.items, source.items);
  const counts = { headings, items, tables: compareTables(found.tables, source.tables) };
  for (const kind of KINDS) sums[kind].push(counts[kind]);
  out(
    `${name.replace(/\.json$/, "").padEnd(18)} ${KINDS.map((kind) => `${kind} ${f1(counts[kind]).toFixed(3)} (${counts[kind].matched} of ${counts[kind].expected}, ${counts[kind].found} found)`).join("  ")}`,
  );
  if (misses !== undefined) {
    list("heading", headings);
    list("item", items);
  }
}
const totals = KINDS.map((kind) => {
  const add = (of: keyof Counts) => sums[kind].reduce((sum, counts) => sum + counts[of], 0);
  return f1({ found: add("found"), expected: add("expected"), matched: add("matched") });
});
const [headings = 0, items = 0, tables = 0] = totals;
out(
  `${sums.headings.length} documents: F1 of headings ${headings.toFixed(4)} (bar 0.90), list items ${items.toFixed(4)} (bar 0.90), cells of tables ${tables.toFixed(4)}`,
);
process.exit(headings >= 0.9 && items >= 0.9 ? 0 : 1);
