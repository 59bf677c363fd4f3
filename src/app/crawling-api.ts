import examples from "../apis/examples.json" with { type: "json" };
import { exportTables, PAGES_MAX } from "../apis/seo/site/crawl.ts";
import { isGlob } from "../apis/seo/site/glob.ts";
import type { CrawlingApi } from "../site-audits/site-audit-schemas.ts";

const reports = (): typeof import("../apis/seo/site/report-schema.ts") =>
  require("../apis/seo/site/report-schema.ts");

/** The API that crawls for site audits: the one place that names it. */
export const crawlingApi: CrawlingApi = {
  name: "seo",
  report: () => reports().SiteReport,
  comparison: () => reports().SiteComparison,
  examples: {
    report: examples.readSiteAuditReport.response,
    comparison: examples.compareSiteAudits.response,
  },
  tables: exportTables,
  pagesMax: PAGES_MAX,
  isPattern: isGlob,
};
