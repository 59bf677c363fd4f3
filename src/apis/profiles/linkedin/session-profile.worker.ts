import { pageSteps } from "../../../upstream/page-job.ts";
import { readMemberProfile } from "./read-page.ts";

/** Reads one response about a person. */
export const run = pageSteps(readMemberProfile);
