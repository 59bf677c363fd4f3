import type { Steps } from "../../../kit/sandbox.ts";
import { runSiteTask, type SiteResults, type SiteTask } from "./site-tasks.ts";

/** Does one task of a crawl. */
export const run: Steps<SiteTask, SiteResults[SiteTask["name"]]> = function* (task) {
  yield runSiteTask(task);
};
