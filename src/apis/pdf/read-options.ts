import type { z } from "zod";
import type { ExtractInput, parts } from "./input-schema.ts";

/** Reading options for the pages of one request. */
export interface ReadOptions
  extends Pick<z.output<typeof ExtractInput>, "hyphens" | "layout" | "tableFormat" | "dryRun"> {
  readonly include: readonly (typeof parts)[number][];
  readonly markdown: boolean;
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
