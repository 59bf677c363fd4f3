import { z } from "zod";
import type { AgentOutput } from "../../../kit/descriptor.ts";
import { Extract, Page } from "../output-schema.ts";

const AgentPage = Page.omit({ text: true }).partial().required({ number: true });

/** The response without its text, and without what is the same on every page. */
const AgentExtract = Extract.omit({ text: true, pages: true })
  .partial()
  .extend({
    pageCount: z.int().describe("Pages of the file."),
    pages: z
      .array(AgentPage)
      .describe("Pages that are not plain text, and pages with what include asked for."),
    textPages: z.string().optional().describe("The pages whose text is given, such as 1-12."),
    nextPages: z
      .string()
      .optional()
      .describe("The pages that maxCharacters left out: pass it as pages to read on."),
  });

/** Data of a page besides its text; undefined for a page of plain text. */
function pageData(page: Extract["pages"][number]) {
  const {
    text: _,
    number,
    label: _label,
    width: _w,
    height: _h,
    rotation: _r,
    kind,
    quality,
    ...given
  } = page;
  if (kind === "text" && Object.keys(given).length === 0) return undefined;
  return { number, kind, ...(kind === "text" ? {} : { quality }), ...given };
}

/** The pages that fit, whole; at least a part of the first one. */
function fitting({ pages }: Extract, maxCharacters: number): { text: string; count: number } {
  const texts: string[] = [];
  let length = 0;
  for (const { text } of pages) {
    length += (text ?? "").length + 1;
    if (length > maxCharacters + 1 && texts.length > 0) break;
    texts.push((text ?? "").slice(0, maxCharacters));
  }
  return { text: texts.join("\f"), count: texts.length };
}

const rangeOf = (pages: Extract["pages"]) => `${pages[0]?.number}-${pages.at(-1)?.number}`;

/** The text of a PDF for agents: page after page with a form feed between, once. */
export const agentExtract: AgentOutput = {
  characters: 200_000,
  data: AgentExtract,
  present(output, maxCharacters) {
    const extract = Extract.parse(output);
    const { text, count } = fitting(extract, maxCharacters);
    const { text: _, pages, permissions, encrypted, tagged, ...facts } = extract;
    const left = pages.slice(count);
    return {
      text,
      data: {
        ...facts,
        ...(encrypted ? { encrypted, permissions } : {}),
        pages: pages.slice(0, count).flatMap((page) => pageData(page) ?? []),
        ...(count === 0 ? {} : { textPages: rangeOf(pages.slice(0, count)) }),
        ...(left.length === 0 ? {} : { nextPages: rangeOf(left) }),
      },
    };
  },
};
