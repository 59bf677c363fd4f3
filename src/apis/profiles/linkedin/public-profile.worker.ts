import { pageSteps } from "../../../upstream/page-job.ts";
import { readGuestProfile } from "./read-page.ts";

/** Reads one guest page of a person. */
export const run = pageSteps(readGuestProfile);
