import { pageSteps } from "../../../upstream/page-job.ts";
import { readMemberCompany } from "./read-page.ts";

/** Reads one response about an organization. */
export const run = pageSteps(readMemberCompany);
