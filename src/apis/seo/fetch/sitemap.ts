import type { AnalyzeProbe } from "../analysis/analysis-job.ts";
import { SITEMAP_BYTES } from "../analysis/sitemap-file.ts";
import type { Budget } from "./budget.ts";
import { read } from "./probe.ts";
import type { Probes } from "./probe-results.ts";

const SITEMAPS_MAX = 3;

/** Shared state of the probes of one audit. */
export interface ProbeContext {
  readonly budget: Budget;
  readonly analyze: AnalyzeProbe;
  /** The URLs of the page, without fragments. */
  readonly own: ReadonlySet<string>;
}

/**
 * Checks whether the site has a sitemap and whether it lists one of the page's URLs: in the files that
 * robots.txt names, else in /sitemap.xml; at most three files, gzipped or not.
 */
export async function probeSitemap(
  { budget, analyze, own }: ProbeContext,
  named: readonly string[],
  origin: string,
): Promise<Probes["sitemap"]> {
  const usual = `${origin}/sitemap.xml`;
  const waiting = named.length > 0 ? [...named] : [usual];
  const url = waiting[0] ?? usual;
  let found: boolean | undefined;
  let whole = true;
  let files = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (files >= SITEMAPS_MAX) {
      whole = false;
      break;
    }
    files++;
    const response = await read(budget, next, SITEMAP_BYTES);
    if (response === undefined) whole = false;
    else if (response.status >= 200 && response.status < 300) {
      found = true;
      const file = await analyze("sitemap", { truncated: response.truncated, own: [...own] }, response.body);
      if (file?.lists === true) return { found: true, lists: true, url: next };
      if (file?.whole !== true) whole = false;
      for (const location of file?.files ?? []) {
        if (waiting.length < SITEMAPS_MAX) waiting.push(location);
        else whole = false;
      }
    } else if (response.status < 500) found ??= false;
  }
  return { found, lists: found === true && whole ? false : undefined, url };
}
