// Reads a folder of PDFs with one engine, in one process, once for each round: bun read.ts unpdf FOLDER, or with the root of a
// version of Quintet in place of `unpdf`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtractTask } from "../../src/apis/pdf/job.ts";
import { usualOrder } from "../../test/fixtures/pdf-corpus/read.ts";
import { serveRounds } from "../rounds.ts";

const [engine = "", folder = ""] = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".pdf"))
  .map((name) => new Uint8Array(readFileSync(`${folder}/${name}`)));

/** What is used of a version of Quintet, whose folder is given. */
interface Version {
  run(task: ExtractTask): AsyncIterable<{ readonly kind: string; readonly pages?: readonly unknown[] }>;
  warm(): Promise<void>;
}
const versionIn = async (root: string) => {
  const { run, warm }: Version = await import(join(root, "src/apis/pdf/worker.ts"));
  await warm();
  return async (file: Uint8Array) => {
    let pages = 0;
    for await (const message of run(usualOrder(file)))
      if (message.kind === "pages") pages += message.pages?.length ?? 0;
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

const read = await (engine === "unpdf" ? unpdf() : versionIn(engine));
await serveRounds(async () => {
  let pages = 0;
  for (const file of files) {
    try {
      pages += await read(file);
    } catch {
      // A file that one engine cannot read: the other has the same folder.
    }
  }
  return pages;
});
