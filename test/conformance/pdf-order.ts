/**
 * `npm run conformance:order TEXTS [FOLDER]`: makes 100 pages of columns, right-to-left scripts, Chinese, Japanese and
 * turned text, and compares the order of their paragraphs (Kendall's tau) with the known one, beside pdftotext, unpdf
 * (after `npm ci` in `bench`) and pdfplumber (if PYTHON has it). TEXTS has a folder of Markdown files for each of the
 * languages ar, de, en, es, fa, fr, ja, zh and zh-tw, such as a clone of a translated book. The pages stay in FOLDER.
 * Ends with status 1 where a program is better in a class.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPages } from "../fixtures/pdf-corpus/read.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { CLASSES, makePages } from "./order-pages.ts";
import { kendallTau } from "./order-score.ts";
import { outputOf } from "./run-program.ts";

const out = (line: string) => process.stdout.write(`${line}\n`);

const [texts, folder = temporaryFolder()] = process.argv.slice(2);
if (texts === undefined) {
  out("Usage: npm run conformance:order TEXTS [FOLDER]");
  process.exit(2);
}

/** Reads the pages of a file; undefined if the program is not installed. */
type Reader = (path: string) => Promise<readonly string[] | undefined>;

async function unpdf(path: string): Promise<readonly string[] | undefined> {
  const module = Bun.resolveSync("unpdf", fileURLToPath(new URL("../../bench/", import.meta.url)));
  const { extractText, getDocumentProxy } = await import(module);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(path))));
  return text;
}

const PLUMBER = `import sys, pdfplumber
with pdfplumber.open(sys.argv[1]) as pdf: print("\\f".join(page.extract_text() or "" for page in pdf.pages))`;

const READERS: Readonly<Record<string, Reader>> = {
  Quintet: (path) => readPages(readFileSync(path), undefined),
  pdftotext: async (path) => (await outputOf(["pdftotext", path, "-"]))?.split("\f"),
  unpdf: (path) => unpdf(path).catch(() => undefined),
  pdfplumber: async (path) =>
    (await outputOf([process.env.PYTHON ?? "python3", "-c", PLUMBER, path]))?.split("\f"),
};

mkdirSync(folder, { recursive: true });
const files = await makePages(texts, folder, out);
const names = Object.keys(READERS);
/** By class and program: the sum of tau. */
const sums = new Map<string, number>();
for (const { name, kind, pages } of files) {
  const own: string[] = [];
  for (const reader of names) {
    const read = await READERS[reader]?.(join(folder, `${name}.pdf`));
    if (read === undefined) continue;
    const sum = pages.reduce((total, paragraphs, k) => total + kendallTau(paragraphs, read[k] ?? ""), 0);
    sums.set(`${kind} ${reader}`, (sums.get(`${kind} ${reader}`) ?? 0) + sum);
    own.push(`${reader} ${(sum / pages.length).toFixed(3)}`);
  }
  out(`${name.padEnd(24)} ${pages.length} pages: ${own.join(", ")}`);
}
if (process.argv[3] === undefined) rmSync(folder, { recursive: true });
let held = true;
for (const kind of CLASSES) {
  const count = files.reduce((sum, file) => sum + (file.kind === kind ? file.pages.length : 0), 0);
  const taus = names.map((name) => (sums.get(`${kind} ${name}`) ?? Number.NaN) / count);
  const best = Math.max(...taus.slice(1).filter((tau) => !Number.isNaN(tau)), -1);
  const isBest = (taus[0] ?? 0) >= best - 1e-9;
  held &&= isBest;
  out(
    `${kind.padEnd(14)} ${count} pages, mean tau: ${names.map((name, k) => `${name} ${taus[k]?.toFixed(4)}`).join(", ")}${isBest ? "" : " BEHIND"}`,
  );
}
out(held ? "nowhere behind" : "MISSED");
process.exit(held ? 0 : 1);
