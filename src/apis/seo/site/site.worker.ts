import type { Steps } from "../../../kit/sandbox.ts";
import { readPageFacts } from "./page-facts.ts";
import { readRobotsRules } from "./robots-rules.ts";
import type { SiteResults, SiteTask } from "./site-tasks.ts";
import { readSitemapUrls } from "./sitemap-urls.ts";

/** Does one task of a crawl. Code that only reports need is loaded for the first of them: with it, a process takes 13 MB more. */
export const run: Steps<SiteTask, SiteResults[SiteTask["name"]]> = async function* (task) {
  switch (task.name) {
    case "page":
      yield readPageFacts({ ...task.fetched, body: task.body });
      break;
    case "sitemap":
      yield readSitemapUrls(task.body, task.max);
      break;
    case "robots":
      yield readRobotsRules(task.body, task.token);
      break;
    default: {
      const { runSiteTask } = await import("./site-tasks.ts");
      yield runSiteTask(task);
    }
  }
};
