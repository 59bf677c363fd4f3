import type { Api } from "../kit/descriptor.ts";
import { VERSION } from "../kit/version.ts";
import { readShapes } from "./docs/fields.ts";
import { type GuideFacts, guideMarkdown, guides } from "./docs/guides.ts";
import { apiMarkdown, docsMarkdown, problemsMarkdown } from "./markdown.ts";
import { toolsOf } from "./tools/tools.ts";

/** One sentence about all APIs: for the landing page, previews and llms.txt. */
export const SUMMARY =
  "Audit pages, extract PDF text, remove image backgrounds, look up LinkedIn profiles and Amazon products. UUIDs are free.";

/** The map of the site for language models (llmstxt.org). */
export function llmsText({ apis, baseUrl, metering }: GuideFacts): string {
  const docs = apis.map((api) => `- [${api.title}](${baseUrl}/docs/${api.name}.md): ${api.summary}`);
  const guideLines = guides.map(
    ({ slug, title, summary }) => `- [${title}](${baseUrl}/docs/${slug}.md): ${summary}`,
  );
  const toolLines = toolsOf(apis).map(
    ({ tool }) => `- [${tool.title}](${baseUrl}/tools/${tool.slug}): ${tool.lead}`,
  );
  const documents = apis.map((api) => `- [${api.title}](${baseUrl}${api.document}): OpenAPI 3.1`);
  if (apis.some(({ compatible = [] }) => compatible.length > 0)) {
    const about = "OpenAPI 3.1, for clients that were written for those services";
    documents.push(`- [Contracts of other services](${baseUrl}/compatible/openapi.json): ${about}`);
  }
  return `# Quintet

> ${SUMMARY}

## Docs

- [Overview](${baseUrl}/docs.md): all pages of the docs
${guideLines.join("\n")}
${docs.join("\n")}
- [Error codes](${baseUrl}/problems.md): every error code, its meaning and what to do
- [Changelog](${baseUrl}/docs/changelog.md): what changed in each release

## OpenAPI

- [Everything](${baseUrl}/suite/openapi.json): OpenAPI 3.1, for generating clients
- [Accounts and keys](${baseUrl}/accounts/openapi.json): OpenAPI 3.1
${documents.join("\n")}

## Ways to call

- [MCP](${baseUrl}/mcp): every operation as a tool for agents, over streamable HTTP. Send the API key as Authorization: Bearer KEY; UUIDs need no key. \`quintet mcp FOLDER\` runs the tools locally, with files of that folder.
- Command line: \`quintet pdf extract report.pdf --server ${baseUrl}\`, and the same for every operation. Install it from this server: \`npm install -g ${baseUrl}/clients/quintet-cli-${VERSION}.tgz\`.
- TypeScript: \`npm install ${baseUrl}/clients/quintet-client-${VERSION}.tgz\`. Python: \`pip install ${baseUrl}/clients/quintet_client-${VERSION}-py3-none-any.whl\`.
- [API catalog](${baseUrl}/.well-known/api-catalog): every API as a link set (RFC 9727)

## Free tools for people

- [All of them](${baseUrl}/tools.md): with their calls as code
${toolLines.join("\n")}

## About

${metering ? `- [Pricing](${baseUrl}/pricing.md): plans and credits\n` : ""}- [Benchmarks](${baseUrl}/benchmarks.md): Quintet beside other programs

## Optional

- [All of this in one file](${baseUrl}/llms-full.txt)
`;
}

/** All docs in one text. */
export async function llmsFullText(of: GuideFacts): Promise<string> {
  await readShapes(of.apis);
  const parts = [
    docsMarkdown(of),
    ...(await Promise.all(guides.map((guide) => guideMarkdown(guide, of)))),
    ...of.apis.map((api) => apiMarkdown(api, of.baseUrl)),
    problemsMarkdown(),
  ];
  return parts.join("\n");
}

/** The robots.txt: crawlers may fetch pages, but no account pages and no operations. */
export function robotsText(apis: readonly Api[], baseUrl: string): string {
  const operations = apis.flatMap((api) =>
    Object.values(api.operations).flatMap(({ path, aliases = [] }) => [path, ...aliases]),
  );
  const disallowed = [
    ...operations.map((path) => path.split("{", 1)[0] ?? path),
    "/account",
    "/confirm/",
    "/signup",
  ];
  const lines = [...new Set(disallowed)].map((path) => `Disallow: ${path}${path.endsWith("/") ? "" : "$"}`);
  const withQuery = [...new Set(disallowed)]
    .filter((path) => !path.endsWith("/"))
    .map((path) => `Disallow: ${path}?`);
  return `User-agent: *\n${[...lines, ...withQuery].join("\n")}\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
}

/** The pages for search engines (sitemaps.org 0.9). */
export function sitemap(paths: readonly string[], baseUrl: string): string {
  const urls = paths.map((path) => `<url><loc>${Bun.escapeHTML(baseUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}
