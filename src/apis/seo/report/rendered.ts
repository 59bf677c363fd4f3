import type { ExaminedPage } from "./report.ts";
import type { Audit } from "./schema/audit.ts";
import type { ScoredCheck } from "./score.ts";

/** Checks of the response as it was sent; what scripts make of it does not change them. */
const OF_RESPONSE: ReadonlySet<string> = new Set([
  "js-dependent",
  "compression-missing",
  "content-type-wrong",
  "charset-problem",
  "html-too-large",
  "ttfb-slow",
]);

type Facts = NonNullable<Audit["rendering"]["html"]>;

/** The facts that are compared, as a report has them. */
function factsOf(report: ExaminedPage["report"]): Facts {
  return {
    title: report.title.text,
    metaDescription: report.metaDescription.text,
    canonical: report.canonical.url,
    robots: report.robots.meta,
    lang: report.lang,
    h1: report.headings.h1,
    wordCount: report.content.wordCount,
    links: report.links.total,
    images: report.images.total,
    structuredData: report.structuredData.items.length,
  };
}

function keys<Of extends object>(of: Of): (keyof Of)[] {
  // A literal of `factsOf` has no other members.
  return Object.keys(of) as (keyof Of)[];
}

/** Takes the outcomes of some checks from the page as it was sent, all others from the rendered one. */
function combine(sent: ScoredCheck, rendered: ScoredCheck): ScoredCheck {
  const merge = <One>(listOf: (judged: ScoredCheck) => readonly One[], idOf: (one: One) => string) => [
    ...listOf(rendered).filter((one) => !OF_RESPONSE.has(idOf(one))),
    ...listOf(sent).filter((one) => OF_RESPONSE.has(idOf(one))),
  ];
  const idOf = ({ check }: { readonly check: string }) => check;
  return {
    findings: merge(({ findings }) => findings, idOf),
    passed: merge(
      ({ passed }) => passed,
      (check) => check,
    ),
    notApplicable: merge(({ notApplicable }) => notApplicable, idOf),
  };
}

/**
 * The report of a rendered page: its contents after scripts have run, and what they changed. If the page as
 * sent forbids indexing, that verdict is kept, because Google does not render such pages.
 */
export function combineRendered(sent: ExaminedPage, rendered: ExaminedPage, url: string): ExaminedPage {
  const html = factsOf(sent.report);
  const after = factsOf(rendered.report);
  const changed = keys(html).filter((key) => JSON.stringify(html[key]) !== JSON.stringify(after[key]));
  const { finalUrl, contentHash, fetch, rendering, indexability } = sent.report;
  return {
    ...rendered,
    judged: combine(sent.judged, rendered.judged),
    report: {
      ...rendered.report,
      finalUrl,
      contentHash,
      fetch,
      indexability: indexability.verdict === "FAIL" ? indexability : rendered.report.indexability,
      rendering: { ...rendering, mode: "rendered", url, html, changed },
    },
  };
}

/** The report of a page that was not rendered, with the reason. */
export function withFailure(sent: ExaminedPage, failure: string): ExaminedPage {
  return { ...sent, report: { ...sent.report, rendering: { ...sent.report.rendering, failure } } };
}
