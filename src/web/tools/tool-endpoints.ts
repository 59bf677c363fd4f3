import type { Endpoint } from "../../http/core/endpoint.ts";
import type { Api } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import type { Call } from "../call.ts";
import type { Demos } from "../demos.ts";
import { pageAnswer } from "../headers.ts";
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
  demos(): Promise<Demos>;
}

/** Loads what renders the tools, with their first page. */
async function loadTools({ options }: ToolsContext) {
  const [{ toolsOf }, { toolsPage }, { trialToolPage }, { uuidToolPage }] = await Promise.all([
    import("./tools.ts"),
    import("./tool-frame.tsx"),
    import("./tool-pages.tsx"),
    import("./uuid-tool.tsx"),
  ]);
  return { all: toolsOf(options.apis), toolsPage, trialToolPage, uuidToolPage };
}

/** The pages of the free tools. */
export function toolEndpoints(context: ToolsContext): Endpoint[] {
  const { options, renderers, calls, demos } = context;
  let loading: ReturnType<typeof loadTools> | undefined;
  const load = () => {
    loading ??= loadTools(context);
    return Promise.all([loading, renderers()]);
  };
  // A page whose sample has run does not change.
  const kept = new Map<string, string>();
  return [
    siteEndpoint("/tools", "tools", async (_request, requestId) => {
      const [{ toolsPage, all }, { site }] = await load();
      const made = await demos();
      const isWhole = all.every(({ tool }) => tool.api === "uuid" || made[tool.api as keyof Demos]);
      return pageAnswer(requestId, toolsPage(site, all, made), isWhole ? KEPT : "no-store");
    }),
    siteEndpoint("/tools/{tool}", "tools", async (request, requestId) => {
      const { tool: slug = "" } = request.params;
      const before = kept.get(slug);
      if (before !== undefined) return pageAnswer(requestId, before, KEPT);
      const [{ all, trialToolPage, uuidToolPage }, { site }] = await load();
      const shown = all.find(({ tool }) => tool.slug === slug);
      if (shown === undefined) throw new Problem("not-found", "Page not found. The nearest one is /tools.");
      if (shown.trial === undefined) {
        const query = new URLSearchParams(rawQuery(request.url));
        // It shows UUIDs made for it: a copy from a cache would show them twice.
        return pageAnswer(requestId, await uuidToolPage(site, shown, all, calls(request), query), "no-store");
      }
      const made = await demos();
      const { api } = shown.tool;
      const html = trialToolPage({
        ...{ site, shown, all, demos: made },
        ...{ isOff: options.off.has(api), trial: options.trial },
      });
      // Without its sample, which has not run yet, the page is not final.
      const isWhole = made[api as keyof Demos] !== undefined;
      if (isWhole) kept.set(slug, html);
      return pageAnswer(requestId, html, isWhole ? KEPT : "no-store");
    }),
  ];
}
