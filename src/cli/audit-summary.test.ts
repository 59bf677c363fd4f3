import { expect, test } from "bun:test";
import sample from "../apis/seo/samples/audit.json";
import { auditSummary, colored } from "./audit-summary.ts";
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

test("colors change no text", () => {
  const text = auditSummary(report, 80) ?? "";
  const shown = colored(text);
  expect(shown).toContain(`\u001b[33mScore ${sample.score.value} of 100\u001b[0m`);
  expect(shown).toContain("high\u001b[0m");
  expect(Bun.stripANSI(shown)).toBe(text);
});
