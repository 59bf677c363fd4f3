import { pageSteps } from "../../../upstream/page-job.ts";
import { readPage } from "./read-page.ts";

/** Reads one product's page. */
export const run = pageSteps(readPage);
