// The job of this API. It runs in a sandbox process, which loads this file by its URL.
import { Problem } from "../../kit/problem.ts";
import type { Steps } from "../../kit/sandbox.ts";
import { attachmentsOf, factsOf, metadataOf, outlineOf } from "./engine/document.ts";
import { Form } from "./engine/form-fields.ts";
import { geometryOf, type OpenFile, openFile, pdfium, readFile } from "./engine/open-file.ts";
import { tooLarge } from "./engine/pdfium.ts";
import { readChars } from "./engine/read-chars.ts";
import type { ExtractMessage, ExtractTask } from "./job.ts";
import { linesOf } from "./layout/lines.ts";
import { RunningLines } from "./layout/running-lines.ts";
import { pagesToRecognize } from "./ocr/selection.ts";
import { OutlineHeadings } from "./output/outline-headings.ts";
import { type ReadPage, readPage, type UnreadablePage } from "./page.ts";
import { selectPages } from "./page-ranges.ts";
import { textOnly } from "./read-options.ts";
import { samples } from "./samples.ts";

/** The most characters of text per request; no honest document has more. */
const TEXT_MAX = 20_000_000;

/** A batch of pages is sent when it has this many characters or is this old; the first page at once. */
const BATCH_CHARACTERS = 64 * 1024;
const BATCH_MS = 20;

/** FORMTYPE_XFA_FULL, of fpdf_formfill.h. */
const DYNAMIC_XFA = 2;

/** Characters that a table cell adds to the size of a response. */
const CELL_CHARACTERS = 60;

function tableSize({ tables = [] }: ReadPage): number {
  const cells = tables.reduce((sum, { rows }) => sum + rows.length * (rows[0]?.length ?? 0), 0);
  return CELL_CHARACTERS * cells;
}

/** Finds running headers and footers, for which all selected pages are read; undefined if they are kept. */
function runningLinesOf(
  file: OpenFile,
  selected: readonly number[],
  { headers, dryRun }: ExtractTask,
): RunningLines | undefined {
  // A dry run returns no lines, and reading them all would be most of its time.
  if (headers === "keep" || dryRun) return undefined;
  const running = new RunningLines();
  for (const index of selected)
    file.withPage(index, (page) => {
      const chars = readChars(page, geometryOf(page).shown);
      running.add(linesOf(chars), chars, index);
    });
  return running;
}

function* pagesOf(
  file: OpenFile,
  input: ExtractTask,
  selected: readonly number[],
): Generator<readonly (ReadPage | UnreadablePage)[], void> {
  const form = Form.open(file);
  const running = runningLinesOf(file, selected, input);
  const outline = input.markdown ? new OutlineHeadings(outlineOf(file), file.pageCount) : undefined;
  let batch: (ReadPage | UnreadablePage)[] = [];
  let characters = 0;
  let total = 0;
  let began = 0;
  for (const index of selected) {
    const page = readPage(file, index, input, form, running, outline);
    if (file.pdfium.isFull) throw tooLarge();
    batch.push(page);
    characters += page.kind === null ? 0 : page.text.length + tableSize(page);
    if (characters < BATCH_CHARACTERS && performance.now() - began < BATCH_MS) continue;
    yield batch;
    total += characters;
    if (total > TEXT_MAX) {
      throw new Problem(
        "too-complex",
        "The pages have more than 20 million characters. Select a range with pages.",
        { parameter: "pages" },
      );
    }
    [batch, characters, began] = [[], 0, performance.now()];
  }
  if (batch.length > 0) yield batch;
}

function* extract(file: OpenFile, input: ExtractTask): Generator<ExtractMessage, void> {
  const { pageCount } = file;
  if (pageCount < 1) {
    throw new Problem("damaged", "The file has no pages. It is damaged or cut short.", { parameter: "file" });
  }
  const selected = selectPages(input.pages, pageCount);
  const { include, ocr } = input;
  const recognize: number[] = [];
  if (ocr !== undefined) {
    const looking = pagesToRecognize(file, selected, ocr);
    let found = looking.next();
    for (; found.done !== true; found = looking.next()) yield { kind: "progress" };
    recognize.push(...found.value);
  }
  yield {
    kind: "opened",
    selected: selected.length,
    recognize,
    isPlaceholder: file.pdfium.call("FPDF_GetFormType", file.handle) === DYNAMIC_XFA,
    document: {
      pageCount,
      ...factsOf(file),
      ...(include.includes("metadata") ? { metadata: metadataOf(file, input.file) } : {}),
      ...(include.includes("outline") ? { outline: outlineOf(file) } : {}),
      ...(include.includes("attachments") ? { attachments: attachmentsOf(file) } : {}),
    },
  };
  for (const pages of pagesOf(file, input, selected)) yield { kind: "pages", pages };
}

/** Opens the file, yields `opened`, and reads page after page as the caller asks for more. */
export const run: Steps<ExtractTask, ExtractMessage> = (input) =>
  readFile(input.file, input.password, (file) => extract(file, input));

/** Pages that a process reads while no run waits for it, so that its code is compiled. */
const WARM_PAGES = 40;

/** Loads PDFium and reads a sample page repeatedly: a process that is started ahead has compiled its code. */
export async function warm(): Promise<void> {
  const file = openFile(await pdfium(), samples.full.make(), undefined);
  for (let i = 0; i < WARM_PAGES; i++) readPage(file, 0, textOnly);
  file.close();
}
