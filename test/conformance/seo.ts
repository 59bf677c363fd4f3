/**
 * `npm run conformance:seo [folder]`: compares the facts of our audits with the tree that Chromium builds,
 * for every .html file of a folder, or for our own pages of traps. Without a folder it also compares names of headings
 * and links with Chromium's accessibility tree, and our verdicts with Lighthouse's SEO category, where that is
 * installed (`npm ci` in `bench`). Ends with status 1 where something differs without an explanation.
 */
import { Glob } from "bun";
import { meta } from "../../src/apis/seo/audit.ts";
import { chromium, startBrowser } from "../seo/browser.ts";
import {
  auditPage,
  type BrowserFacts,
  counted,
  differences,
  factsOf,
  loopbackContext,
  pageAt,
  READ_DOM,
  type Served,
  servePages,
} from "../seo/dom-facts.ts";
import { fieldPages } from "../seo/field-pages.ts";
import { agreement, compareWithLighthouse, hasLighthouse } from "../seo/lighthouse.ts";
import { names } from "../seo/names.ts";
import { traps } from "../seo/traps.ts";

const out = (line: string) => process.stdout.write(`${line}\n`);

async function pagesOf(folder: string | undefined): Promise<Map<string, Served>> {
  if (folder === undefined) {
    return new Map(
      traps.map(({ name, html, type }) => [
        encodeURIComponent(name),
        { body: html, ...(type ? { type } : {}) },
      ]),
    );
  }
  const pages = new Map<string, Served>();
  for await (const path of new Glob("**/*.html").scan(folder)) {
    pages.set(encodeURIComponent(path.replaceAll("/", "-")), {
      body: new Uint8Array(await Bun.file(`${folder}/${path}`).arrayBuffer()),
    });
  }
  return pages;
}

if (chromium === null) {
  out("Chromium is not installed: nothing to compare with");
  process.exit(0);
}
const pages = await pagesOf(process.argv[2]);
const server = servePages(pages);
let wrong = 0;
{
  await using browser = await startBrowser(chromium);
  for (const name of [...pages.keys()].sort()) {
    const url = new URL(name, server.url).href;
    // Where nothing is declared, browsers guess by the visitor's language; we see that the bytes are UTF-8.
    const served = pages.get(name);
    if (
      served?.type === undefined &&
      (await auditPage(url)).fetch.charset.source === "utf8-valid" &&
      served !== undefined
    ) {
      pages.set(name, { ...served, type: "text/html; charset=utf-8" });
    }
    const theirs = counted((await browser.evaluate(url, READ_DOM)) as BrowserFacts);
    const report = await auditPage(url);
    const head = await meta(loopbackContext(), url);
    const metas = head.metas.map((m) => [m.name, m.property, m.content, m.inHead].join("|"));
    const found = differences(factsOf(report, await pageAt(url), metas, theirs), theirs);
    if (found.length > 0) wrong++;
    out(
      `${found.length === 0 ? "equal " : "DIFFER"}  ${decodeURIComponent(name)}${found.map((line) => `\n        ${line.slice(0, 600)}`).join("")}`,
    );
  }
}
await server.stop(true);
out(`${pages.size - wrong} of ${pages.size} pages equal Chromium's`);

/** How many names differ from those in Chromium's accessibility tree. */
async function compareNames(path: string): Promise<number> {
  const served = names.map(([, html], i): [string, Served] => [
    `${i}`,
    { body: `<!doctype html><body>${html}`, type: "text/html; charset=utf-8" },
  ]);
  const named = servePages(new Map(served));
  let different = 0;
  {
    await using browser = await startBrowser(path);
    for (const [i, [about, , name]] of names.entries()) {
      const [theirs = ""] = await browser.names(new URL(`${i}`, named.url).href);
      if (theirs === name) continue;
      different++;
      out(`DIFFER  name: ${about}: ${JSON.stringify(name)}, browser ${JSON.stringify(theirs)}`);
    }
  }
  await named.stop(true);
  out(`${names.length - different} of ${names.length} names of headings and links equal Chromium's`);
  return different;
}

let failed = wrong;
if (process.argv[2] === undefined) {
  failed += await compareNames(chromium);
  if (hasLighthouse) {
    const { version, comparisons } = await compareWithLighthouse(chromium);
    const { lines, unexplained } = agreement(comparisons);
    out(`Lighthouse ${version}, SEO category, ${fieldPages.length} pages:`);
    for (const line of lines) out(`  ${line}`);
    out(`${unexplained} differences without an explanation`);
    failed += unexplained;
  } else out("NOT COMPARED: Lighthouse is not installed (npm ci in bench)");
}
process.exit(failed === 0 ? 0 : 1);
