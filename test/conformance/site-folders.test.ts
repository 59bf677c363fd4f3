import { expect, test } from "bun:test";
import { join } from "node:path";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createFetch } from "../../src/egress/fetch.ts";
import { testCrawl } from "../fixtures/seo/crawl.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { brokenOf } from "./link-checkers.ts";
import { judge, readDecisions, serveFolder } from "./site-folders.ts";

/** A site as documentation tools write it, with the links that crawlers disagree on. */
const FILES = {
  "index.html": `<!doctype html><title>Docs</title><link rel="stylesheet" href="style.css"><link rel="next" href="guide/">
<a href="guide">Guide</a> <a href="guide/caf%C3%A9.html#top">Café</a> <a href="gone.html#part">Gone</a>
<img src="logo.png" alt="Logo"><img src="lost.png" alt="Lost"><area href="area.html"><script src="lost.js"></script>
<!-- <a href="comment.html">x</a> --><template><a href="template.html">x</a></template>
<script>document.write('<a href="script.html">x</a>')</script><a href="mailto:a@example.com">Write</a>`,
  "style.css": "body { color: black }",
  "logo.png": "x",
  "guide/index.html":
    '<!doctype html><title>Guide</title><a href="../index.html">Up</a><a href="lost.html">Lost</a>',
  "guide/café.html":
    '<!doctype html><title>Café</title><base href="/other/"><a href="page.html">Other</a><iframe src="/frame.html"></iframe>',
};

test("a folder is served as static hosts do, and its crawl finds exactly what is broken", async () => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) await Bun.write(join(folder, name), text);
  const site = serveFolder(folder);
  try {
    const { host } = new URL(site.origin);
    const fetch = createFetch({ allowance: readAllowance(host), userAgent: "Quintet/1.0 (test)" });
    const { log, ending } = await testCrawl((url, { admit: _admit, ...options }) => fetch(url, options), {
      startUrl: `${site.origin}/`,
      pace: 1_000,
    });
    expect(ending).toBe("complete");
    const broken = brokenOf(log.steps()).map((url) => url.slice(site.origin.length));
    expect(broken.sort()).toEqual([
      "/area.html",
      "/frame.html",
      "/gone.html",
      "/guide/lost.html",
      "/lost.js",
      "/lost.png",
      "/other/page.html",
    ]);
    expect([...site.pages].sort()).toEqual(["/", "/guide/", "/guide/caf%C3%A9.html", "/index.html"]);
  } finally {
    await site.stop();
  }
});

test("what all crawlers report is broken, and the rest is decided by hand or not at all", () => {
  const decisions = readDecisions(
    "# Site | path\n\ndocs | /api/*.json | broken | The server has no such file.\ndocs | /old | not a link | It is in a comment.\n",
  );
  const reports = [new Set(["/gone", "/api/a.json"]), new Set(["/gone", "/old", "/new"])];
  expect(judge("docs", reports, decisions)).toEqual({
    broken: new Set(["/gone", "/api/a.json"]),
    undecided: ["/new"],
  });
  expect(judge("other", reports, decisions).undecided).toEqual(["/api/a.json", "/new", "/old"]);
  expect(() => readDecisions("docs | /old | maybe | Who knows.")).toThrow("Not a decision");
});
