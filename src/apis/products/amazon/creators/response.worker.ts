import { pageSteps } from "../../../../upstream/page-job.ts";
import { readResponse } from "./read-response.ts";

/** Reads one response of the Creators API. */
export const run = pageSteps(readResponse);
