import type { FetchedPage } from "../fetch/fetched-page.ts";
import { type ReadPage, readPageFacts } from "./page-facts.ts";
import { readSitemapUrls, type SitemapUrls } from "./sitemap-urls.ts";

/** What the sandbox does for a crawl. All of it survives a structured clone. */
export type SiteTask =
  | { readonly name: "page"; readonly fetched: Omit<FetchedPage, "body">; readonly body: Uint8Array }
  | { readonly name: "sitemap"; readonly max: number; readonly body: Uint8Array };

/** The result of each task. */
export interface SiteResults {
  readonly page: ReadPage;
  readonly sitemap: SitemapUrls;
}

/** Does a task. Pure. */
export function runSiteTask(task: SiteTask): SiteResults[SiteTask["name"]] {
  switch (task.name) {
    case "page":
      return readPageFacts({ ...task.fetched, body: task.body });
    case "sitemap":
      return readSitemapUrls(task.body, task.max);
  }
}
