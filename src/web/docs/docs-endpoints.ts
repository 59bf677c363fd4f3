import type { Endpoint, RoutedRequest } from "../../http/core/endpoint.ts";
import { readBody } from "../../http/core/read-body.ts";
import { type Api, fileNames, parametersOf } from "../../kit/descriptor.ts";
import { lazily } from "../../kit/lazily.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import type { Call } from "../call.ts";
import { markdownResponse, pageResponse, textResponse } from "../headers.ts";
import type { Site } from "../page.tsx";
import type { loadRenderers } from "../renderers.ts";
import { KEPT, siteEndpoint } from "../site-endpoint.ts";
import type { GuideFacts } from "./guides.ts";

/** Dependencies of the endpoints of the docs. */
export interface DocsContext {
  readonly facts: GuideFacts;
  renderers(): ReturnType<typeof loadRenderers>;
  /** Calls operations for the examples of a page, until its request ends. */
  calls(request: Request): Call;
}

/** Loads what renders the docs, with their first page. */
async function loadDocs() {
  const [pages, reference, resources, search, guides, changelog] = await Promise.all([
    import("./docs-pages.tsx"),
    import("./reference-page.tsx"),
    import("./resource-page.tsx"),
    import("./search.ts"),
    import("./guides.ts"),
    import("./changelog.ts"),
  ]);
  return { ...pages, ...reference, ...resources, ...search, ...guides, ...changelog };
}

/** The largest form whose code is written, in bytes. */
const FORM_MAX = 16 * 1024;
const FORM_PACE = { patienceMs: 5_000, deadlineMs: 10_000 } as const;

function notFound(apis: readonly Api[]): Problem {
  return new Problem(
    "not-found",
    `The docs have no page with this name. The APIs are ${apis.map(({ name }) => name).join(", ")}. See /docs for all pages.`,
  );
}

/**
 * Returns the code of the call in a form, highlighted, by language. The form has parameters, and files by their
 * names only. Unknown fields are ignored and values are not checked: the code is as wrong as the form.
 */
async function codeOf(
  { facts }: DocsContext,
  request: RoutedRequest,
): Promise<Readonly<Record<string, string>>> {
  const { api: apiName, operation: id } = request.params;
  const api = facts.apis.find((one) => one.name === apiName);
  const operation = Object.hasOwn(api?.operations ?? {}, id ?? "") ? api?.operations[id ?? ""] : undefined;
  if (api === undefined || operation === undefined) throw notFound(facts.apis);
  const [{ snippetsOf }, { highlightSnippet }, { schemaOf }] = await Promise.all([
    import("../snippets.ts"),
    import("./code-tabs.tsx"),
    import("../parameters.ts"),
  ]);
  const form = new URLSearchParams(
    Buffer.from(await readBody(request, FORM_MAX, FORM_PACE)).toString("utf8"),
  );
  const input: Record<string, string> = {};
  for (const [name, parameter] of parametersOf(operation)) {
    const value = form.get(name);
    // Forms have defaults filled in; code is shorter without them.
    if (value === null || value === "" || value === String(schemaOf(parameter).default)) continue;
    input[name] = value.toWellFormed();
  }
  const [first = ""] = fileNames(operation.accepts);
  const file = form.get(first);
  const given =
    file === null || file === "" ? {} : { file: { name: file.toWellFormed(), make: () => new Uint8Array() } };
  const snippets = snippetsOf(api, operation, { input, ...given }, facts.baseUrl);
  return Object.fromEntries(snippets.map((snippet) => [snippet.language, highlightSnippet(snippet)]));
}

type Docs = Awaited<ReturnType<typeof loadDocs>>;

/** Responds with pages that do not change: each is rendered once. */
function keepPages({ renderers }: DocsContext) {
  const kept = new Map<string, () => Promise<string>>();
  return async (
    requestId: string,
    path: string,
    render: (of: { readonly docs: Docs; readonly site: Site }) => string | Promise<string>,
  ): Promise<Response> => {
    const page =
      kept.get(path) ??
      lazily(async () => {
        const [docs, { site }] = await Promise.all([loadDocs(), renderers()]);
        return render({ docs, site });
      });
    kept.set(path, page);
    return pageResponse(requestId, await page(), KEPT);
  };
}

type Keep = ReturnType<typeof keepPages>;

