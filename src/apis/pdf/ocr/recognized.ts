import type { Context } from "../../../kit/context.ts";
import type { ExtractMessage, ExtractTask } from "../job.ts";
import { escaped } from "../output/markdown-line.ts";
import type { ReadPage, UnreadablePage } from "../page.ts";
import { joined, type PageText } from "./page-text.ts";
import type { OcrPlan } from "./plan.ts";
import { type OcrFailure, recognize } from "./recognize.ts";

/** Replaces a page's missing text with the text from OCR. */
function withText(page: ReadPage, read: PageText, plan: OcrPlan, input: ExtractTask): ReadPage {
  const { confidence, words } = read;
  return {
    ...page,
    text: joined(read, input.hyphens, input.markdown ? escaped : undefined),
    ...(input.include.includes("words") ? { words: read.paragraphs.flat(2) } : {}),
    ocr: { language: plan.language, confidence, words },
  };
}

/**
 * Adds the text from OCR to the job's messages. The process that
 * read the file is free before the first page is rendered. Calls `unread` for each page that OCR could not read.
 */
export async function* recognized(
  messages: AsyncGenerator<ExtractMessage, void>,
  input: ExtractTask,
  plan: OcrPlan,
  context: Context,
  unread: (page: number, why: OcrFailure) => void,
): AsyncGenerator<ExtractMessage, void> {
  const read: (ReadPage | UnreadablePage)[] = [];
  let pages: readonly number[] = [];
  for await (const message of messages) {
    if (message.kind === "pages") read.push(...message.pages);
    else yield message;
    if (message.kind === "opened") pages = message.recognize;
  }
  if (input.dryRun || pages.length === 0) {
    yield { kind: "pages", pages: read };
    return;
  }
  const readings = recognize({ file: input.file, password: input.password }, pages, plan, context);
  for (const page of read) {
    const reading = page.kind === null ? undefined : await readings.get(page.number - 1);
    if (typeof reading === "string") unread(page.number, reading);
    const isRead = page.kind !== null && typeof reading === "object";
    yield { kind: "pages", pages: [isRead ? withText(page, reading, plan, input) : page] };
  }
}
