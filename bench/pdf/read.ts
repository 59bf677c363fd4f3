// Reads a folder of PDFs again and again with one engine, in one process, and says what it costs in the end.
import { readdirSync, readFileSync } from "node:fs";

const [engine = "", folder = ""] = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".pdf"))
  .map((name) => new Uint8Array(readFileSync(`${folder}/${name}`)));

const ours = async () => {
  const { run, warm } = await import("../../src/apis/pdf/worker.ts");
  const { usualOrder } = await import("../../test/pdf-corpus/read.ts");
  await warm();
  return async (file: Uint8Array) => {
    let pages = 0;
    for await (const message of run(usualOrder(file)))
      if (message.kind === "pages") pages += message.pages.length;
    return pages;
  };
};
/** The functions of unpdf that are used. It is installed beside the bench only: the project is checked without it. */
interface Unpdf {
  getDocumentProxy(file: Uint8Array): Promise<object>;
  extractText(document: object, options: { mergePages: boolean }): Promise<{ totalPages: number }>;
}
const unpdf = async () => {
  const name = "unpdf";
  const { extractText, getDocumentProxy }: Unpdf = await import(name);
  return async (file: Uint8Array) => {
    const document = await getDocumentProxy(file.slice());
    return (await extractText(document, { mergePages: false })).totalPages;
  };
};

const ROUNDS = 7;
const COUNTED = 3;

const read = await (engine === "ours" ? ours : unpdf)();
const rounds: { ms: number; pages: number; failed: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const before = process.cpuUsage();
  const report = { ms: 0, pages: 0, failed: 0 };
  for (const file of files) {
    try {
      report.pages += await read(file);
    } catch {
      report.failed++;
    }
  }
  const { user, system } = process.cpuUsage(before);
  report.ms = (user + system) / 1_000;
  rounds.push(report);
}
// The first rounds compile: a server that has run for a minute is measured, not one that starts.
const last = rounds.slice(-COUNTED).sort((a, b) => a.ms - b.ms);
console.log(JSON.stringify(last[last.length >> 1]));
