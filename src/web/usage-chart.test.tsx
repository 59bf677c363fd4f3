/** @jsxImportSource hono/jsx */
import { describe, expect, test } from "bun:test";
import { axisSteps, UsageChart } from "./usage-chart.tsx";

const TODAY = "2026-11-20";

function render(props: Partial<Parameters<typeof UsageChart>[0]>): string {
  return String(
    <UsageChart api="pdf" unit="pages" days={[]} keyUsage={[]} keys={[]} today={TODAY} {...props} />,
  );
}

const key = (id: string) => ({
  ...{
    id,
    name: `name ${id}`,
    hint: "qt_live_…abcd",
    mode: "live" as const,
    apis: null,
    allowedIps: null,
    isRotated: false,
    createdAt: TODAY,
  },
  ...{ expiresAt: null, revokedAt: null, lastUsedOn: null, undoUntil: null },
});

describe("the chart of usage", () => {
  test.each([1, 2, 3, 4, 7, 9, 11, 99, 100, 101, 4_999, 1_234_567])(
    "has an axis of a few round steps that reaches %d",
    (most) => {
      const steps = axisSteps(most);
      expect(steps[0]).toBe(0);
      expect(steps.at(-1)).toBeGreaterThanOrEqual(most);
      expect(steps.length).toBeLessThanOrEqual(5);
      expect(steps.every(Number.isInteger)).toBe(true);
      expect(new Set(steps).size).toBe(steps.length);
    },
  );

  test("shows each key with a color and the same numbers as a table, and what belongs to no known key", () => {
    const html = render({
      keys: [key("a"), key("b")],
      days: [{ day: TODAY, api: "pdf", calls: 3, units: 1_060 }],
      keyUsage: [
        { day: TODAY, key: "a", api: "pdf", calls: 1, units: 1_000 },
        { day: TODAY, key: "b", api: "pdf", calls: 1, units: 50 },
        { day: TODAY, key: null, api: "pdf", calls: 1, units: 7 },
        { day: TODAY, key: "a", api: "seo", calls: 9, units: 9 },
      ],
    });
    for (const text of ["name a", "name b", "Signed in, no key", "Other keys: 3", "1,060 pages in 31 days"]) {
      expect([text, html.includes(text)]).toEqual([text, true]);
    }
    expect(html).toContain(">1,060</td>");
    expect(html).not.toContain("seo");
    expect(html.match(/<rect/g)).toHaveLength(4 + 4);
  });

  test("counts calls where a quota does", () => {
    const html = render({
      unit: "calls",
      days: [{ day: TODAY, api: "pdf", calls: 3, units: 1_060 }],
      keyUsage: [{ day: TODAY, key: null, api: "pdf", calls: 2, units: 1_000 }],
    });
    expect(html).toContain("3 calls in 31 days");
    expect(html).toContain("Signed in, no key: 2");
    expect(html).toContain("Other keys: 1");
    expect(html).not.toContain("pages");
  });

  test("gives five keys a color, and keeps the others together", () => {
    const keyUsage = Array.from({ length: 12 }, (_, i) => ({
      ...{ day: TODAY, key: `k${i}`, api: "pdf", calls: 1, units: 12 - i },
    }));
    const units = keyUsage.reduce((sum, one) => sum + one.units, 0);
    const html = render({ days: [{ day: TODAY, api: "pdf", calls: 12, units }], keyUsage });
    expect(html.match(/<li>/g)).toHaveLength(5 + 1);
    expect(html).toContain(`Other keys: ${units - 12 - 11 - 10 - 9 - 8}`);
  });

  test("gives a key one color in the charts of all APIs", () => {
    const days = ["pdf", "seo"].map((api) => ({ day: TODAY, api, calls: 12, units: 12 }));
    const keyUsage = [
      { day: TODAY, key: null, api: "pdf", calls: 2, units: 2 },
      { day: TODAY, key: "a", api: "pdf", calls: 10, units: 10 },
      { day: TODAY, key: null, api: "seo", calls: 12, units: 12 },
    ];
    const tones = ["pdf", "seo"].map((api) => {
      const html = render({ api, days, keyUsage, keys: [key("a")] });
      return /<rect class="(tone-\w+)"[^>]*><title>[^<]*Signed in, no key/.exec(html)?.[1];
    });
    expect(tones[0]).toBeDefined();
    expect(tones[0]).toBe(tones[1]);
  });

  test("escapes the names of keys", () => {
    const html = render({
      keys: [{ ...key("a"), name: "<script>alert(1)</script>" }],
      days: [{ day: TODAY, api: "pdf", calls: 1, units: 1 }],
      keyUsage: [{ day: TODAY, key: "a", api: "pdf", calls: 1, units: 1 }],
    });
    expect(html).not.toContain("<script>");
  });
});
