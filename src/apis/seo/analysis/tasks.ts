import type { FetchedPage } from "../fetch/fetched-page.ts";
import { examineMeta } from "../report/head.ts";
import { type ExaminedPage, type ExamineOptions, examine } from "../report/report.ts";
import type { Meta } from "../report/schema/meta.ts";
import { canonicalFault, type LinkedPage, linksBack } from "./linked-page.ts";
import type { Effort } from "./read-page.ts";
import { readSitemap, type SitemapFile } from "./sitemap-file.ts";

/** The input of each task, beside the text itself. All of it survives a structured clone. */
export interface Tasks {
  readonly audit: { readonly fetched: Omit<FetchedPage, "body">; readonly options: ExamineOptions };
  readonly head: { readonly fetched: Omit<FetchedPage, "body"> };
  /** Why the canonical page cannot be indexed. */
  readonly canonical: { readonly linked: LinkedPage; readonly now: number };
  /** Whether a translation links back to one of the page's URLs. */
  readonly translation: { readonly linked: LinkedPage; readonly own: readonly string[] };
  readonly sitemap: { readonly truncated: boolean; readonly own: readonly string[] };
}

/** The result of each task. */
export interface Results {
  readonly audit: ExaminedPage;
  readonly head: Meta;
  readonly canonical: string | null;
  readonly translation: boolean;
  readonly sitemap: SitemapFile;
}

/**
 * The functions that read untrusted text, by name. Pure; throws `TooMuchEffort` where less than the full
 * effort is allowed and the text needs more.
 */
export const analyses: {
  readonly [Name in keyof Tasks]: (task: Tasks[Name], body: Uint8Array, effort?: Effort) => Results[Name];
} = {
  audit: ({ fetched, options }, body, effort) => examine({ ...fetched, body }, options, effort),
  head: ({ fetched }, body, effort) => examineMeta({ ...fetched, body }, effort),
  canonical: ({ linked, now }, body, effort) => canonicalFault(linked, now, body, effort),
  translation: ({ linked, own }, body, effort) => linksBack(linked, own, body, effort),
  sitemap: ({ truncated, own }, body) => readSitemap(body, truncated, own),
};
