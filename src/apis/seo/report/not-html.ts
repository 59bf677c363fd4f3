import { Problem } from "../../../kit/problem.ts";
import type { Facts } from "../analysis/facts.ts";
import { concerning } from "../analysis/indexability.ts";
import { nameOfType } from "../analysis/media-type.ts";
import type { Indexability } from "./schema/judgement.ts";

/** Indexability of a file that is not HTML, for its problem document. */
type FileIndexability = Pick<Indexability, "indexingState" | "reasons"> & Partial<Indexability>;

/** Reports whether a response gets a report: a page does, and so does an error or a redirect, whatever its body is. */
export function isReportable({ mediaType, isOk }: Facts): boolean {
  return mediaType.isHtml || !isOk;
}

/** Indexability by the X-Robots-Tag header alone, for a response whose robots.txt was not fetched. */
export function headerIndexability({ forbidden }: Facts): FileIndexability {
  const found = concerning(forbidden, "googlebot");
  const reasons = found.slice(0, 20).map(({ source, text }) => ({ check: "noindex", source, detail: text }));
  return { indexingState: found.length === 0 ? "INDEXING_ALLOWED" : "BLOCKED_BY_HTTP_HEADER", reasons };
}

function detailOf({ mediaType }: Facts): string {
  const { declared, detected, isForbidden } = mediaType;
  if (isForbidden) {
    const type = declared === null ? "there is no Content-Type" : `Content-Type is ${declared}`;
    return `The body looks like HTML, but ${type}, and X-Content-Type-Options: nosniff keeps browsers from treating it as HTML. Send Content-Type: text/html.`;
  }
  if (detected === null) return "The URL returns an empty response without a Content-Type, not an HTML page.";
  const other = declared === null || declared === detected ? "" : ` Its Content-Type is ${declared}.`;
  return `The URL returns ${nameOfType(detected)} (${detected}), not an HTML page.${other} Send the URL of a page.`;
}

/** The problem of a file that is no page, with what its headers and robots.txt say about the index. */
export function notHtml(facts: Facts, indexability: FileIndexability): Problem {
  const { declared, detected } = facts.mediaType;
  const { reasons, bots: _bots, ...verdict } = indexability;
  const header = (facts.fetched.headers.get("x-robots-tag") ?? [])
    .slice(0, 20)
    .map((line) => line.slice(0, 500));
  return new Problem("not-html", detailOf(facts), {
    parameter: "url",
    members: {
      mediaType: { declared, detected },
      indexability: {
        ...verdict,
        reasons: reasons.map((reason) => ({ ...reason, detail: reason.detail.slice(0, 500) })),
      },
      robots: { header },
    },
  });
}
