import { type Facts, NO_PAGE } from "../analysis/facts.ts";
import { botNames, botVerdict, concerning } from "../analysis/indexability.ts";
import { isSameAddress } from "../analysis/links.ts";
import { isIndexedType } from "../analysis/media-type.ts";
import { refreshTarget } from "../checks/indexability.ts";
import type { Indexability } from "./schema/judgement.ts";

function fetchState({ fetched, softError }: Facts, blocked: boolean): Indexability["pageFetchState"] {
  const { status, stopped } = fetched;
  if (blocked) return "BLOCKED_ROBOTS_TXT";
  if (stopped !== undefined || (status >= 300 && status < 400)) return "REDIRECT_ERROR";
  if (softError !== undefined) return "SOFT_404";
  if (status >= 200 && status < 300) return "SUCCESSFUL";
  if (status === 404 || status === 410) return "NOT_FOUND";
  if (status === 401) return "ACCESS_DENIED";
  if (status === 403) return "ACCESS_FORBIDDEN";
  return status >= 500 || status === 429 ? "SERVER_ERROR" : "BLOCKED_4XX";
}

/** Directives listed as reasons; one is enough to keep a page out. */
const REASONS_MAX = 20;

/** Gives the verdict about a page in the words of Search Console, with what decides it: for Google, and for each crawler. */
export function indexability(facts: Facts): Indexability {
  const { fetched, robots, url, canonical, isOk, noPage, mediaType, softError } = facts;
  const ruling = facts.rulingOf("googlebot");
  const forbidden = concerning(facts.forbidden, "googlebot");
  const reasons: Indexability["reasons"] = [];
  if (!isOk) {
    const [check, detail] =
      fetched.stopped === undefined
        ? ["status-not-ok", `The URL returns status ${fetched.status}.`]
        : ["redirect-loop", NO_PAGE.endless];
    reasons.push({ check, source: "status", detail });
  }
  if (!ruling.allowed) {
    reasons.push({
      check: robots.state === "unreachable" ? "robots-txt-unreachable" : "robots-txt-blocked",
      source: "robots.txt",
      detail: ruling.rule?.text ?? "robots.txt cannot be fetched, so Google does not crawl this site.",
      line: ruling.rule?.line,
    });
  }
  for (const { source, text, line } of forbidden.slice(0, REASONS_MAX)) {
    reasons.push({ check: "noindex", source, detail: text, line });
  }
  if (isOk && noPage === "empty") {
    const detail = `Status ${fetched.status} without content: there is nothing to index.`;
    reasons.push({ check: "response-empty", source: "status", detail });
  } else if (isOk && noPage === "file" && !isIndexedType(mediaType.detected)) {
    const detail = `Google does not index files of the type ${mediaType.detected}.`;
    reasons.push({ check: "file-type-not-indexed", source: "content-type", detail });
  }
  if (softError !== undefined) reasons.push({ check: "soft-404", source: "status", detail: softError });
  const indexable = reasons.length === 0;
  const elsewhere = canonical !== undefined && !isSameAddress(canonical, url.href);
  if (elsewhere) reasons.push({ check: "canonical-elsewhere", source: "canonical", detail: canonical });
  const refresh = refreshTarget(facts);
  if (refresh !== undefined) {
    const source = refresh.element === undefined ? "header" : "meta";
    reasons.push({ check: "meta-refresh", source, detail: refresh.url });
  }
  const hasContent = isOk && noPage !== "empty" && softError === undefined;
  const [strictest] = forbidden;
  return {
    verdict: indexable ? (elsewhere || refresh !== undefined ? "NEUTRAL" : "PASS") : "FAIL",
    indexable,
    pageFetchState: fetchState(facts, !ruling.allowed),
    robotsTxtState: ruling.allowed ? "ALLOWED" : "DISALLOWED",
    indexingState: !ruling.allowed
      ? "BLOCKED_BY_ROBOTS_TXT"
      : strictest === undefined
        ? "INDEXING_ALLOWED"
        : strictest.source === "meta"
          ? "BLOCKED_BY_META_TAG"
          : "BLOCKED_BY_HTTP_HEADER",
    userCanonical: canonical ?? null,
    reasons,
    bots: Object.fromEntries(
      botNames.map((bot) => [bot, botVerdict(facts.rulingOf(bot), facts.forbidden, hasContent, bot)]),
    ) as Indexability["bots"],
  };
}
