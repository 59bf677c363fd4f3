/**
 * `npm run conformance:pdf [folder]`: has the programs of this machine (Chromium, LibreOffice, LaTeX,
 * Ghostscript, qpdf) make PDFs of texts that we know, and holds what we read against them; with a folder,
 * reads each name.pdf there and holds it against name.txt. Ends with status 1 where a bar is missed.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { producedBy } from "../fixtures/pdf-corpus/producers.ts";
import { readPages } from "../fixtures/pdf-corpus/read.ts";
import { similarity, wordsF1 } from "../fixtures/pdf-corpus/score.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const out = (line: string) => process.stdout.write(`${line}\n`);

const given = process.argv[2];
const made = given ?? temporaryFolder();
if (given === undefined) await producedBy(made, out);
let count = 0;
const sums = { similarity: 0, words: 0, least: 1 };
for (const name of readdirSync(made).sort()) {
  if (!name.endsWith(".pdf")) continue;
  // name.producer.pdf is held against name.txt.
  const truth = [name.replace(/\.pdf$/, ".txt"), name.replace(/\..*$/, ".txt")].find((text) =>
    existsSync(join(made, text)),
  );
  if (truth === undefined) continue;
  const expected = readFileSync(join(made, truth), "utf8");
  const password = name.includes(".locked.") ? "harbour" : undefined;
  const text = (await readPages(readFileSync(join(made, name)), password)).join("\n");
  const [alike, words] = [similarity(text, expected), wordsF1(text, expected)];
  count++;
  sums.similarity += alike;
  sums.words += words;
  sums.least = Math.min(sums.least, alike);
  out(`${alike.toFixed(3)} ${words.toFixed(3)} ${basename(name)}`);
}
if (given === undefined) rmSync(made, { recursive: true });
const [alike, words] = [sums.similarity / count, sums.words / count];
out(
  `${count} files: similarity ${alike.toFixed(4)} (bar 0.97), words ${words.toFixed(4)} (bar 0.985), least ${sums.least.toFixed(3)} (bar 0.90)`,
);
process.exit(alike >= 0.97 && words >= 0.985 && sums.least >= 0.9 ? 0 : 1);
