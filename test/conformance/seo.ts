/**
 * `npm run conformance:seo [folder]`: compares the facts of our audits with the tree that Chromium builds, and our
 * verdicts with Lighthouse's SEO category where that is installed (`npm ci` in `bench`), for every .html file of a
 * folder, or for our own pages. Without a folder it also compares names of headings and links with Chromium's
 * accessibility tree, and pages that scripts draw with Chromium's document; the table in docs/seo-comparison.md has to be the one
 * that was measured, and `--write` writes it. Ends with status 1 where something differs without an explanation.
 */
import { isDeepStrictEqual } from "node:util";
import { Glob } from "bun";
import { meta } from "../../src/apis/seo/audit.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { chromium, startBrowser } from "../fixtures/seo/browser.ts";
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
} from "../fixtures/seo/dom-facts.ts";
import { type FieldPage, fieldPages } from "../fixtures/seo/field-pages.ts";
import {
  agreement,
  agreementTable,
  compareWithLighthouse,
  hasLighthouse,
} from "../fixtures/seo/lighthouse.ts";
import { names } from "../fixtures/seo/names.ts";
import { compareRendered, serveDrawn } from "../fixtures/seo/rendering.ts";
import { traps } from "../fixtures/seo/traps.ts";

const out = (line: string) => process.stdout.write(`${line}\n`);

const DOCS = new URL("../../docs/seo-comparison.md", import.meta.url);
const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));

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
const pages = await pagesOf(folder);
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

/** How many pages that scripts draw differ from Chromium's document after its scripts have run. */
async function compareDrawn(path: string): Promise<number> {
  const sandbox = createSandbox({ size: 1, keep: 0, idleMs: 1_000, queue: 10, onFailure: () => undefined });
  const drawn = serveDrawn();
  const compared = await compareRendered(drawn.url, [sandbox], path);
  sandbox.close();
  await drawn.stop(true);
  const different = compared.filter(({ ours, theirs }) => !isDeepStrictEqual(ours, theirs));
  for (const { page, ours, theirs } of different)
    out(`DIFFER  rendered ${page}: ${JSON.stringify(ours)}, browser ${JSON.stringify(theirs)}`);
  out(`${compared.length - different.length} of ${compared.length} rendered pages equal Chromium's`);
  return different.length;
}

/** Compares the table in the docs with the one measured, or writes it; 1 if they differ. */
async function compareDocs(table: string): Promise<number> {
  const text = await Bun.file(DOCS).text();
  const renewed = text.replace(/\| Lighthouse audit \|[\s\S]*?\nMeasured with Lighthouse .*/, () => table);
  if (renewed === text) return 0;
  if (process.argv.includes("--write")) {
    await Bun.write(DOCS, renewed);
    out("docs/seo-comparison.md has the new table");
    return 0;
  }
  out("DIFFER  the table in docs/seo-comparison.md is another: npm run conformance:seo -- --write");
  return 1;
}

/** How many verdicts differ from Lighthouse's without an explanation. */
async function compareVerdicts(path: string): Promise<number> {
  const own = [...pages].map(
    ([name, { body }]): FieldPage => ({
      name: decodeURIComponent(name),
      html: typeof body === "string" ? body : new TextDecoder().decode(body),
    }),
  );
  const compared = folder === undefined ? fieldPages : own;
  const { version, comparisons } = await compareWithLighthouse(path, compared);
  const { lines, unexplained } = agreement(comparisons);
  out(`Lighthouse ${version}, SEO category, ${compared.length} pages:`);
  for (const line of lines) out(`  ${line}`);
  out(`${unexplained} differences without an explanation`);
  if (folder !== undefined) return unexplained;
  return unexplained + (await compareDocs(agreementTable(version, comparisons, compared.length)));
}

let failed = wrong;
if (folder === undefined) failed += (await compareNames(chromium)) + (await compareDrawn(chromium));
if (hasLighthouse) failed += await compareVerdicts(chromium);
else out("NOT COMPARED: Lighthouse is not installed (npm ci in bench)");
process.exit(failed === 0 ? 0 : 1);
