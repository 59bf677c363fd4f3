import { expect, test } from "bun:test";
import sample from "../apis/seo/samples/audit.json";
import { auditSummary, colored, siteSummary } from "./audit-summary.ts";
import type { Json } from "./format.ts";

const report = JSON.parse(JSON.stringify(sample)) as Json & typeof sample;

test("the score comes first, then every finding with its points and what mends it", () => {
  const lines = (auditSummary(report, 80) ?? "").split("\n");
  expect(lines.slice(0, 2)).toEqual([
    `Audit of ${sample.finalUrl}`,
    `Score ${sample.score.value} of 100, ${sample.findings.length} findings, ${sample.passed.length} checks passed`,
  ]);
  const text = lines.join(" ").replaceAll(/\s+/g, " ");
  for (const { message, fix, severity } of sample.findings) {
    expect(text).toContain(message.replaceAll(/\s+/g, " "));
    expect(text).toContain(fix.summary);
    expect(text).toContain(severity);
  }
  expect(lines.filter((line) => line.length > 80 && line.trim().includes(" "))).toEqual([]);
});

test("hostile texts stay on their lines", () => {
  const message = "one\n-99  critical  two\u001b[2Jthree";
  const text = auditSummary({ score: { value: 1 }, findings: [{ severity: "low", message, points: 0 }] }, 80);
  expect(text).not.toContain("\u001b");
  expect(text?.split("\n").some((line) => line.startsWith("-99"))).toBe(false);
});

test.each([
  ["parts of a report", { score: { value: 1 } }],
  ["another report", { score: { average: 1 }, findings: [] }],
  ["findings of another form", { score: { value: 1 }, findings: ["a"] }],
  ["a list", []],
  ["a text", "score"],
  ["null", null],
])("%s is no audit", (_name, value) => {
  expect(auditSummary(value, 80)).toBeUndefined();
});

test("a site's summary says in words why it ended, and has its issues on their lines", () => {
  const issues = [
    { title: "Broken\u001b links\nIssues:", severity: "critical", count: 12 },
    { title: "Long titles", severity: "low", count: 3 },
  ];
  const report = {
    startUrl: "https://example.com/",
    ending: "page-limit",
    totals: { pages: 1, redirects: 2, broken: 0 },
  };
  const text = siteSummary({ ...report, score: { average: 54.4 }, issues }, null) ?? "";
  expect(text.split("\n")).toEqual([
    "Site audit of https://example.com/",
    "1 page, 2 redirects, 0 broken URLs, average score 54",
    "The audit reached its page limit.",
    "",
    "Issues:",
    "  12  critical  Broken\uFFFD links Issues:",
    "   3  low       Long titles",
  ]);
  expect(siteSummary({ ...report, ending: "complete", score: {}, issues: [] })).toEndWith("\n\nNo issues.");
  const checks = [
    { check: "lang-missing", pages: 4 },
    { check: "h1-missing", pages: 2 },
  ];
  const ofSite = [{ id: "h1-missing", title: "Pages without h1", severity: "low", count: 2 }];
  expect(siteSummary({ ...report, score: {}, issues: ofSite, checks })).toEndWith(
    "\nIssues:\n  2  low       Pages without h1\nFindings on pages, explained by quintet seo checks:\n  4  lang-missing",
  );
  expect(siteSummary(["a"])).toBeUndefined();
});

test("colors change no text", () => {
  const text = auditSummary(report, 80) ?? "";
  const shown = colored(text);
  expect(shown).toContain(`\u001b[33mScore ${sample.score.value} of 100\u001b[0m`);
  expect(shown).toContain("high\u001b[0m");
  expect(Bun.stripANSI(shown)).toBe(text);
});
