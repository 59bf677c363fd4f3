import type { Endpoint } from "../../http/core/endpoint.ts";
import type { Api } from "../../kit/descriptor.ts";
import { lazily } from "../../kit/lazily.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import type { Call } from "../call.ts";
import { pageResponse } from "../headers.ts";
import type { loadRenderers } from "../renderers.ts";
import { KEPT, siteEndpoint } from "../site-endpoint.ts";

interface ToolsContext {
  readonly options: {
    readonly apis: readonly Api[];
    readonly off: ReadonlySet<string>;
    /** Whether visitors may make calls without a key. */
    readonly trial: boolean;
  };
  renderers(): ReturnType<typeof loadRenderers>;
  calls(request: Request): Call;
}

/** Loads what renders the tools, with their first page. */
async function loadTools({ options }: ToolsContext) {
  const [{ toolsOf }, { toolsPage }, { trialToolPage }, { createUuidToolPage }] = await Promise.all([
    import("./tools.ts"),
    import("./tool-frame.tsx"),
    import("./tool-pages.tsx"),
    import("./uuid-tool.tsx"),
  ]);
  return { all: toolsOf(options.apis), toolsPage, trialToolPage, createUuidToolPage };
}

/** The pages of the free tools. */
export function toolEndpoints(context: ToolsContext): Endpoint[] {
  const { options, renderers, calls } = context;
  const tools = lazily(() => loadTools(context));
  const load = () => Promise.all([tools(), renderers()]);
  // Pages that do not change.
  const kept = new Map<string, string>();
  let uuidToolPage: ReturnType<Awaited<ReturnType<typeof tools>>["createUuidToolPage"]> | undefined;
  return [
    siteEndpoint("/tools", "tools", async (_request, requestId) => {
      const [{ toolsPage, all }, { site }] = await load();
      return pageResponse(requestId, toolsPage(site, all), KEPT);
    }),
    siteEndpoint("/tools/{tool}", "tools", async (request, requestId) => {
      const { tool: slug = "" } = request.params;
      const before = kept.get(slug);
      if (before !== undefined) return pageResponse(requestId, before, KEPT);
      const [{ all, trialToolPage, createUuidToolPage }, { site }] = await load();
      const shown = all.find(({ tool }) => tool.slug === slug);
      if (shown === undefined) throw new Problem("not-found", "Page not found. The nearest one is /tools.");
      if (shown.trial === undefined) {
        const query = new URLSearchParams(rawQuery(request.url));
        // It shows UUIDs made for it: a copy from a cache would show them twice.
        uuidToolPage ??= createUuidToolPage(site, shown, all);
        return pageResponse(requestId, await uuidToolPage(calls(request), query), "no-store");
      }
      const { trial } = options;
      const html = trialToolPage({ site, shown, all, isOff: options.off.has(shown.tool.api), trial });
      kept.set(slug, html);
      return pageResponse(requestId, html, KEPT);
    }),
  ];
}
