import examples from "../apis/examples.json" with { type: "json" };
import { PAGES_MAX } from "../apis/seo/site/crawl.ts";
import { isGlob } from "../apis/seo/site/glob.ts";
import { exportTables, SiteComparison, SiteReport } from "../apis/seo/site/report-schema.ts";
import type { CrawlingApi } from "../site-audits/site-audit-schemas.ts";

/** The API that crawls for site audits: the one place that names it. */
export const crawlingApi: CrawlingApi = {
  name: "seo",
  report: SiteReport,
  comparison: SiteComparison,
  examples: {
    report: examples.readSiteAuditReport.response,
    comparison: examples.compareSiteAudits.response,
  },
  tables: exportTables,
  pagesMax: PAGES_MAX,
  isPattern: isGlob,
};
