import { pageSteps } from "../../../upstream/page-job.ts";
import { readResponse } from "./read-page.ts";

/** Reads one response about a person or an organization. */
export const run = pageSteps(readResponse);
