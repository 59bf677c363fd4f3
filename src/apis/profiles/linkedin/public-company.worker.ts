import { pageSteps } from "../../../upstream/page-job.ts";
import { readGuestCompany } from "./read-page.ts";

/** Reads one guest page of an organization. */
export const run = pageSteps(readGuestCompany);
