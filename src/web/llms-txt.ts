import type { Api } from "../kit/descriptor.ts";
import { apiMarkdown, docsMarkdown, problemsMarkdown } from "./markdown.ts";
import type { OverviewOf } from "./overview.ts";

/** One sentence about everything: the same on the landing page, in previews and for machines. */
export const SENTENCE =
  "Five paid web APIs under one key, and free UUIDs: audit pages, read PDFs, cut out pictures, look up profiles and products.";

/** The map of the site for language models (llmstxt.org). */
export function llmsText({ apis, baseUrl }: OverviewOf): string {
  const docs = apis.map((api) => `- [${api.title}](${baseUrl}/docs/${api.name}.md): ${api.summary}`);
  const documents = apis.map((api) => `- [${api.title}](${baseUrl}${api.document}): OpenAPI 3.1`);
  return `# Quintet

> ${SENTENCE}

## Docs

- [Overview](${baseUrl}/docs.md): first call, keys, costs, refusals
${docs.join("\n")}
- [Problems](${baseUrl}/problems.md): every code with which a call may be refused

## OpenAPI

- [Everything](${baseUrl}/suite/openapi.json): OpenAPI 3.1
${documents.join("\n")}

## Optional

- [All of this in one file](${baseUrl}/llms-full.txt)
`;
}

/** All docs in one text. */
export function llmsFullText(of: OverviewOf): string {
  const parts = [docsMarkdown(of), ...of.apis.map((api) => apiMarkdown(api, of.baseUrl)), problemsMarkdown()];
  return parts.join("\n");
}

/** What crawlers may read: the pages, not the accounts, and no operation that works for them. */
export function robotsText(apis: readonly Api[], baseUrl: string): string {
  const operations = apis.flatMap((api) =>
    Object.values(api.operations).flatMap(({ path, aliases = [] }) => [path, ...aliases]),
  );
  const refused = [
    ...operations.map((path) => path.split("{", 1)[0] ?? path),
    "/account",
    "/confirm/",
    "/signup",
  ];
  const lines = [...new Set(refused)].map((path) => `Disallow: ${path}${path.endsWith("/") ? "" : "$"}`);
  const withQuery = [...new Set(refused)]
    .filter((path) => !path.endsWith("/"))
    .map((path) => `Disallow: ${path}?`);
  return `User-agent: *\n${[...lines, ...withQuery].join("\n")}\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
}

/** The pages for search engines (sitemaps.org 0.9). */
export function sitemap(paths: readonly string[], baseUrl: string): string {
  const urls = paths.map((path) => `<url><loc>${Bun.escapeHTML(baseUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}