async function markdownOf({ facts }: DocsContext, slug: string): Promise<string> {
  const docs = await loadDocs();
  const guide = docs.guides.find((one) => one.slug === slug);
  if (guide !== undefined) return docs.guideMarkdown(guide, facts);
  if (slug === "changelog") return docs.changelogMarkdown();
  const { apiMarkdown } = await import("../markdown.ts");
  const api = facts.apis.find(({ name }) => name === slug);
  if (api === undefined) throw notFound(facts.apis);
  return apiMarkdown(api, facts.baseUrl);
}

function pageEndpoint(context: DocsContext, keep: Keep): Endpoint {
  const { facts, renderers, calls } = context;
  const referencePages = lazily(async () => {
    const [docs, { site }] = await Promise.all([loadDocs(), renderers()]);
    return docs.createReferencePages(facts, site);
  });
  return siteEndpoint("/docs/{page}", "docs", async (request, requestId) => {
    const { page: slug = "" } = request.params;
    if (slug.endsWith(".md")) {
      return markdownResponse(requestId, await markdownOf(context, slug.slice(0, -3)));
    }
    const guide = (await loadDocs()).guides.find((one) => one.slug === slug);
    if (guide !== undefined) {
      return keep(requestId, `/docs/${slug}`, ({ docs, site }) =>
        slug === docs.PLATFORM ? docs.platformPage(facts, site) : docs.guidePage(guide, facts, site),
      );
    }
    const api = facts.apis.find(({ name }) => name === slug);
    if (api === undefined) throw notFound(facts.apis);
    const html = await (await referencePages())(api, calls(request));
    return pageResponse(requestId, html, api.access === "key" ? KEPT : "no-store");
  });
}

/** The pages of the resources of the platform, also as Markdown. */
function resourceEndpoint({ facts }: DocsContext, keep: Keep): Endpoint {
  return siteEndpoint("/docs/endpoints/{resource}", "docs", async (request, requestId) => {
    const { resource: given = "" } = request.params;
    const docs = await loadDocs();
    const path = `/docs/endpoints/${given.replace(/\.md$/, "")}`;
    const resource = facts.resources().find((one) => docs.resourcePath(one) === path);
    if (resource === undefined) throw notFound(facts.apis);
    if (given.endsWith(".md")) return markdownResponse(requestId, `${docs.resourceMarkdown(resource)}\n`);
    return keep(requestId, path, ({ docs, site }) => docs.resourcePage(resource, facts, site));
  });
}

/** The pages of the docs, their search index, the feed of the changelog, and the code that follows a form. */
export function docsEndpoints(context: DocsContext): Endpoint[] {
  const { facts, renderers } = context;
  const entries = lazily(async () => (await loadDocs()).searchEntries(facts));
  const index = lazily(async () => JSON.stringify(await entries()));
  const searchPage = lazily(async () => {
    const [docs, { site }] = await Promise.all([loadDocs(), renderers()]);
    return docs.createSearchPage(await entries(), facts, site);
  });
  const keep = keepPages(context);
  return [
    siteEndpoint("/docs", "docs", async (_request, requestId) =>
      keep(requestId, "/docs", ({ docs, site }) => docs.docsPage(facts, site)),
    ),
    siteEndpoint("/docs/changelog", "docs", async (_request, requestId) =>
      keep(requestId, "/docs/changelog", ({ docs, site }) => docs.changelogPage(facts, site)),
    ),
    siteEndpoint("/docs/changelog.atom", "docs", async (_request, requestId) => {
      const docs = await loadDocs();
      const feed = await docs.changelogFeed(facts.baseUrl);
      return textResponse(requestId, feed, "application/atom+xml; charset=utf-8");
    }),
    siteEndpoint("/docs/search", "docs", async (request, requestId) => {
      const query = new URLSearchParams(rawQuery(request.url)).get("q")?.slice(0, 200) ?? "";
      return pageResponse(requestId, (await searchPage())(query), "no-store");
    }),
    siteEndpoint("/docs/search.json", "docs", async (_request, requestId) =>
      textResponse(requestId, await index(), "application/json"),
    ),
    pageEndpoint(context, keep),
    resourceEndpoint(context, keep),
    {
      path: "/docs/code/{api}/{operation}",
      labels: ["web", "docs"],
      methods: ["POST"],
      shared: false,
      async handle(request, requestId) {
        return Response.json(await codeOf(context, request), {
          headers: {
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "X-Request-Id": requestId,
          },
        });
      },
    },
  ];
}
