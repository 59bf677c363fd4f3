import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Audit } from "../../src/apis/seo/report/schema/audit.ts";
import { auditPage } from "./dom-facts.ts";
import type { FieldPage } from "./field-pages.ts";

/** Each audit of Lighthouse's SEO category, and the checks of ours that say the same. */
export const COUNTERPARTS: Readonly<Record<string, readonly string[]>> = {
  "is-crawlable": ["noindex", "robots-txt-blocked"],
  "document-title": ["title-missing"],
  "meta-description": ["description-missing"],
  "http-status-code": ["status-not-ok"],
  "link-text": ["link-text-generic"],
  "crawlable-anchors": ["link-not-crawlable", "link-to-localhost"],
  "robots-txt": ["robots-txt-invalid", "robots-txt-unreachable"],
  "image-alt": ["image-alt-missing"],
  hreflang: ["hreflang-invalid-code", "hreflang-relative"],
  canonical: ["canonical-conflict", "canonical-relative", "canonical-elsewhere"],
  "structured-data": ["jsonld-invalid", "schema-required-missing", "schema-context-missing"],
};

interface Verdicts {
  readonly url: string;
  readonly version: string;
  readonly error: string | null;
  readonly audits: Readonly<Record<string, string>>;
}

/** One verdict of Lighthouse beside ours. */
export interface Comparison {
  readonly page: string;
  readonly audit: string;
  readonly theirs: "pass" | "fail";
  readonly ours: "pass" | "fail";
  /** Why they differ on purpose. */
  readonly reason: string | undefined;
}

const PROGRAM = fileURLToPath(new URL("../../bench/lighthouse.mjs", import.meta.url));

/** Whether Lighthouse is installed (`npm ci` in `bench`). */
export const hasLighthouse = existsSync(new URL("../../bench/node_modules/lighthouse", import.meta.url));

/** Serves a page at `/page` of an origin of its own, with its robots.txt. */
function serve({ html, status = 200, headers = {}, robots = [404, ""] }: FieldPage) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, origin } = new URL(request.url);
      if (pathname === "/robots.txt") return new Response(robots[1], { status: robots[0] });
      if (pathname !== "/page") return new Response(null, { status: 404 });
      const type = { "Content-Type": "text/html; charset=utf-8" };
      return new Response(html.replaceAll("ORIGIN", origin), { status, headers: { ...type, ...headers } });
    },
  });
}

/** Our verdict about what an audit of Lighthouse looks at. */
function verdictOf({ findings }: Audit, audit: string): "pass" | "fail" {
  const checks = COUNTERPARTS[audit] ?? [];
  const found = findings.filter(({ check }) => checks.includes(check));
  // A canonical address at another page is a mistake for Lighthouse where it is the root or a translation: so here.
  const isFault = found.some(
    ({ check, severity }) => check !== "canonical-elsewhere" || severity === "medium",
  );
  return isFault ? "fail" : "pass";
}

/** Audits pages with Lighthouse and with Quintet, and compares each verdict. */
export async function compareWithLighthouse(
  chrome: string,
  pages: readonly FieldPage[],
): Promise<{ readonly version: string; readonly comparisons: readonly Comparison[] }> {
  const servers = pages.map(serve);
  const urls = servers.map((server) => new URL("/page", server.url).href);
  try {
    const input = new TextEncoder().encode(JSON.stringify({ chrome, urls }));
    const child = Bun.spawn(["node", PROGRAM], { stdio: [input, "pipe", "inherit"] });
    const lines = (await new Response(child.stdout).text()).trim().split("\n");
    if ((await child.exited) !== 0) throw new Error("Lighthouse did not run");
    const results = lines.map((line) => JSON.parse(line) as Verdicts);
    const comparisons: Comparison[] = [];
    for (const [i, field] of pages.entries()) {
      const { audits = {} } = results[i] ?? {};
      const report = await auditPage(urls[i] ?? "");
      for (const [audit, verdict] of Object.entries(audits)) {
        if (COUNTERPARTS[audit] === undefined) throw new Error(`${audit} has no counterpart`);
        // What Lighthouse does not apply, it does not fail.
        const theirs = verdict === "fail" ? "fail" : "pass";
        if (verdict === "manual" || verdict === "error") continue;
        const ours = verdictOf(report, audit);
        comparisons.push({ page: field.name, audit, theirs, ours, reason: field.differs?.[audit] });
      }
    }
    return { version: results[0]?.version ?? "", comparisons };
  } finally {
    for (const server of servers) await server.stop(true);
  }
}

/** The table of agreement: a line for each audit, and one for each difference. */
export function agreement(comparisons: readonly Comparison[]): {
  readonly lines: string[];
  readonly unexplained: number;
} {
  const lines: string[] = [];
  for (const audit of Object.keys(COUNTERPARTS)) {
    const of = comparisons.filter((comparison) => comparison.audit === audit);
    const same = of.filter(({ theirs, ours }) => theirs === ours);
    const failing = of.filter(({ theirs }) => theirs === "fail").length;
    lines.push(
      of.length === 0
        ? `${audit}: manual in Lighthouse; ${COUNTERPARTS[audit]?.join(", ")} here`
        : `${audit}: ${same.length} of ${of.length} agree (Lighthouse fails ${failing})`,
    );
  }
  let unexplained = 0;
  for (const { page, audit, theirs, ours, reason } of comparisons) {
    if (theirs === ours) continue;
    if (reason === undefined) unexplained++;
    lines.push(
      `${reason === undefined ? "DIFFERS" : "differs"}  ${page}: ${audit} ${theirs}, ours ${ours}${reason === undefined ? "" : `. ${reason}`}`,
    );
  }
  return { lines, unexplained };
}

const cell = (checks: readonly string[]) => checks.map((check) => `\`${check}\``).join(", ");

/** The table of agreement as docs/seo.md has it. */
export function agreementTable(version: string, comparisons: readonly Comparison[], pages: number): string {
  const rows = Object.entries(COUNTERPARTS).map(([audit, checks]) => {
    const of = comparisons.filter((comparison) => comparison.audit === audit);
    const different = of.filter(({ theirs, ours }) => theirs !== ours);
    const fails = of.filter(({ theirs }) => theirs === "fail").length;
    const reasons = [...new Set(different.map(({ reason }) => reason ?? "Not explained."))].join(" ");
    return of.length === 0
      ? `| \`${audit}\` | ${cell(checks)} | manual | | Manual in Lighthouse; checked here by Google's required properties. |`
      : `| \`${audit}\` | ${cell(checks)} | ${of.length - different.length} of ${of.length} | ${fails} | ${reasons} |`;
  });
  return [
    "| Lighthouse audit | checks here | agree | Lighthouse fails | differences |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    `Measured with Lighthouse ${version} on ${pages} pages.`,
  ].join("\n");
}
