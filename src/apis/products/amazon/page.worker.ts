import { pageSteps } from "../../../upstream/page-job.ts";
import { readPage } from "./read-page.ts";

/** Reads one product page. */
export const run = pageSteps(readPage);
