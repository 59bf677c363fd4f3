/** @jsxImportSource hono/jsx */
import { describe, expect, test } from "bun:test";
import { hasEnded, stateOf } from "./jobs-page.tsx";
import { StateBar, StateCountList } from "./work-state.tsx";

const NONE = { succeeded: 0, failed: 0, canceled: 0, running: 0, queued: 0 };

const batch = (size: number, succeeded: number, failed: number, canceled = 0) => {
  const ended = succeeded + failed + canceled;
  return {
    ...({
      id: "b",
      kind: "batch",
      mode: "live",
      operation: "pdf.extract",
      size,
      ended,
      succeeded,
      failed,
    } as const),
    ...({ state: ended < size ? "running" : "finished", units: 0, code: null, hasResult: true } as const),
    ...{ createdAt: "2026-11-20T10:00:00.000Z", expiresAt: "2026-11-22T10:00:00.000Z" },
  };
};

describe("the states of jobs and batches", () => {
  test.each([
    ["running", batch(3, 1, 1)],
    ["succeeded", batch(3, 3, 0)],
    ["mixed", batch(3, 2, 1)],
    ["failed", batch(3, 0, 3)],
    ["canceled", batch(3, 1, 1, 1)],
    ["failed", { ...batch(1, 0, 1), kind: "job", state: "failed" } as const],
  ] as const)("%s", (state, job) => {
    expect(stateOf(job)).toBe(state);
    expect(hasEnded(job)).toBe(state !== "running");
  });

  test("a bar has a part for each state, and the smallest is wide enough to be seen", () => {
    const html = String(<StateBar counts={{ ...NONE, succeeded: 9_999, failed: 1 }} />);
    const parts = [...html.matchAll(/class="(\w+)" x="([\d.]+)%" width="([\d.]+)%"/g)];
    expect(parts.map(([, part]) => part)).toEqual(["succeeded", "failed"]);
    const widths = parts.map(([, , , width]) => Number(width));
    expect(widths[1]).toBeGreaterThan(1);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100);
  });

  test("counts of zero are left out, and those that failed have a link", () => {
    const html = String(
      <StateCountList counts={{ ...NONE, failed: 1_234, queued: 2 }} failedHref="/x?a&b" />,
    );
    expect(html.match(/<li>/g)).toHaveLength(2);
    expect(html).toContain('<a href="/x?a&amp;b">1,234 failed</a>');
    expect(html).toContain("2 queued");
  });
});
