import type { Hyphens } from "./output/text.ts";

/** What may be asked for beside the text. */
export const parts = [
  "words",
  "outline",
  "metadata",
  "links",
  "forms",
  "annotations",
  "attachments",
] as const;
export type Part = (typeof parts)[number];

/** In which order and form text comes: as it is read, as the content has it, or where it stands. */
export const layouts = ["reading", "raw", "spatial"] as const;
export type Layout = (typeof layouts)[number];

/** How the pages of one request are read. */
export interface ReadOptions {
  readonly include: readonly Part[];
  readonly hyphens: Hyphens;
  readonly layout: Layout;
  readonly markdown: boolean;
  /** Without the text: what kinds of pages there are. */
  readonly dryRun: boolean;
}
