import { PAGES_MAX } from "../apis/seo/site/crawl.ts";
import { isGlob } from "../apis/seo/site/glob.ts";
import { exportTables, SiteComparison, SiteReport } from "../apis/seo/site/report-schema.ts";
import type { CrawlingApi } from "../site-audits/site-audit-schemas.ts";

/** The API that crawls for site audits: the one place that names it. */
export const crawlingApi: CrawlingApi = {
  name: "seo",
  report: SiteReport,
  comparison: SiteComparison,
  tables: exportTables,
  pagesMax: PAGES_MAX,
  isPattern: isGlob,
};
