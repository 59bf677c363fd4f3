import { type AnalyzedSite, sortedItems, writtenItem } from "../../src/apis/seo/site/analyze-site.ts";
import { type IssueId, issueIds, issueKinds } from "../../src/apis/seo/site/issue-catalogue.ts";
import type { Fetch } from "../../src/kit/fetch.ts";
import { fetchOf, type GeneratedSite, groupText, itemText } from "./generated-site.ts";

/** Issues whose items are groups without an order. */
const GROUPS: ReadonlySet<IssueId> = new Set([
  "title-duplicate",
  "description-duplicate",
  "duplicate-content",
  "near-duplicate-content",
]);
/** Issues whose related URLs the generator does not tell. */
const ALONE: ReadonlySet<IssueId> = new Set(["soft-404", "noindex-linked"]);

/** The network of a generated site: the site, and one other that exists. */
export function networkOf(site: GeneratedSite, onRequest: (url: URL) => void = () => {}): Fetch {
  const { host } = new URL(site.origin);
  return fetchOf((url) => {
    onRequest(url);
    if (url.host === host) return site.respond(url);
    return url.host === "other.example" ? { status: 200, headers: {}, body: "ok", ttfbMs: 1 } : undefined;
  });
}

/** What a crawl found and the generator did not seed, and the other way round. Empty for an exact crawl. */
export function differences(generated: GeneratedSite, site: AnalyzedSite): string[] {
  return issueIds.flatMap((id) => {
    const isNotice = issueKinds[id].severity === "notice";
    const items = sortedItems(site, id).map((item) => writtenItem(site.graph, item));
    const found = new Set(
      items
        .filter(({ url }) => !(isNotice && generated.isTrap(url)))
        .map(({ url, detail, related }) => {
          if (GROUPS.has(id)) return groupText([url, ...related]);
          if (id === "unknown-url-ok") return detail.slice(generated.origin.length).replace(/[^/]*$/, "");
          return itemText(url, ALONE.has(id) ? [] : related);
        }),
    );
    const wanted = generated.expected.get(id) ?? new Set<string>();
    const extra = [...found].filter((item) => !wanted.has(item)).map((item) => `${id}: not seeded: ${item}`);
    const missing = [...wanted].filter((item) => !found.has(item)).map((item) => `${id}: not found: ${item}`);
    return [...extra, ...missing];
  });
}
