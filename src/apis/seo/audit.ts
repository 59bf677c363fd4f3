import type { Context } from "../../kit/context.ts";
import { Problem } from "../../kit/problem.ts";
import { analyzeFor, createProbeAnalyzer } from "./analysis/analysis-job.ts";
import { fetchedPage, fetchPage, fetchPageAndRobots } from "./fetch/fetch-page.ts";
import type { FetchedPage } from "./fetch/fetched-page.ts";
import type { Probe, Probes } from "./fetch/probe-results.ts";
import { renderedPage, renderPage } from "./fetch/render-page.ts";
import { runProbes } from "./fetch/run-probes.ts";
import { combineRendered, withFailure } from "./report/rendered.ts";
import type { ExaminedPage, ExamineOptions } from "./report/report.ts";
import type { Audit } from "./report/schema/audit.ts";
import type { Meta } from "./report/schema/meta.ts";
import { judgeProbes, score } from "./report/score.ts";
import type { InstalledBrowser } from "./settings.ts";

function tally(probes: readonly Probe[]): NonNullable<Audit["links"]["checked"]> {
  const of = (state: Probe["state"]) => probes.filter((probe) => probe.state === state).length;
  return {
    done: probes.length - of("skipped"),
    broken: of("broken"),
    unknown: of("unknown"),
    skipped: of("skipped"),
  };
}

function socialImageOf(probes: Probes | undefined): Audit["socialImage"] {
  const image = probes?.ogImage;
  if (image === undefined) return null;
  const { url, status, size } = image;
  return { url, status, width: size?.width ?? null, height: size?.height ?? null };
}

/** Puts a report together from a page that was examined and from what further fetches found, if any were made. */
export function compose({ report, judged, isHtml }: ExaminedPage, probes: Probes | undefined): Audit {
  const further = judgeProbes(probes);
  const scored = score([...judged.findings, ...further.findings], isHtml);
  const { url, finalUrl, fetchedAt, status, contentHash, checksVersion, ...rest } = report;
  return {
    url,
    finalUrl,
    fetchedAt,
    status,
    contentHash,
    checksVersion,
    score: scored.score,
    ...rest,
    links: {
      ...report.links,
      checked: probes === undefined ? null : tally([...probes.internal, ...probes.external]),
    },
    socialImage: socialImageOf(probes),
    findings: scored.findings.map((finding) => ({ ...finding, evidence: [...finding.evidence] })),
    passed: [...judged.passed, ...further.passed],
    notApplicable: [...judged.notApplicable, ...further.notApplicable],
  };
}

/** The operator's browser, and what it calls itself. */
export interface Browser extends InstalledBrowser {
  readonly userAgent: string;
}

/** Options of the audit of a page. */
export interface AuditOptions {
  readonly followLinks: boolean;
  readonly keyword?: string | undefined;
  /** Whether a page that scripts draw is rendered, if this server has a browser. */
  readonly render?: boolean;
  readonly browser?: Browser | undefined;
}

const NO_BROWSER = "This server does not render pages.";

/** Renders a page that scripts draw, and examines the result. If rendering fails, the page is used as sent. */
async function examineRendered(
  context: Context,
  page: FetchedPage,
  sent: ExaminedPage,
  { browser }: AuditOptions,
  options: ExamineOptions,
): Promise<ExaminedPage> {
  if (browser === undefined) return withFailure(sent, NO_BROWSER);
  const { body: _body, ...fetched } = page;
  try {
    const rendered = await renderPage(context, browser, page);
    if (URL.parse(rendered.url)?.origin !== new URL(page.finalUrl).origin)
      return withFailure(sent, "The page's scripts lead to another site.");
    const task = { fetched: renderedPage(fetched, rendered), options };
    return combineRendered(sent, await analyzeFor(context, "audit", task, rendered.body), rendered.url);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "client-left") throw error;
    return withFailure(
      sent,
      "The page could not be rendered within the limits of time, memory and disk space.",
    );
  }
}

/** Audits the page at a URL. Throws the problems of `Fetch` if it has no response to audit. */
export async function audit(context: Context, url: string, options: AuditOptions): Promise<Audit> {
  const { followLinks, keyword, render = false } = options;
  const now = context.now();
  const page = await fetchPageAndRobots(context.fetch, url, now);
  const { body, ...fetched } = page;
  const examining: ExamineOptions = keyword === undefined ? { followLinks } : { followLinks, keyword };
  const sent = await analyzeFor(context, "audit", { fetched, options: examining }, body);
  const isRendered = render && sent.report.rendering.jsDependent;
  const examined = isRendered ? await examineRendered(context, page, sent, options, examining) : sent;
  // Freed now, not when garbage is collected: after dozens of pages.
  if (body.buffer instanceof ArrayBuffer) body.buffer.transfer(0);
  if (examined.targets === undefined) return compose(examined, undefined);
  const { fetch, run } = context;
  const probes = await runProbes(
    fetch,
    createProbeAnalyzer(run, !context.isBackground),
    examined.targets,
    fetched.finalUrl,
    url,
    now,
  );
  return compose(examined, probes);
}

/** Reads what the head of the page at an address says. */
export async function meta(context: Context, url: string): Promise<Meta> {
  const { body, ...fetched } = fetchedPage(url, await fetchPage(context.fetch, url), context.now());
  return analyzeFor(context, "head", { fetched }, body);
}
