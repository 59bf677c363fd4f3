import { describe, expect, test } from "bun:test";
import { parse } from "parse5";
import { CLEAN, fetched, GOOD_PROBES, report } from "../../../../../test/fixtures/seo/clean-page.ts";
import { defects } from "../../../../../test/fixtures/seo/defects.ts";
import { casesOf } from "../../../../../test/helpers/nightly.ts";
import { isElement, type Node } from "../../../../kit/html-tree.ts";
import { checks as catalogue } from "../../checks/catalogue.ts";
import { printReport } from "./report.ts";

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>{{x}}\${x}`;

function elementsOf(nodes: readonly Node[]): Extract<Node, { tagName: string }>[] {
  return nodes.flatMap((node) => (isElement(node) ? [node, ...elementsOf(node.childNodes)] : []));
}

/** Holds for every report: no script, no event handler, no address that a browser would fetch. */
function expectHarmless(printed: string): void {
  const elements = elementsOf(parse(printed).childNodes);
  const names = new Set(elements.map(({ tagName }) => tagName));
  for (const name of ["script", "iframe", "object", "form", "base"]) expect(names.has(name)).toBe(false);
  for (const { tagName, attrs } of elements) {
    for (const { name, value } of attrs) {
      expect(name).not.toMatch(/^on/);
      if (name === "href") expect(`${tagName} ${value}`).toMatch(/^a https:\/\//);
      if (name === "src") expect(`${tagName} ${value}`).toMatch(/^img https?:\/\//);
      expect(["srcset", "action", "style"]).not.toContain(name);
    }
  }
}

describe("a printed report", () => {
  test("is harmless, whatever the page holds", () => {
    const text = HOSTILE.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    const html = CLEAN.replaceAll(/(content|href|alt|src)="[^"]*"/g, `$1="${text}"`)
      .replaceAll(/<(h1|h2|p)>[^<]*/g, `<$1>${text}`)
      .replace(/<title>.*<\/title>/, `<title>${text}</title>`)
      .replace('lang="en"', `lang="${text}"`);
    const headers = new Map([
      ["content-type", [`text/html; charset=${HOSTILE}`]],
      ["x-robots-tag", [`noindex, ${HOSTILE}`]],
      ["link", [`<${HOSTILE}>; rel=canonical`]],
    ]);
    expectHarmless(printReport(report(fetched({ html, headers, url: HOSTILE }))));
  });

  test("is harmless and whole for every defect", () => {
    for (const [, change] of casesOf(defects, 2)) {
      const printed = printReport(report(fetched(change), GOOD_PROBES));
      expectHarmless(printed);
      expect(printed).not.toMatch(/undefined|\[object|NaN/);
    }
  });

  test("shows the score, every finding and the previews", () => {
    const audit = report(fetched({ html: "<h4>x</h4><img src=x>" }));
    const printed = printReport(audit);
    expect(printed).toContain(`aria-label="Score: ${audit.score.value} of 100"`);
    for (const { check } of audit.findings) expect(printed).toContain(`Check: ${check}.`);
    expect(printed).toContain("Google preview");
  });

  test("tells checks in words, and those that were not run from those that do not apply", () => {
    const audit = report(fetched({ html: CLEAN }));
    const printed = printReport(audit);
    const unchecked = audit.notApplicable.filter(({ reason }) => reason.startsWith("Not checked"));
    expect(unchecked.length).toBeGreaterThan(0);
    expect(printed).toContain(`<summary>${unchecked.length} not checked</summary>`);
    expect(printed).toContain('<li>Title <span class="soft small">');
    expect(printed).toContain("<li>Sitemap <code>sitemap-missing</code>");
    expect(printed).not.toContain(audit.fetchedAt);
    const all = printReport({ ...audit, passed: catalogue.map(({ id }) => id) });
    for (const { id } of catalogue) expect(all).not.toContain(`<li>${id} `);
  });

  test("counts every link", () => {
    const hrefs = ["/a", "/b", "https://other.example/", "#top", "mailto:a@example.com", "https://["];
    const html = `<title>x</title>${hrefs.map((href) => `<a href="${href}">x</a>`).join("")}`;
    expect(printReport(report(fetched({ html })))).toContain(
      "6: 2 internal, 1 external, 1 to anchors on the page, 1 mailto, tel and similar, 1 invalid",
    );
  });
});
