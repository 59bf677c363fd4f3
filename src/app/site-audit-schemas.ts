import { PAGES_MAX } from "../apis/seo/site/crawl.ts";
import { isGlob } from "../apis/seo/site/glob.ts";
import { exportTables, SiteComparison, SiteReport } from "../apis/seo/site/report-schema.ts";
import type { SiteAuditSchemas } from "../site-audits/site-audit-contracts.ts";

/** Schemas that the contracts of site audits take from the API. */
export const siteAuditSchemas: SiteAuditSchemas = {
  report: SiteReport,
  comparison: SiteComparison,
  tables: exportTables,
  pagesMax: PAGES_MAX,
  isPattern: isGlob,
};
