import { expect, test } from "bun:test";
import { Problem } from "../kit/problem.ts";
import { errorPage } from "./error-page.tsx";
import type { Site } from "./page.tsx";

const site: Site = {
  baseUrl: "https://api.example.com",
  assets: { href: (name) => `/assets/${name}`, handle: () => new Response() },
  metering: true,
  sendsEmail: true,
  brand: { name: "Quintet", logo: undefined },
};

/** The page of an error of the SEO API, or of a page of the site. */
function pageOf(problem: Problem, path: string, title?: string, method = "GET"): string {
  const api = title === undefined ? "web" : "seo";
  return errorPage(site, problem, "request-1", { method, url: `http://internal:8080${path}`, api, title });
}

test("a call without a key shows the command that works, with the public URL", () => {
  const html = pageOf(new Problem("key-missing", "No key."), "/seo/audit?url=https://a.test/", "SEO audit");
  expect(html).toContain("&#x27;https://api.example.com/seo/audit?url=https://a.test/&#x27;");
  expect(html).not.toContain("internal:8080");
  expect(html).toContain('href="/signup"');
  expect(html).toContain('href="/tools/seo?url=https%3A%2F%2Fa.test%2F"');
});

test.each(["/seo/'$(id)'?url=x", "/seo/audit?url='`id`'", "/seo/audit?url=<script>\"'>"])(
  "the command for %s has nothing that a shell or the page would run",
  (path) => {
    const html = pageOf(new Problem("key-missing", "No key."), path, "SEO audit");
    const [, command = ""] = /<code id="with-key">(.*?)<\/code>/s.exec(html) ?? [];
    // One pair of single quotes: that of the URL.
    const told = command.replaceAll(/<\/?span[^<>]*>/g, "");
    expect(told.match(/&#x27;/g)).toHaveLength(2);
    expect(told).not.toMatch(/[<>]/);
  },
);

test("a long URL and other methods have no command", () => {
  const problem = new Problem("key-missing", "No key.");
  expect(pageOf(problem, `/seo/audit?url=${"x".repeat(600)}`, "SEO audit")).not.toContain("with-key");
  expect(pageOf(problem, "/pdf/extract", "PDF extract", "POST")).not.toContain("with-key");
});

test("a page that was sent a form can be opened", () => {
  const wrong = (allow: string) =>
    new Problem("method-not-allowed", `This URL accepts ${allow}.`, { headers: { Allow: allow } });
  const get = wrong("GET, HEAD, OPTIONS");
  expect(pageOf(get, "/docs", undefined, "POST")).toContain(
    'href="https://api.example.com/docs">Open this page',
  );
  expect(pageOf(get, "//evil.test/", undefined, "POST")).not.toContain('href="//evil.test');
  expect(pageOf(wrong("POST, OPTIONS"), "/account/sign-out")).not.toContain("Open this page");
});
