import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Audit } from "../../src/apis/seo/report/schema/audit.ts";
import { Catalogue } from "../../src/apis/seo/report/schema/catalogue.ts";
import { Meta } from "../../src/apis/seo/report/schema/meta.ts";
import { type Running, startQuintet } from "../helpers/running.ts";

const PAGE = { "Content-Type": "text/html; charset=utf-8" };
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A page to look at</title></head><body><h1>Hi</h1>${body}</body></html>`;

let upstream: ReturnType<typeof Bun.serve>;
let server: Running;

/** The start of a PNG of a size: its pixels are never looked at. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set(Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"));
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}

const answers: Record<string, () => Response> = {
  "/": () => new Response(page("<p>Hello there."), { headers: PAGE }),
  "/404": () => new Response(page("gone"), { status: 404, headers: PAGE }),
  "/loop": () => new Response(null, { status: 302, headers: { Location: "/loop" } }),
  "/moved": () => new Response(null, { status: 301, headers: { Location: "/" } }),
  "/private": () => new Response(null, { status: 302, headers: { Location: "http://10.0.0.1/" } }),
  "/pdf": () =>
    new Response("%PDF-1.7\n%âãÏÓ", {
      headers: { "Content-Type": "application/pdf", "X-Robots-Tag": "noindex" },
    }),
  "/large": () => new Response(page(`${"<p>word ".repeat(400_000)}<h1>never read</h1>`), { headers: PAGE }),
  "/empty": () => new Response("", { headers: PAGE }),
  "/links": () =>
    new Response(
      page(
        '<a href="/">ok</a><a href="/404">gone</a><a href="/moved">moved</a><a href="/403">shut</a><a href="http://10.1.1.1/">private</a><img src="/nope.png" alt="x">',
      ),
      { headers: PAGE },
    ),
  "/403": () => new Response(null, { status: 403 }),
  "/small.png": () => new Response(png(150, 90), { headers: { "Content-Type": "image/png" } }),
  "/shared": () =>
    new Response(`<meta property=og:image content="/small.png">${page("<p>Hello there.")}`, {
      headers: PAGE,
    }),
  "/sitemap.xml.gz": () =>
    new Response(
      Bun.gzipSync(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${new URL("/shared", upstream.url).href}</loc></url></urlset>`,
      ),
      { headers: { "Content-Type": "application/gzip" } },
    ),
  "/robots.txt": () =>
    new Response(
      `User-agent: *\nDisallow: /secret\nSitemap: ${new URL("/sitemap.xml.gz", upstream.url).href}\n`,
    ),
};

beforeAll(async () => {
  upstream = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => answers[new URL(request.url).pathname]?.() ?? new Response(null, { status: 404 }),
  });
  server = await startQuintet({ EGRESS_ALLOW: `127.0.0.1:${upstream.port}`, METERING: "off" });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.stop(true);
});

const at = (path: string) => encodeURIComponent(new URL(path, upstream.url).href);
const call = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });
const audit = async (path: string, more = "") =>
  Audit.parse(await (await call(`/seo/audit?url=${at(path)}${more}`)).json());

