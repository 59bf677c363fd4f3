import type { TableFormat } from "./output/tables.ts";
import type { Hyphens } from "./output/text.ts";

/** Optional parts of the response. */
export const parts = [
  "tables",
  "words",
  "outline",
  "metadata",
  "links",
  "forms",
  "annotations",
  "attachments",
] as const;
export type Part = (typeof parts)[number];

/** The order of the text: reading order, content-stream order, or positions kept with spaces. */
export const layouts = ["reading", "raw", "spatial"] as const;
export type Layout = (typeof layouts)[number];

/** Reading options for the pages of one request. */
export interface ReadOptions {
  readonly include: readonly Part[];
  readonly hyphens: Hyphens;
  readonly layout: Layout;
  readonly markdown: boolean;
  /** How tables are written besides their cells. */
  readonly tableFormat: TableFormat;
  /** Returns only the kinds of the pages, without text. */
  readonly dryRun: boolean;
}

/** Reads the text of pages as calls without options do. */
export const textOnly: ReadOptions = {
  include: [],
  hyphens: "join",
  layout: "reading",
  markdown: false,
  dryRun: false,
  tableFormat: "cells",
};
