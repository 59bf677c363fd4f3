import type { Endpoint } from "../http/core/endpoint.ts";
import { lazily } from "../kit/lazily.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import { type GuideFacts, guides, resourcePath } from "./docs/guides.ts";
import { textResponse } from "./headers.ts";
import { toolPaths } from "./tools/tools.ts";

const MARKDOWN = "text/markdown; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

/** The texts for programs, crawlers and language models. */
export function machineReadableEndpoints(of: GuideFacts): Endpoint[] {
  const { apis, baseUrl, metering } = of;
  // Made with the first request: most servers never get one.
  const machines = () => import("./llms-txt.ts");
  const markdown = () => import("./markdown.ts");
  const served = (path: `/${string}`, type: string, write: () => Promise<string>): Endpoint => {
    const text = lazily(write);
    return {
      path,
      labels: ["web", path.slice(1)],
      methods: ["GET"],
      shared: true,
      async handle(_request, requestId) {
        return textResponse(requestId, await text(), type);
      },
    };
  };
  const pages = () => [
    "/",
    ...toolPaths(apis),
    "/docs",
    ...apis.map((api) => `/docs/${api.name}`),
    ...guides.map(({ slug }) => `/docs/${slug}`),
    ...of.resources().map(resourcePath),
    "/docs/changelog",
    ...(metering ? ["/pricing"] : []),
    "/benchmarks",
    "/status",
    ...Object.keys(problemKinds).map((code) => `/problems/${code}`),
  ];
  return [
    served("/llms.txt", PLAIN, async () => (await machines()).llmsText(of)),
    served("/llms-full.txt", PLAIN, async () => (await machines()).llmsFullText(of)),
    served("/robots.txt", PLAIN, async () => (await machines()).robotsText(apis, baseUrl)),
    served("/sitemap.xml", "application/xml", async () => (await machines()).sitemap(pages(), baseUrl)),
    served("/docs.md", MARKDOWN, async () => (await markdown()).docsMarkdown(of)),
    served("/tools.md", MARKDOWN, async () =>
      (await import("./tools/tools-markdown.ts")).toolsMarkdown(apis, baseUrl),
    ),
    served("/problems.md", MARKDOWN, async () => (await markdown()).problemsMarkdown()),
  ];
}
