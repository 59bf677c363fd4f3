import { describe, expect, test } from "bun:test";
import { CLEAN, fetched, GOOD_PROBES, report } from "../../../../test/fixtures/seo/clean-page.ts";
import { defects, probeDefects } from "../../../../test/fixtures/seo/defects.ts";
import { casesOf, isNightly } from "../../../../test/helpers/nightly.ts";
import { checks } from "../checks/catalogue.ts";
import { POINTS } from "../checks/check.ts";
import { Audit } from "./schema/audit.ts";

const sum = ({ findings }: Audit) => findings.reduce((total, { points }) => total + points, 0);
const fired = ({ findings }: Audit) => findings.map(({ check }) => check);
const clean = report(fetched(), GOOD_PROBES);

/** Adds up whatever must hold for every report. */
function expectSound(audit: Audit): void {
  expect(Audit.safeParse(audit).error).toBeUndefined();
  expect(sum(audit)).toBe(100 - audit.score.value);
  expect(audit.score.pointsLost).toBe(100 - audit.score.value);
  const byCategory = Object.values(audit.score.categories).reduce(
    (total, { pointsLost }) => total + pointsLost,
    0,
  );
  expect(byCategory).toBe(audit.score.pointsLost);
  const named = [...fired(audit), ...audit.passed, ...audit.notApplicable.map(({ check }) => check)];
  expect(named.sort()).toEqual(checks.map(({ id }) => id).sort());
}

test("no check fires on the clean page, and none is left out", () => {
  expect(fired(clean)).toEqual([]);
  expect(clean.score.value).toBe(100);
  expect(clean.notApplicable).toEqual([]);
  expect(clean.indexability.verdict).toBe("PASS");
  expectSound(clean);
});

test("every check has a defect that it must notice", () => {
  const covered = new Set([...defects, ...probeDefects].map(([check]) => check));
  expect(checks.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
});

describe("a defect", () => {
  test.each(defects.map(([check], i) => [check, i] as const))(
    "%s (%d) is found, explained and scored",
    (check, i) => {
      const audit = report(fetched(defects[i]?.[1]), GOOD_PROBES);
      const finding = audit.findings.find((found) => found.check === check);
      expect(finding).toBeDefined();
      expect(finding?.message).toMatch(/^(?:[A-Z0-9<]|robots\.txt ).*[.)]$/);
      expect(finding?.fix.summary).not.toBe("");
      expectSound(audit);
      if (finding?.status === "fail") expect(audit.score.value).toBeLessThan(100);
      else expect(finding?.points).toBe(0);
    },
  );
  test.each(probeDefects.map(([check], i) => [check, i] as const))(
    "%s (%d) is found with links=check",
    (check, i) => {
      const audit = report(fetched(), { ...GOOD_PROBES, ...probeDefects[i]?.[1] });
      expect(fired(audit)).toEqual([check]);
      expectSound(audit);
    },
  );
});

describe("the score", () => {
  test("is the same for the same bytes", () => {
    for (const [, change] of casesOf(defects, 8))
      expect(report(fetched(change))).toEqual(report(fetched(change)));
  });

  test("never falls when a defect is taken away", () => {
    // Defects of the markup, put on top of each other in pairs: without either one the page must not do worse.
    const markup = defects.flatMap(([check, change]) => {
      const { html, ...rest } = change;
      // An empty shell hides what it lacks: what shows through when it is mended was there before.
      return html === undefined || Object.keys(rest).length > 0 || check === "js-dependent"
        ? []
        : [{ check, html }];
    });
    const worse: string[] = [];
    let compared = 0;
    for (const [i, first] of markup.entries()) {
      const alone = report(fetched({ html: first.html }));
      for (const second of casesOf(markup, 20, i)) {
        const both = first === second ? undefined : applyBoth(first.html, second.html);
        if (both === undefined) continue;
        const together = report(fetched({ html: both }));
        const has = fired(together);
        // Some edits undo each other, and whoever deletes an item of a set, instead of mending it, changes the set.
        if (
          !has.includes(first.check) ||
          !has.includes(second.check) ||
          isOfOneSet(first.check, second.check)
        )
          continue;
        compared++;
        if (together.score.value > alone.score.value) worse.push(`${first.check} without ${second.check}`);
      }
    }
    expect(compared).toBeGreaterThan(isNightly ? 1000 : 45);
    expect(worse).toEqual([]);
  }, 600_000);

  test("a share costs more, the more fails, and at least one point", () => {
    const image = '<img src="/x" width="1" height="1">';
    const good = '<img src="/x" alt="x" width="1" height="1">';
    let last = 101;
    for (let bad = 0; bad <= 20; bad++) {
      const html = CLEAN.replace("</body>", `${image.repeat(bad)}${good.repeat(20 - bad)}</body>`);
      const { value } = report(fetched({ html })).score;
      expect(value).toBeLessThanOrEqual(last);
      if (bad === 1) expect(value).toBe(99);
      last = value;
    }
  });

  test("stops at 0, and the points still add up", () => {
    const html = "<p>{{x}}<title>{{y}}</title>";
    const audit = report(
      fetched({
        html,
        status: 500,
        robots: { state: "unreachable", url: "x" },
        finalUrl: "http://shop.example/",
      }),
    );
    expect([audit.score.value, audit.score.cappedBy]).toEqual([0, "floor"]);
    expectSound(audit);
  });

  test("findings stand by points, severity, effort and name", () => {
    const ranks = report(fetched({ html: "<h4>x</h4><img src=x>" })).findings.map(({ points }) => points);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  });

  test("points are those of the catalogue", () => {
    expect(POINTS).toEqual({ blocker: 70, critical: 40, high: 15, medium: 8, low: 4, notice: 0 });
  });
});

function isOfOneSet(a: string, b: string): boolean {
  const [first, second] = [a, b].map((id) => checks.find((check) => check.id === id)?.category);
  return first === second && (first === "structuredData" || first === "international");
}

/** Both defects in one page, where their edits do not touch each other. */
function applyBoth(first: string, second: string): string | undefined {
  let start = 0;
  while (start < CLEAN.length && CLEAN[start] === second[start]) start++;
  let end = 0;
  while (
    end < CLEAN.length - start &&
    end < second.length - start &&
    CLEAN.at(-1 - end) === second.at(-1 - end)
  )
    end++;
  const from = CLEAN.slice(Math.max(0, start - 12), CLEAN.length - end + 12);
  const to = second.slice(Math.max(0, start - 12), second.length - end + 12);
  return first.split(from).length === 2 ? first.replace(from, () => to) : undefined;
}

describe("an empty shell", () => {
  const shell = report(
    fetched({
      html: CLEAN.replace(/<body>[\s\S]*<\/body>/, '<body><div id="root"></div><script>go()</script></body>'),
    }),
  );
  test("is told as such, and its texts are not held against it", () => {
    expect(shell.rendering.jsDependent).toBe(true);
    expect(shell.score.confidence).toBe("low");
    const unverified = shell.findings
      .filter(({ status }) => status === "unverified")
      .map(({ check, points }) => [check, points]);
    expect(unverified).toEqual([
      ["h1-missing", 0],
      ["thin-content", 0],
    ]);
  });
  test("a page with text and the same markers is none", () => {
    const audit = report(
      fetched({ html: CLEAN.replace("</body>", '<div id="__next"></div><script>go()</script></body>') }),
    );
    expect(audit.rendering.jsDependent).toBe(false);
  });
});
