import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { producedBy } from "../../test/fixtures/pdf-corpus/producers.ts";
import { pdfOf, stream } from "../../test/fixtures/pdf-writer.ts";
import type { Cost } from "../rounds.ts";

const WORDS =
  "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were her all she there would their we him been has when who will no more if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three".split(
    " ",
  );

/** How many files of how many pages: most PDFs are short. */
const SHAPES = [
  [10, 1],
  [3, 5],
  [1, 20],
] as const;

let seed = 7;
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

function line(): string {
  let text = "";
  while (text.length < 76) text += `${text === "" ? "" : " "}${WORDS[random(WORDS.length)]}`;
  return text;
}

/** A page of 46 lines of running text, as print has them. */
function content(): string {
  const lines = Array.from({ length: 46 }, () => `(${line()}) Tj T*`);
  return `BT /F1 10 Tf 14 TL 60 780 Td\n${lines.join("\n")}\nET`;
}

/** A file of running text. */
export function prose(pages: number): Uint8Array<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, i) => `${4 + 2 * i} 0 R`).join(" ");
  const objects = Array.from({ length: pages }, (_, i) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    stream(content()),
  ]).flat();
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...objects,
  ]);
}

/** Writes the corpus into a folder; how many pages it has. */
export function writeCorpus(folder: string): number {
  mkdirSync(folder, { recursive: true });
  let pages = 0;
  for (const [files, each] of SHAPES) {
    for (let i = 0; i < files; i++) {
      writeFileSync(`${folder}/${each}-pages-${i}.pdf`, prose(each));
      pages += each;
    }
  }
  return pages;
}

/** Writes the corpus and what the programs of this machine make of it into a folder. Peers are not given passwords. */
export async function writeWholeCorpus(folder: string): Promise<void> {
  writeCorpus(folder);
  await producedBy(folder, console.log);
  for (const name of readdirSync(folder)) if (name.includes(".locked.")) rmSync(join(folder, name));
}

/** Cost of a page with pdftotext, a process for each file; undefined where it is not installed. */
export async function pdftotextCost(folder: string, pages: number): Promise<Cost | undefined> {
  if (Bun.which("pdftotext") === null) return undefined;
  const began = performance.now();
  let cpuMs = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".pdf"))) {
    const child = Bun.spawn(["pdftotext", join(folder, name), "-"], { stdout: "ignore", stderr: "ignore" });
    await child.exited;
    cpuMs += Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000;
  }
  return { cpuMs: cpuMs / pages, wallMs: (performance.now() - began) / pages };
}
