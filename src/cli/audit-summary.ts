import { isRecord } from "../kit/record.ts";
import { stopText } from "../kit/site-overview.ts";
import { type Json, plainText } from "./format.ts";
import { wrapText } from "./text.ts";

const POINTS = 6;
const SEVERITY = 10;

interface Finding {
  readonly severity: string;
  readonly message: string;
  readonly points: number;
  readonly fix?: { readonly summary: string };
}

function isFinding(value: Json): value is Json & Finding {
  return isRecord(value) && typeof value.severity === "string" && typeof value.message === "string";
}

function rowOf({ points, severity, message, fix }: Finding, width: number): string {
  const indent = POINTS + SEVERITY;
  const lost = points === 0 ? "" : `-${points}`;
  const head = `${lost.padStart(POINTS - 2)}  ${severity.padEnd(SEVERITY)}`;
  const texts = [message, ...(fix === undefined ? [] : [fix.summary])];
  return (
    head +
    texts
      .map((text) => wrapText(plainText(text), width, indent))
      .join("\n")
      .trimStart()
  );
}

/** The score of an audited page and its findings, most points first. Undefined for JSON that is no report of a page. */
export function auditSummary(report: Json, width: number): string | undefined {
  if (!isRecord(report)) return undefined;
  const { score, findings, passed, url, finalUrl } = report;
  if (!isRecord(score) || typeof score.value !== "number" || !Array.isArray(findings)) return undefined;
  const found = findings.filter(isFinding);
  if (found.length < findings.length) return undefined;
  const address = finalUrl ?? url;
  const title = typeof address === "string" ? `Audit of ${plainText(address)}\n` : "";
  const counts = Array.isArray(passed) ? `, ${passed.length} checks passed` : "";
  return [
    `${title}Score ${score.value} of 100, ${found.length} findings${counts}`,
    ...(found.length === 0 ? [] : [found.map((one) => rowOf(one, Math.min(width, 120))).join("\n")]),
    "Add --json for the whole report.",
  ].join("\n\n");
}

const plural = (count: Json | undefined, noun: string) => `${Number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** The totals and issues of an audited site, and the findings on its pages. Undefined for JSON that is no report of a site. */
export function siteSummary(report: Json, stopReason?: string | null): string | undefined {
  if (!isRecord(report)) return undefined;
  const { startUrl, ending, totals, score, issues, checks = [] } = report;
  if (!isRecord(totals) || !isRecord(score) || !Array.isArray(issues)) return undefined;
  const found = issues.filter(isRecord);
  // Some checks are issues of the site too.
  const ids = new Set(found.map(({ id }) => id));
  const ofPages = (Array.isArray(checks) ? checks.filter(isRecord) : []).filter(
    ({ check }) => !ids.has(check),
  );
  const average = typeof score.average === "number" ? `, average score ${Math.round(score.average)}` : "";
  const counts = [...found.map(({ count }) => count), ...ofPages.map((check) => check.pages)];
  const widest = Math.max(0, ...counts.map((count) => String(count).length));
  const line = (count: unknown, ...words: unknown[]) =>
    `  ${plainText(String(count)).padStart(widest)}  ${words.map((word) => plainText(String(word)).padEnd(8)).join("  ")}`.trimEnd();
  const lines = found.map(({ count, severity, title }) => line(count, severity, title));
  const more = ofPages.map(({ pages, check }) => line(pages, check));
  const { pages, redirects, broken } = totals;
  return [
    `Site audit of ${plainText(String(startUrl))}`,
    `${plural(pages, "page")}, ${plural(redirects, "redirect")}, ${plural(broken, "broken URL")}${average}`,
    ...[stopText(stopReason ?? String(ending))].filter((text) => text !== undefined),
    "",
    ...(lines.length > 0 ? ["Issues:", ...lines] : more.length === 0 ? ["No issues."] : []),
    ...(more.length === 0 ? [] : ["Findings on pages, explained by quintet seo checks:", ...more]),
  ].join("\n");
}

const STYLES: readonly (readonly [code: number, text: RegExp])[] = [
  [1, /^(?:Audit|Site audit) of .*|^(?:Issues|Findings on pages,.*):$/gm],
  [32, /^Score (?:9\d|100) of 100/gm],
  [33, /^Score [5-8]\d of 100/gm],
  [31, /^Score [1-4]?\d of 100/gm],
  [31, /^[ \d-]{2,12} {2}(?:blocker|critical|high)\b/gm],
  [33, /^[ \d-]{2,12} {2}medium\b/gm],
];

/** The summary of an audit with colors. */
export function colored(text: string): string {
  return STYLES.reduce(
    (shown, [code, pattern]) => shown.replaceAll(pattern, `\u001b[${code}m$&\u001b[0m`),
    text,
  );
}
