import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowseLimits } from "../../src/kit/browse.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { chromium, headless } from "../fixtures/seo/browser.ts";
import {
  auditRendered,
  compareRendered,
  drawnPages,
  leadingAway,
  redirectingPages,
  serveDrawn,
  tryEscapes,
} from "../fixtures/seo/rendering.ts";
import { casesOf, isNightly } from "../helpers/nightly.ts";

/** What renders most pages in the short form. What a page can reach is tested with the browser that operators have. */
const path = (isNightly ? chromium : headless) ?? "";
const failures: unknown[] = [];
/** Each renders one page at a time. */
let sandboxes: Sandbox[];
let server: ReturnType<typeof serveDrawn>;

const hostile = {
  "/endless": '<!doctype html><div id="root"></div><script>for(;;);</script>',
  "/memory":
    '<!doctype html><div id="root"></div><script>var a=[];for(;;)a.push(new Array(1e6).fill(a.length))</script>',
  // Requests, dialogs and a document, in one browser.
  "/much": `<!doctype html><div id="root"></div><script>for(let i=0;i<500;i++)fetch("/data.json?"+i);alert(1);confirm(2);
    root.innerHTML="<h1>After</h1>"+("<p>"+"word ".repeat(500)+"</p>").repeat(1200)</script>`,
  "/away": '<!doctype html><div id="root"></div><script>location.href="https://other.example/"</script>',
  "/text":
    "<!doctype html><title>Text</title><h1>Bicycles</h1><p>We repair bicycles of every make in Lisbon, in a day.</p>",
};

beforeAll(() => {
  const onFailure = (fields: unknown) => failures.push(fields);
  sandboxes = Array.from({ length: 3 }, () =>
    createSandbox({ size: 1, keep: 0, idleMs: 1_000, queue: 10, onFailure }),
  );
  server = serveDrawn(hostile);
});
afterAll(async () => {
  for (const sandbox of sandboxes) sandbox.close();
  await server.stop(true);
});
const rendered = (page: string, limits?: Partial<BrowseLimits>, [sandbox] = sandboxes) => {
  if (sandbox === undefined) throw new Error("no sandbox is open");
  return auditRendered(sandbox, path, new URL(page, server.url).href, limits);
};

describe.skipIf(chromium === null)("render=auto", () => {
  // Each page takes a start of a browser. Those that the redirects lead to are always there.
  const led = Object.values(redirectingPages).map(([, target]) => target);
  const pages = [...new Set([...casesOf(Object.keys(drawnPages), 7), ...led])];
  const count = pages.length + Object.keys(redirectingPages).length;
  test(`has title, description, headings, links and words of Chromium for ${count} pages`, async () => {
    const compared = await compareRendered(server.url, sandboxes, path, pages);
    expect(compared.length).toBe(count);
    for (const { page, report, ours, theirs } of compared) {
      const { rendering } = report;
      expect([page, rendering.mode, rendering.jsDependent]).toEqual([page, "rendered", true]);
      expect([page, ours]).toEqual([page, theirs]);
      expect(rendering.html).toMatchObject({ title: "Loading", links: 0 });
      expect(rendering.changed).toEqual(
        expect.arrayContaining(["title", "metaDescription", "h1", "wordCount", "links"]),
      );
    }
    // What the response itself says is kept, and the finding that scripts draw the page.
    const { findings, contentHash, fetch, rendering } =
      compared.find(({ page }) => page === "/inline")?.report ?? expect.unreachable();
    expect(findings.map(({ check }) => check)).toContain("js-dependent");
    expect(findings.map(({ check }) => check)).not.toContain("h1-missing");
    expect(fetch.bytes).toBe(new TextEncoder().encode(drawnPages["/inline"]).byteLength);
    expect(contentHash).toStartWith("sha256:");
    expect(rendering.url).toBe(new URL("/inline", server.url).href);
  });

  test("does not render a page that has its content in the HTML", async () => {
    expect((await rendered("/text")).rendering).toMatchObject({
      mode: "static",
      jsDependent: false,
      failure: null,
    });
  });

  test.each([
    ["/endless", { totalMs: 3_000 }],
    ["/memory", { memoryBytes: 500_000_000 }],
  ])("ends a page that is too much: %s", async (page, limits) => {
    const { rendering } = await rendered(page, limits);
    expect([rendering.mode, typeof rendering.failure]).toEqual(["static", "string"]);
  });

  test("bounds requests, documents and dialogs", async () => {
    const { rendering, headings, content } = await rendered("/much");
    expect([rendering.mode, headings.h1, content.wordCount > 1_000]).toEqual(["rendered", ["After"], true]);
    expect((await rendered("/away")).rendering.mode).toBe("static");
  });

  test("reaches nothing that the server does not allow", async () => {
    // A browser for each takes a second: in the short form, ten share one.
    const {
      reached,
      tried,
      rendered: count,
    } = await tryEscapes(sandboxes, chromium ?? "", isNightly ? 1 : 10);
    expect(reached).toEqual([]);
    // Pages that are led away have no document of their own.
    expect(count).toBeGreaterThanOrEqual(tried.length - leadingAway.length);
  });
});