describe("GET /seo/audit", () => {
  test("answers with a report that keeps its schema, at both addresses", async () => {
    const { fetchedAt: _1, fetch: _2, ...first } = await audit("/");
    const {
      fetchedAt: _3,
      fetch: _4,
      ...second
    } = Audit.parse(await (await call(`/audit?url=${at("/")}`)).json());
    expect(first).toEqual(second);
    expect(first.title.text).toBe("A page to look at");
  });
  test("an HTTP error is an answer", async () => {
    const report = await audit("/404");
    expect([report.status, report.indexability.verdict, report.indexability.pageFetchState]).toEqual([
      404,
      "FAIL",
      "NOT_FOUND",
    ]);
  });
  test("redirects are listed, and the final address is judged", async () => {
    const report = await audit("/moved");
    expect(report.finalUrl).toBe(new URL("/", upstream.url).href);
    expect(report.fetch.redirects.map(({ status }) => status)).toEqual([301]);
  });
  test("a loop is an answer", async () => {
    expect((await audit("/loop")).indexability).toMatchObject({
      verdict: "FAIL",
      pageFetchState: "REDIRECT_ERROR",
    });
  });
  test("a file that is no page is rejected by both operations, and the error says whether it is indexed", async () => {
    for (const operation of ["audit", "meta"]) {
      const response = await call(`/seo/${operation}?url=${at("/pdf")}`);
      expect([response.status, await response.json()]).toEqual([
        422,
        expect.objectContaining({
          code: "not-html",
          parameter: "url",
          mediaType: { declared: "application/pdf", detected: "application/pdf" },
          indexability: expect.objectContaining({
            indexingState: "BLOCKED_BY_HTTP_HEADER",
            reasons: [{ check: "noindex", source: "header", detail: "noindex" }],
          }),
          robots: { header: ["noindex"] },
        }),
      ]);
    }
  });
  test("an empty page is a page", async () => expect((await audit("/empty")).content.wordCount).toBe(0));
  test("more than 2 MB are cut, examined in a process of the sandbox, and said", async () => {
    const report = await audit("/large");
    expect(report.fetch).toMatchObject({ truncated: true, bytes: 2 * 1024 * 1024 });
    expect(report.headings.h1).toEqual(["Hi"]);
    expect(report.findings.map(({ check }) => check)).toContain("html-too-large");
  });
  test("links=check follows links, and does not guess", async () => {
    const report = await audit("/links", "&links=check");
    const evidence = (check: string) =>
      report.findings.find((found) => found.check === check)?.evidence.map(({ url, line }) => [url, line]);
    expect(evidence("broken-link-internal")).toEqual([[new URL("/404", upstream.url).href, 1]]);
    expect(evidence("image-broken")).toEqual([[new URL("/nope.png", upstream.url).href, 1]]);
    expect(evidence("link-to-redirect")).toEqual([[new URL("/moved", upstream.url).href, 1]]);
    // Forbidden and private addresses say nothing about whether visitors can follow them.
    expect(report.links.checked).toEqual({ done: 5, broken: 1, unknown: 2, skipped: 0 });
    expect((await audit("/links")).links.checked).toBeNull();
  });
  test("links=check measures the preview image and reads gzipped sitemaps", async () => {
    const report = await audit("/shared", "&links=check");
    expect(report.socialImage).toEqual({
      url: new URL("/small.png", upstream.url).href,
      status: 200,
      width: 150,
      height: 90,
    });
    expect(report.findings.find(({ check }) => check === "og-image-broken")?.message).toBe(
      "The preview image is 150 by 90 pixels.",
    );
    expect(report.passed).toEqual(expect.arrayContaining(["sitemap-missing", "page-not-in-sitemap"]));
    expect((await audit("/shared")).socialImage).toBeNull();
  });
  test("keyword tells where the page says it, and moves no point", async () => {
    const [plain, asked] = [await audit("/"), await audit("/", "&keyword=hello%20there")];
    expect(plain.content.keyword).toBeNull();
    expect(asked.content.keyword).toEqual({
      text: "hello there",
      count: 1,
      inTitle: false,
      inH1: false,
      inDescription: false,
      inUrl: false,
      inFirstParagraph: false,
    });
    expect(asked.score).toEqual(plain.score);
  });
  test("fields sends those members alone", async () => {
    const answer = await call(`/audit?url=${at("/")}&fields=title,score`);
    expect(Object.keys((await answer.json()) as object)).toEqual(["score", "title"]);
    for (const wrong of ["titles", "score,score", "score,"]) {
      const refused = await call(`/audit?url=${at("/")}&fields=${wrong}`);
      expect([refused.status, ((await refused.json()) as { parameter: string }).parameter]).toEqual([
        400,
        "fields",
      ]);
    }
  });
  test("format=html and Accept give a page without scripts", async () => {
    for (const answer of [
      await call(`/audit?url=${at("/")}&format=html`),
      await call(`/audit?url=${at("/")}`, { Accept: "text/html" }),
    ]) {
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const text = await answer.text();
      expect(text).toContain("A page to look at");
      expect(text).not.toMatch(/<script|\[object|undefined/);
    }
  });
  test.each([
    ["", 400, "invalid-parameter"],
    ["?url=example", 400, "url-invalid"],
    ["?url=http%3A%2F%2F127.0.0.1%3A1%2F", 400, "url-not-public"],
    ["?url=http%3A%2F%2Fname.invalid%2F", 502, "upstream-unreachable"],
    ["?url=https%3A%2F%2Fexample.com%2F&links=all", 400, "invalid-parameter"],
  ])("%s is refused with %i %s", async (query, status, code) => {
    const answer = await call(`/seo/audit${query}`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
  });
  test("a redirect into a private network is refused", async () => {
    const answer = await call(`/audit?url=${at("/private")}`);
    expect(((await answer.json()) as { code: string }).code).toBe("url-not-public");
  });
});

test("GET /seo/meta = /meta", async () => {
  const meta = Meta.parse(await (await call(`/meta?url=${at("/")}`)).json());
  expect([meta.title, meta.lang]).toEqual(["A page to look at", "en"]);
  expect(await (await call(`/seo/meta?url=${at("/")}`)).json()).toEqual(meta);
});

test("GET /seo/checks lists every check with its source", async () => {
  const catalogue = Catalogue.parse(await (await call("/seo/checks")).json());
  expect(new Set(catalogue.checks.map(({ id }) => id)).size).toBe(catalogue.checks.length);
  for (const { id, source, points, severity } of catalogue.checks) {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(source).toMatch(/^(?:https:\/\/|convention$)/);
    expect(points).toBe(catalogue.points[severity]);
  }
});
